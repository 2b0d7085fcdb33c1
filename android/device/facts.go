package device

import (
	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/rules"
)

// Facts are what a device says of itself.
type Facts struct {
	Serial         string             `json:"serial"`
	AndroidVersion string             `json:"androidVersion"`
	API            int                `json:"api"`
	Release        *rules.Release     `json:"-"` // nil: older than layers are
	LateBuild      bool               `json:"-"` // a later build of the release, which decides otherwise (rule 1.6)
	Build          string             `json:"build"`
	Manufacturer   string             `json:"manufacturer"`
	Model          string             `json:"model"`
	ABIs           []string           `json:"abis"`
	BootID         string             `json:"-"`
	User           int                `json:"user"`
	RootShell      bool               `json:"rootShell"` // adb's shell is root
	SU             bool               `json:"su"`        // there is a su; whether it does anything shows when it is used
	SELinux        string             `json:"selinux"`   // "Enforcing", "Permissive", ...
	Props          map[string]string  `json:"-"`
	Settings       map[string]Setting `json:"-"` // those that the device tells; SettingsFault says whether that is all
	Time           string             `json:"-"` // the device's time, as logcat wants it
}

// Setting is a global setting.
type Setting struct {
	Value string `json:"value"`
	Set   bool   `json:"set"`
	By    string `json:"by,omitempty"` // the package that wrote it last
}

// SettingNames are the settings that choose layers.
var SettingNames = []string{"enable_gpu_debug_layers", "gpu_debug_app", "gpu_debug_layers_gles", "gpu_debug_layer_app", "gpu_debug_layers"}

// Package is an app.
type Package struct {
	Name             string   `json:"package"`
	Installed        bool     `json:"installed"`
	ThirdParty       bool     `json:"thirdParty"` // not part of the system; ReadApps alone says it
	UID              int      `json:"uid"`
	TargetSDK        int      `json:"targetSdk"`
	MinSDK           int      `json:"minSdk"`
	PrimaryABI       string   `json:"primaryAbi,omitempty"` // "": it has no libraries of its own
	SecondaryABI     string   `json:"secondaryAbi,omitempty"`
	NativeLibraryDir string   `json:"nativeLibraryDir"`
	SourceDir        string   `json:"sourceDir"` // its APK
	DataDir          string   `json:"dataDir"`
	Debuggable       bool     `json:"debuggable"`
	Profileable      bool     `json:"profileable"` // from shell
	InjectLayers     bool     `json:"injectLayers"`
	ForceQueryable   bool     `json:"forceQueryable"`
	NoCode           bool     `json:"noCode"`       // it has no classes, as packages of layers
	QueriesAll       bool     `json:"-"`            // it asks for the permission to see every app
	ExtractsLibs     bool     `json:"extractsLibs"` // its manifest lets its libraries be extracted
	Libs             []string `json:"libs,omitempty"`
	PIDs             []int    `json:"pids,omitempty"`   // of the user's processes
	Launch           string   `json:"launch,omitempty"` // component of its launcher activity
	Files            []File   `json:"files,omitempty"`  // *.so in DataDir and Query.Files, if run-as shows them
}

// File is a file of the device.
type File struct {
	Name string `json:"name"`
	Size int64  `json:"size"`
	Mode string `json:"mode"` // in octal digits
}

// State is the device state that one Read returns.
type State struct {
	Facts
	Packages  map[string]*Package // those asked for, installed or not
	SystemDir []File              // of /data/local/debug/gles, if it was asked for and can be read
	Answers   map[string]string   // to the questions of the query, by their names

	queries map[string][]string // whom each app sees; "" is every app
	logged  []string            // layers that the log names
}

// SystemDir is the folder that the loader searches first, where it may (rule 1.6).
const SystemDir = "/data/local/debug/gles"

// SettingsFault is the error of a device that does not tell a setting, nil if it tells all. What it does not tell is neither
// set nor unset.
func (f *Facts) SettingsFault() error {
	for _, name := range SettingNames {
		if _, told := f.Settings[name]; !told {
			return &adb.Error{What: f.Serial + ": " + name, Why: "cannot read this setting", Advice: "to see the output of the device: adb -s " + f.Serial + " shell settings get global " + name}
		}
	}
	return nil
}

// Root reports whether there is a way to be root.
func (f *Facts) Root() bool { return f.RootShell || f.SU }

// ABI is that of the process of an app: its own, or for one without libraries the device's first.
func (f *Facts) ABI(p *Package) string {
	if p.PrimaryABI == "" && len(f.ABIs) > 0 {
		return f.ABIs[0]
	}
	return p.PrimaryABI
}

// Rules gives what rules.Decide wants to know for an app.
func (s *State) Rules(app string) (rules.Device, rules.App, rules.Settings, map[string]rules.Package) {
	p := s.Packages[app]
	if p == nil {
		p = &Package{Name: app}
	}
	value := func(name string) string { return s.Settings[name].Value }
	installed := map[string]rules.Package{}
	for name, p := range s.Packages {
		if p.Installed {
			installed[name] = rules.Package{NativeLibraryDir: p.NativeLibraryDir, SourceDir: p.SourceDir, PrimaryABI: p.PrimaryABI, SecondaryABI: p.SecondaryABI}
		}
	}
	return rules.Device{Release: s.Release, Later: s.LateBuild, Build: s.Build, Property: s.Props[rules.PropertyLayers]},
		rules.App{Package: app, ABI: s.ABI(p), Debuggable: p.Debuggable, InjectLayers: p.InjectLayers, Profileable: p.Profileable,
			DataDir: p.DataDir, LibDirs: p.libDirs(s.ABI(p))},
		rules.Settings{Enable: value("enable_gpu_debug_layers"), App: value("gpu_debug_app"), Layers: value("gpu_debug_layers_gles"),
			LayerApp: value("gpu_debug_layer_app")},
		installed
}

// libDirs is the search path of an app's own libraries.
func (p *Package) libDirs(abi string) string {
	if p.ExtractsLibs {
		return p.NativeLibraryDir
	}
	return p.NativeLibraryDir + ":" + p.SourceDir + "!/lib/" + abi
}
