package why

import (
	"github.com/gleslayergen/gleslayergen/android/check"
	"github.com/gleslayergen/gleslayergen/android/elf"
	"github.com/gleslayergen/gleslayergen/rules"
)

// Answer is what is known of a fact.
type Answer int

// Unknown comes first: what was not read is not known.
const (
	Unknown Answer = iota
	Yes
	No
)

// Evidence is what was read of a device about an app.
type Evidence struct {
	Target    Target
	Release   string // as the device calls it: "14"
	API, User int
	Current   int    // the user whose screen it is: commands need not name that one
	SELinux   string // "Enforcing", "Permissive", ...; "" not known

	Device    rules.Device
	App       rules.App
	Settings  rules.Settings
	Packages  map[string]rules.Package // installed ones that may hold layers
	Sees      map[string]Answer        // which of them the app sees
	Installed bool                     // the app itself
	Component string                   // of its launcher
	Asked     []string                 // the layers that the reader wants to know of; none: those of the list

	Places  []Place // folders that were looked into, searched or not
	Process Process
	Start   *Start   // the last start in the log; nil: the log has none
	Zygote  *Start   // what zygotes did with layers, as the log has it
	Go      []string // files of the app's own libraries with a runtime of Go in them
	ES1     Answer   // the app's own libraries want OpenGL ES 1.x alone
	ANGLE   Choice
}

// Target is what chooses the device in the commands that are proposed, such as "-s SERIAL"; "" where there is no choice.
type Target struct{ Tool, ADB string }

// Choice is a setting that chooses a driver for the app.
type Choice struct{ Setting, Value string }

// Process is the app's, if it runs.
type Process struct {
	PID   int
	Since string // device time of its start; "" not known
}

// Place is a folder that may hold layers.
type Place struct {
	Folder  string
	To      string // what `device push --to` calls it: app, system, apk, in-app; "" none of them
	Archive bool   // it is a folder inside an APK
	Blind   string // why it could not be looked into; "" it could
	Files   []File
}

// File is a file in a place, or a folder with the name of one.
type File struct {
	Name      string // as the list has it
	Path      string // where it really is
	Folder    bool
	Mode      string // octal: "700"; "" not known
	Mine      bool   // it belongs to the app
	Changed   string // device time, in the log's form
	Object    *elf.Object
	Damage    string          // why Object could not be parsed; "" without an Object: the file was not read
	Complaint []check.Finding // what would keep it from loading
}

// in finds the file for a name of the list.
func (p *Place) in(name string) *File {
	for i := range p.Files {
		if p.Files[i].Name == name {
			return &p.Files[i]
		}
	}
	return nil
}
