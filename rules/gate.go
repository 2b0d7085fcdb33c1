package rules

import "strings"

// Build types of Android (ro.build.type).
const (
	BuildUser      = "user"
	BuildUserdebug = "userdebug"
	BuildEng       = "eng"
)

// PropertyLayers is the property that lists layers if no setting does (rule 1.1).
const PropertyLayers = "debug.gles.layers"

// MaxProperty is the maximum length of a property's value in bytes, unless its name begins with "ro.": setprop refuses longer ones.
const MaxProperty = 91

// Device holds the facts about a device that the decisions use.
type Device struct {
	Release  *Release // nil: the newest
	Later    bool     // a later build of the release: 10 without ro.debuggable's test, 13 QPR2 (rule 1.6)
	Build    string   // BuildUser, BuildUserdebug or BuildEng; "" is BuildUser
	Property string   // debug.gles.layers
}

// App holds the facts about an app or a native program that the decisions use.
type App struct {
	Package      string
	ABI          string // of the app's process
	Debuggable   bool   // android:debuggable in the manifest
	InjectLayers bool   // the manifest has com.android.graphics.injectLayers.enable
	Profileable  bool   // profileable from shell
	Dumpable     bool   // the process made itself dumpable before the decision
	Native       bool   // a native program started from a shell, not an app
	DataDir      string // colon-separated directories that may contain its libraries, its data directory first
	LibDirs      string // colon-separated directories of its own libraries

	Before Handed // what an earlier start in the same process set (rule 7.8)
}

// Time is when the settings were made, relative to the app's process.
type Time int

const (
	InTime  Time = iota // before it started
	Between             // after its class loader was created, before the settings were read (rule 7.6)
	TooLate             // after it read them (rule 7.1)
)

// Settings are Android's global settings; "" means not set.
type Settings struct {
	Enable   string // enable_gpu_debug_layers
	App      string // gpu_debug_app
	Layers   string // gpu_debug_layers_gles
	LayerApp string // gpu_debug_layer_app: colon-separated packages
	Made     Time
}

// Package is an installed package that may contain layers.
type Package struct {
	NativeLibraryDir string
	SourceDir        string // its APK
	PrimaryABI       string
	SecondaryABI     string
}

// Handed holds the values that Java passes to libEGL.
type Handed struct {
	List string // colon-separated layer names; "" means that libEGL reads debug.gles.layers
	Path string // directories, verbatim
}

// Sources of the list of layers.
const (
	FromJava     = "java"
	FromProperty = "property"
	FromNowhere  = "none"
)

// Decision is the result of Android's decisions before its loader searches for layers.
type Decision struct {
	Gate bool   // the app is the target of the settings (rule 7.2)
	From string // source of the list: FromJava, FromProperty or FromNowhere (rule 7.9)
	Handed
	SystemDir bool   // /data/local/debug/gles is searched first (rule 1.6)
	Crash     string // why the app crashes at start (rule 6.19); the other fields describe a start without that crash
	Steps     []Step
	Log       []string // log lines of Java, in the form "I GraphicsEnvironment: text"
}

// Step is an evaluated row of data/gate.txt.
type Step struct {
	Rule     string // rule, such as "7.2"
	Question string // question, such as "gate"
	Text     string // the row's text
	Taken    bool   // the row decided; otherwise a fact that it needs was missing
}

// Decide returns what Android decides when the app starts (sections 1 and 7 of the rules). Installed packages
// are found by name.
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

// Dirs returns the directories in which libEGL searches for layers, in order: the system directory if it
// is searched, then each part of the path, including empty ones (rule 1.5).
func (d Decision) Dirs(system string) []string {
	dirs := strings.Split(d.Path, ":")
	if d.SystemDir {
		dirs = append([]string{system}, dirs...)
	}
	return dirs
}
