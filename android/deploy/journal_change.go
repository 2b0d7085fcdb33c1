package deploy

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// What a change is a change of. The way back depends on it.
const (
	// Setting is one of Android's global settings. It outlasts a reboot.
	KindSetting = "setting"
	// Property is a system property. A reboot ends it, and the change with it.
	KindProperty = "property"
	// SELinux is its mode: Enforcing or Permissive. A reboot ends the change.
	KindSELinux = "selinux"
	// Adbd is as whom adb's end on the device runs: it was made root. A reboot ends the change.
	KindAdbd = "adbd"
	// File is a file at an absolute path. After is the sha256 of what we put there in hex, or "" where the
	// name alone says that it is ours. Before is where the file that stood there was moved to.
	KindFile = "file"
	// Folder is one that we made. It is taken away again when nothing is left in it.
	KindFolder = "folder"
	// Package is an installed package. After is the sha256 of its APK in hex, or "" if that is not known. One
	// that was there before cannot be put back: its installation is named and left.
	KindPackage = "package"
)

var changeKinds = []string{KindSetting, KindProperty, KindSELinux, KindAdbd, KindFile, KindFolder, KindPackage}

// AsRoot is who reaches a change that only root can reach; else As is a package (run-as), or "" for the shell itself.
const AsRoot = "root"

// A Change records one value on a device: the value before and the value written. A Change with equal values
// records an observation only: there is nothing to undo, but a later different value shows that another process
// changed it.
type Change struct {
	Kind      string `json:"kind"`
	Name      string `json:"name"`
	Before    string `json:"before,omitempty"`
	BeforeSet bool   `json:"beforeSet,omitempty"`
	After     string `json:"after,omitempty"`
	AfterSet  bool   `json:"afterSet,omitempty"`
	BootID    string `json:"bootId,omitempty"` // of the boot in which it was made
	User      int    `json:"user,omitempty"`   // Android's user, of files and packages
	As        string `json:"as,omitempty"`     // who reaches a file or folder: "", AsRoot or a package
}

// EndsAtReboot reports whether a reboot undoes the change.
func (c Change) EndsAtReboot() bool {
	return c.Kind == KindProperty || c.Kind == KindSELinux || c.Kind == KindAdbd
}

// check wants a change that can be undone safely, whatever wrote it down.
func (c Change) check() error {
	switch {
	case !slices.Contains(changeKinds, c.Kind):
		return fmt.Errorf("unknown kind of change %q", c.Kind)
	case c.Name == "":
		return errors.New("change has no name")
	case c.Kind == KindFile || c.Kind == KindFolder:
		if !path.IsAbs(c.Name) || path.Clean(c.Name) != c.Name || path.Dir(c.Name) == c.Name {
			return fmt.Errorf("%q is not an absolute path in its shortest form", c.Name)
		}
	case !isWord(c.Name):
		return fmt.Errorf("%q is not a valid %s name", c.Name, c.Kind)
	}
	for _, s := range []string{c.Name, c.Before, c.After, c.BootID, c.As} {
		if strings.Contains(s, "\x00") || !utf8.ValidString(s) || len(s) > maxText {
			return fmt.Errorf("%s %q: a value is too long, contains a NUL, or is not UTF-8", c.Kind, c.Name)
		}
	}
	return nil
}

// maxText is more than a setting, a property or a path holds.
const maxText = 64 << 10

// isWord reports whether s may name a setting, property or package.
func isWord(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool {
		return r != '.' && r != '_' && r != '-' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) && !strings.HasPrefix(s, "-")
}
