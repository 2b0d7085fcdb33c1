package why

import (
	"github.com/gleslayergen/gleslayergen/android/check"
	"github.com/gleslayergen/gleslayergen/android/elf"
	"github.com/gleslayergen/gleslayergen/rules"
)

// Answer is a fact that may be unknown.
type Answer int

// Unknown is the zero value, for facts that were not read.
const (
	Unknown Answer = iota
	Yes
	No
)

// Evidence is the data of a device about an app.
type Evidence struct {
	Target    Target
	Release   string // such as "14"
	API, User int
	Current   int    // the foreground user, the default of commands
	SELinux   string // "Enforcing", "Permissive", ...; "" if unknown

	Device    rules.Device
	App       rules.App
	Settings  rules.Settings
	Packages  map[string]rules.Package // installed packages that may contain layers
	Sees      map[string]Answer        // whether a package is visible to the app
	Installed bool                     // whether the app is installed
	Component string                   // the launcher activity
	Requested []string                 // the layers to check; none: those of the list

	Places  []Place // directories that were read, whether the loader searches them or not
	Process Process
	Start   *Start            // the last start in the log, or nil
	Zygote  *Start            // the log messages of zygote about layers, or nil
	Go      []string          // paths of the app's own libraries with a Go runtime
	ES1     Answer            // whether the app's own libraries need only OpenGL ES 1.x
	Drivers map[string]string // the settings that select a driver

	Maker     rules.MakerLayer // the layer that the device maker loads into the app, or zero
	MakerApps string           // the value of its setting
}

// Target is the flags that select the device in proposed commands, such as "-s SERIAL"; "" if no flag is
// needed.
type Target struct{ Tool, ADB string }

// Process is the app's running process, if any.
type Process struct {
	PID   int
	Since string // device time of its start; "" if unknown
}

// Place is a directory that may contain layers.
type Place struct {
	Dir        string
	To         string // its value of `device push --to`: app, system, apk, in-app; "" if none
	Archive    bool   // a directory inside an APK
	Unreadable string // why it could not be read; "" if it was read
	Files      []File
}

// File is a file in a place, or a directory with the name of a layer.
type File struct {
	Name       string // as in the list
	Path       string // with symbolic links resolved
	Dir        bool
	Mode       string // octal, such as "700"; "" if unknown
	OwnedByApp bool   // whether the app's user owns it
	Changed    string // device time of the last change, in the log's format
	Object     *elf.Object
	Damage     string          // why Object could not be parsed; if both are empty, the file was not read
	Findings   []check.Finding // findings that prevent loading
}

// in returns the file for a name of the list, or nil.
func (p *Place) in(name string) *File {
	for i := range p.Files {
		if p.Files[i].Name == name {
			return &p.Files[i]
		}
	}
	return nil
}
