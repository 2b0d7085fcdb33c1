package rules

import "strings"

// Builds of Android, as ro.build.type has them.
const (
	BuildUser      = "user"
	BuildUserdebug = "userdebug"
	BuildEng       = "eng"
)

// PropertyLayers is the property that names layers where no setting does (rule 1.1).
const PropertyLayers = "debug.gles.layers"

// Device is what the decisions need to know of a device.
type Device struct {
	Release  *Release // nil: the newest
	Later    bool     // a later build of the release: 10 without ro.debuggable's test, 13 QPR2 (rule 1.6)
	Build    string   // BuildUser, BuildUserdebug or BuildEng; "" is BuildUser
	Property string   // debug.gles.layers
}

// App is what they need to know of an app, or of a program without Java.
type App struct {
	Package      string
	ABI          string // of its process
	Debuggable   bool   // the manifest says so
	InjectLayers bool   // the manifest has com.android.graphics.injectLayers.enable
	Profileable  bool   // from shell
	Dumpable     bool   // the process made itself dumpable before the decisions
	Native       bool   // no app at all: a program started from a shell
	DataDir      string // the folders its libraries may lie in, its data folder first; colons between them
	LibDirs      string // the folders of its own libraries, colons between them

	Before Handed // what an earlier start in the same process left (rule 7.8)
}

// Time says when the settings were made, as seen from the app's process.
type Time int

const (
	InTime  Time = iota // before it started
	Between             // after its class loader was made, before the settings were read (rule 7.6)
	TooLate             // after it had read them (rule 7.1)
)

// Settings are Android's global settings; "" is one that is not set.
type Settings struct {
	Enable   string // enable_gpu_debug_layers
	App      string // gpu_debug_app
	Layers   string // gpu_debug_layers_gles
	LayerApp string // gpu_debug_layer_app: packages, colons between them
	Made     Time
}

// Package is an installed package that may hold layers.
type Package struct {
	NativeLibraryDir string
	SourceDir        string // its APK
	PrimaryABI       string
	SecondaryABI     string
}

// Handed is what Java hands to libEGL.
type Handed struct {
	List string // names of layers, colons between them; "": libEGL reads debug.gles.layers
	Path string // folders, verbatim
}

// Where the names of layers come from.
const (
	FromJava     = "java"
	FromProperty = "property"
	FromNowhere  = "none"
)

// Decision is what Android decides before its loader looks for layers.
type Decision struct {
	Gate bool   // the app is the target of the settings (rule 7.2)
	From string // where the names of layers come from: FromJava, FromProperty or FromNowhere (rule 7.9)
	Handed
	SystemDir bool   // /data/local/debug/gles is searched first (rule 1.6)
	Crash     string // why the app crashes at its start (rule 6.19); the rest is then as if it did not
	Steps     []Step
	Log       []string // what Java writes, in the form "I GraphicsEnvironment: text"
}

// Step is a row of data/gate.txt that was looked at.
type Step struct {
	Rule     string // "7.2"
	Question string // what the row helps to decide: "gate"
	Text     string // what the row says, in words
	Taken    bool   // it decided; not: some fact it needs was missing
}

// Decide says what Android decides when the app starts: sections 1 and 7 of the
// rules. Installed packages are found by their names.
func Decide(d Device, a App, s Settings, installed map[string]Package) Decision {
	return theGate().decide(d, a, s, installed)
}

// Taken returns the steps that decided.
func (d Decision) Taken() []Step {
	var steps []Step
	for _, s := range d.Steps {
		if s.Taken {
			steps = append(steps, s)
		}
	}
	return steps
}

// Folders returns where libEGL looks for layers, in order: first the system
// folder if it is searched, then each part of the path, empty ones too (rule 1.5).
func (d Decision) Folders(system string) []string {
	folders := strings.Split(d.Path, ":")
	if d.SystemDir {
		folders = append([]string{system}, folders...)
	}
	return folders
}
