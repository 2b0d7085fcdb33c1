package deploy

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// The kinds of a change. They determine how it is undone.
const (
	// Setting is a global setting of Android. It survives a reboot.
	KindSetting = "setting"
	// Driver is the driver that Android's list of choices has for an app. The other three record whether the app is
	// in a list about updatable drivers. The name is the app's package. They survive a reboot.
	KindDriver           = "driver"
	KindDriverIn         = "driver-opt-in"
	KindDriverOut        = "driver-opt-out"
	KindDriverPrerelease = "driver-prerelease"
	// Property is a system property. A reboot clears it, and so undoes the change.
	KindProperty = "property"
	// SELinux is the SELinux mode: Enforcing or Permissive. A reboot undoes the change.
	KindSELinux = "selinux"
	// Adbd is the user of adbd, which was restarted as root. A reboot undoes the change.
	KindAdbd = "adbd"
	// File is a file at an absolute path. After is the SHA-256 of the pushed content in hex, or "" if the
	// name alone identifies the file as ours. Before is the path to which the previous file was moved.
	KindFile = "file"
	// Folder is a directory that a push created. It is removed when it is empty.
	KindDir = "folder"
	// Package is an installed package. After is the SHA-256 of its APK in hex, or "" if it is unknown. A
	// package that was installed before cannot be restored: it is reported and left installed.
	KindPackage = "package"
)

// driverKinds are the kinds of an app's entries in the lists of drivers.
var driverKinds = []string{KindDriver, KindDriverIn, KindDriverOut, KindDriverPrerelease}

var changeKinds = []string{KindSetting, KindDriver, KindDriverIn, KindDriverOut, KindDriverPrerelease, KindProperty, KindSELinux, KindAdbd, KindFile, KindDir, KindPackage}

// AsRoot is the value of As for a change that requires root. Otherwise As is a package (run-as), or "" for
// the shell user.
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
	BootID    string `json:"bootId,omitempty"` // ID of the boot in which it was made
	User      int    `json:"user,omitempty"`   // Android user, for files and packages
	As        string `json:"as,omitempty"`     // user that can access a file or directory: "", AsRoot or a package
}

// EndsAtReboot reports whether a reboot undoes the change.
func (c Change) EndsAtReboot() bool {
	return c.Kind == KindProperty || c.Kind == KindSELinux || c.Kind == KindAdbd
}

// isValue reports whether the change is that of a value, which has a present value to compare.
func (c Change) isValue() bool {
	return c.Kind == KindSetting || c.Kind == KindProperty || slices.Contains(driverKinds, c.Kind)
}

// check returns an error if the change could not be undone safely, for example because the journal was
// edited.
func (c Change) check() error {
	switch {
	case !slices.Contains(changeKinds, c.Kind):
		return fmt.Errorf("unknown kind of change %q", c.Kind)
	case c.Name == "":
		return errors.New("a recorded change has no name")
	case c.Kind == KindFile || c.Kind == KindDir:
		if !path.IsAbs(c.Name) || path.Clean(c.Name) != c.Name || path.Dir(c.Name) == c.Name {
			return fmt.Errorf("%q must be an absolute path without \".\", \"..\" and extra slashes", c.Name)
		}
	case !isWord(c.Name):
		return fmt.Errorf("%q is not a valid %s name", c.Name, c.Kind)
	}
	for _, s := range []string{c.Name, c.Before, c.After, c.BootID, c.As} {
		switch {
		case len(s) > maxText:
			return fmt.Errorf("%s %q: a value is longer than %d bytes", c.Kind, c.Name, maxText)
		case strings.Contains(s, "\x00"):
			return fmt.Errorf("%s %q: a value contains a NUL character", c.Kind, c.Name)
		case !utf8.ValidString(s):
			return fmt.Errorf("%s %q: a value is not valid UTF-8", c.Kind, c.Name)
		}
	}
	return nil
}

// maxText is the maximum length of a value in bytes, more than any setting, property or path has.
const maxText = 64 << 10

// isWord reports whether s can be the name of a setting, property or package.
func isWord(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool {
		return r != '.' && r != '_' && r != '-' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) && !strings.HasPrefix(s, "-")
}
