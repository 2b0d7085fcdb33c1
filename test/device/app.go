package device

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
)

// An App is the content of a package's manifest and its files.
type App struct {
	Name           string
	Label          string
	Activity       string // launcher activity; "" for none
	Native         string // library with the native activity
	VersionCode    int
	MinSDK, Target int
	Debuggable     bool
	InjectLayers   bool
	MetaData       []string // names of further meta-data with the value true
	Game           bool     // the category of the app
	Profileable    bool
	NoCode         bool
	TestOnly       bool
	MultiArch      bool     // libraries for two ABIs are extracted
	InAPK          bool     // libraries are not extracted
	Queries        []string // packages that are visible to it
	System         bool
	Actions        []string          // of the launcher activity, besides MAIN
	Idle           bool              // a process that never calls EGL
	Tag            string            // log tag of its own lines
	Libs           map[string]string // path below lib/ in the APK ("arm64-v8a/libx.so") to a file of this machine
	APK            string            // a file of this machine; "": an APK is built
}

// An app is an installed package.
type app struct {
	App
	uid            int // user ID of user 0
	primary        string
	secondary      string
	override       string // --abi
	forceQueryable bool
	code           string // directory of the code
	users          map[int]bool
	stopped        bool
}

// data returns the app's data directory for a user.
func (in *app) data(u int) string { return fmt.Sprintf("/data/user/%d/%s", u, in.Name) }

// abi returns the ABI of the app's process.
func (in *app) abi(d *Device) string {
	if in.primary != "" {
		return in.primary
	}
	return d.options.ABIs[0]
}

// instructionSets has the names of the directories of extracted libraries by ABI.
var instructionSets = map[string]string{"arm64-v8a": "arm64", "armeabi-v7a": "arm", "armeabi": "arm", "x86_64": "x86_64", "x86": "x86", "riscv64": "riscv64"}

// libs returns the directory of the app's extracted libraries.
func (in *app) libs(d *Device) string { return in.code + "/lib/" + instructionSets[in.abi(d)] }

func (d *Device) app(name string) *app {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.packages[name]
}

func (d *Device) apps() []*app {
	d.mu.Lock()
	defer d.mu.Unlock()
	var out []*app
	for _, name := range slices.Sorted(maps.Keys(d.packages)) {
		out = append(out, d.packages[name])
	}
	return out
}

// sees reports whether one package is visible to another. From Android 11 on, few are.
func (d *Device) sees(a, other *app) bool {
	return !d.release.has("install:--force-queryable") || a == other || other.forceQueryable || other.System ||
		a.Target < 30 || slices.Contains(a.Queries, other.Name)
}

func (d *Device) removeTree(name string) error {
	p := &process{device: d, ctx: d.ctx, dir: "/"}
	return p.removeTree(name, true)
}

func modeOf(bits uint32) fs.FileMode { return fs.FileMode(bits) }
