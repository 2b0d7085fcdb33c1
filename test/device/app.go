package device

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

// An App is what a package says of itself.
type App struct {
	Name           string
	Label          string
	Activity       string // the launcher's; "" for none
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

// AppsOfDevice are on every device that is not Bare: those of Android's compatibility tests (rule 8.1), a game that is
// debuggable and a shop that is not.
func AppsOfDevice() []App {
	cts := func(word string, change func(*App)) App {
		a := App{Name: "android.rootlessgpudebug." + word + ".app", Label: "RootlessGpuDebug " + word, Tag: "RootlessGpuDebugDeviceActivity",
			Activity: "android.rootlessgpudebug.app.RootlessGpuDebugDeviceActivity", VersionCode: 1, MinSDK: 29, Target: 30}
		change(&a)
		return a
	}
	layers := func(a *App) { a.Activity, a.NoCode = "", true }
	return []App{
		cts("DEBUG", func(a *App) { a.Debuggable = true }),
		cts("RELEASE", func(a *App) { a.Libs = ctsLayers("C") }),
		cts("INJECT", func(a *App) { a.InjectLayers = true }),
		cts("LAYERS", layers),
		cts("GLES_LAYERS", func(a *App) { layers(a); a.Libs = ctsLayers("A", "B", "C") }),
		{Name: "com.example.game", Label: "Game", Activity: "com.example.game.MainActivity", Tag: "Game", VersionCode: 7, MinSDK: 24, Target: 34, Debuggable: true},
		{Name: "com.example.shop", Label: "Shop", Activity: "com.example.shop.ShopActivity", Tag: "Shop", VersionCode: 12, MinSDK: 24, Target: 34},
	}
}

// ctsLayers names files that are built when they are first needed.
func ctsLayers(letters ...string) map[string]string {
	out := map[string]string{}
	for _, l := range letters {
		out[hostABI()+"/libGLES_glesLayer"+l+".so"] = "cts:" + l
	}
	return out
}

func (d *Device) installApps() error {
	for _, a := range AppsOfDevice() {
		if !slices.Contains(d.options.ABIs, hostABI()) {
			a.Libs = nil // which are made for this machine
		}
		var flags []string
		if strings.HasSuffix(a.Name, "LAYERS.app") {
			flags = append(flags, "--force-queryable")
		}
		if _, err := d.install0(a, flags); err != nil {
			return err
		}
	}
	return nil
}

// InstallApp installs a package for all users, with flags of "pm install", and returns where its APK lies on the device.
func (d *Device) InstallApp(a App, flags ...string) (string, error) {
	in, err := d.install0(a, flags)
	if err != nil {
		return "", err
	}
	return in.code + "/base.apk", nil
}

func (d *Device) install0(a App, flags []string) (*app, error) {
	in := &app{App: a, users: map[int]bool{}, stopped: true, forceQueryable: slices.Contains(flags, "--force-queryable")}
	for _, u := range d.users() {
		in.users[u] = true
	}
	if i := slices.Index(flags, "--abi"); i >= 0 && i+1 < len(flags) {
		in.override = flags[i+1]
	}
	if err := d.chooseABI(in); err != nil {
		return nil, err
	}
	d.mu.Lock()
	old := d.packages[a.Name]
	in.uid = 10100 + len(d.packages)
	if old != nil {
		in.uid = old.uid
	}
	d.mu.Unlock()
	in.code = d.codePath(a.Name)
	if err := d.unpack(in); err != nil {
		d.removeCode(in)
		return nil, err
	}
	d.mu.Lock()
	d.packages[a.Name] = in
	d.mu.Unlock()
	if old != nil {
		d.stopApp(a.Name)
		d.removeCode(old)
	}
	return in, nil
}

// removeCode takes the folder of a package away, and the one made for it alone.
func (d *Device) removeCode(in *app) {
	_ = d.removeTree(in.code)
	if up := path.Dir(in.code); up != "/data/app" {
		_ = d.removeTree(up)
	}
}

// codePath is a new folder for a package.
func (d *Device) codePath(name string) string {
	hash := func() string { return randomHex(8) + "==" }
	return strings.NewReplacer("{pkg}", name, "{hash}", hash(), "{random}", "~~"+hash()).Replace(d.release.words("codepath"))
}

// chooseABI takes the first of the device's that the package has libraries for, as the package manager does; a package
// without runs as the device prefers, which is told as null.
func (d *Device) chooseABI(in *app) error {
	has := map[string]bool{}
	for name := range in.Libs {
		abi, _, _ := strings.Cut(name, "/")
		has[abi] = true
	}
	if in.override != "" && in.override != "-" {
		if !slices.Contains(d.options.ABIs, in.override) || len(has) > 0 && !has[in.override] {
			return installError("INSTALL_FAILED_NO_MATCHING_ABIS: Failed to extract native libraries, res=-113")
		}
		in.primary = in.override
		return nil
	}
	for _, abi := range d.options.ABIs {
		switch {
		case !has[abi]:
		case in.primary == "":
			in.primary = abi
		case in.MultiArch && in.secondary == "" && strings.Contains(abi, "64") != strings.Contains(in.primary, "64"):
			in.secondary = abi
		}
	}
	if len(has) > 0 && in.primary == "" {
		return installError("INSTALL_FAILED_NO_MATCHING_ABIS: Failed to extract native libraries, res=-113")
	}
	return nil
}

// An installError is the package manager's own reason.
type installError string

func (e installError) Error() string { return string(e) }

// unpack lays the package out: its APK, its libraries if they are extracted, its data folders.
func (d *Device) unpack(in *app) error {
	system := user{}
	if err := d.tree.mkdirAll(system, in.code+"/lib", 0o755); err != nil {
		return err
	}
	apk, err := in.apk()
	if err != nil {
		return err
	}
	if err := d.tree.copyIn(apk, in.code+"/base.apk", attr{mode: 0o644, uid: uidSystem, gid: uidSystem}); err != nil {
		return noRoom(err)
	}
	if !in.InAPK {
		if err := d.extract(in); err != nil {
			return noRoom(err)
		}
	}
	for u := range in.users {
		if err := d.dataDir(in, u); err != nil {
			return err
		}
	}
	return nil
}

// extract puts the libraries for the processors of the package into files of their own.
func (d *Device) extract(in *app) error {
	for _, name := range slices.Sorted(maps.Keys(in.Libs)) {
		abi, file := path.Split(name)
		abi = strings.TrimSuffix(abi, "/")
		if abi != in.abi(d) && abi != in.secondary {
			continue
		}
		from, err := hostFile(in.Libs[name])
		if err != nil {
			return err
		}
		if err := d.tree.copyIn(from, path.Join(in.code, "lib", instructionSets[abi], file), attr{mode: 0o755, uid: uidSystem, gid: uidSystem}); err != nil {
			return err
		}
	}
	return nil
}

func noRoom(err error) error {
	if words(err) == errno[28] {
		return installError("INSTALL_FAILED_INSUFFICIENT_STORAGE: Failed to override installation location")
	}
	return err
}

func (d *Device) dataDir(in *app, u int) error {
	dir := in.data(u)
	if u != 0 {
		if err := d.tree.mkdirAll(user{}, path.Dir(dir), 0o711); err != nil {
			return err
		}
	}
	if err := d.tree.mkdirAll(user{}, dir, 0o700); err != nil {
		return err
	}
	uid := u*userRange + in.uid
	real, err := d.tree.resolve(dir, true)
	if err != nil {
		return err
	}
	d.tree.setAttr(real, attr{mode: 0o700, uid: uid, gid: uid})
	for _, sub := range []string{"cache", "code_cache"} {
		if err := d.tree.mkdirAll(user{uid: uid}, real+"/"+sub, 0o771); err != nil {
			return err
		}
	}
	return nil
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
