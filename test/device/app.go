package device

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
)

// An App is what a package says of itself.
type App struct {
	Name           string
	Label          string
	Activity       string // the launcher's; "" for none
	Native         string // the library that an activity without Java is in
	VersionCode    int
	MinSDK, Target int
	Debuggable     bool
	InjectLayers   bool
	Profileable    bool
	NoCode         bool
	TestOnly       bool
	MultiArch      bool     // libraries for two processors are extracted
	InAPK          bool     // libraries are not extracted
	Queries        []string // packages it sees
	System         bool
	Idle           bool              // a process without EGL
	Tag            string            // of its own lines in the log
	Libs           map[string]string // by path below lib/ in the APK ("arm64-v8a/libx.so"): a file of this machine
	APK            string            // a file of this machine; "": one is made
}

// An app is a package as it is installed.
type app struct {
	App
	uid            int // without the user's part
	primary        string
	secondary      string
	override       string // --abi
	forceQueryable bool
	code           string // folder
	users          map[int]bool
	stopped        bool
}

// data is the data folder for a user.
func (in *app) data(u int) string { return fmt.Sprintf("/data/user/%d/%s", u, in.Name) }

// abi is that of its process.
func (in *app) abi(d *Device) string {
	if in.primary != "" {
		return in.primary
	}
	return d.options.ABIs[0]
}

// instructionSets are the names of folders of extracted libraries.
var instructionSets = map[string]string{"arm64-v8a": "arm64", "armeabi-v7a": "arm", "armeabi": "arm", "x86_64": "x86_64", "x86": "x86", "riscv64": "riscv64"}

// libs is the folder of its extracted libraries.
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

// sees says whether one package knows of another: from 11 on, of few.
func (d *Device) sees(a, other *app) bool {
	return !d.release.has("install:--force-queryable") || a == other || other.forceQueryable || other.System ||
		a.Target < 30 || slices.Contains(a.Queries, other.Name)
}

func (d *Device) removeTree(name string) error {
	p := &process{device: d, ctx: d.ctx, dir: "/"}
	return p.removeTree(name, true)
}

func modeOf(bits uint32) fs.FileMode { return fs.FileMode(bits) }
