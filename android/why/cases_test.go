package why

import (
	"github.com/gleslayergen/gleslayergen/android/check"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/android/elf"
	"github.com/gleslayergen/gleslayergen/rules"
)

// A fault is one error on a device on which everything else is correct, and the question that detects it.
type fault struct {
	name, id string
	spoil    func(*Evidence)
	remedy   string // "": not compared
}

const (
	app     = "com.example.game"
	data    = "/data/user/0/com.example.game"
	ownLibs = "/data/app/game/lib/arm64"
	layers  = "com.example.layers"
	layDir  = "/data/app/layers/lib/arm64"
	layer   = "liba.so"
)

// wellDevice returns a device on which liba.so is loaded from the app's data directory.
func wellDevice() Evidence {
	release, _ := rules.FindRelease("14")
	return Evidence{
		Release: "14", API: 34, SELinux: "Enforcing", Installed: true, Component: app + "/.Main",
		Device:   rules.Device{Release: release},
		App:      rules.App{Package: app, ABI: "arm64-v8a", Debuggable: true, DataDir: data, LibDirs: ownLibs},
		Settings: rules.Settings{Enable: "1", App: app, Layers: layer},
		Packages: map[string]rules.Package{layers: {NativeLibraryDir: layDir, SourceDir: "/data/app/layers/base.apk", PrimaryABI: "arm64-v8a"}},
		Sees:     map[string]Answer{layers: Yes},
		Places: []Place{
			{Dir: device.SystemDir, To: "system"},
			{Dir: data, To: "app", Files: []File{sound(layer, data)}},
			{Dir: ownLibs, To: "in-app"},
			{Dir: layDir, To: "apk"},
			{Dir: "/data/local/tmp"},
		},
		Process: Process{PID: 4711, Since: "11-21 10:00:00.000"},
		Start:   started(layer, data+"/"+layer),
		ES1:     No,
	}
}

// sound returns a layer file without defects.
func sound(name, dir string) File {
	o := &elf.Object{ABI: "arm64-v8a", Exports: []elf.Symbol{{Name: elf.Entries[0]}, {Name: elf.Entries[1]}}}
	return File{Name: name, Path: dir + "/" + name, Mode: "755", OwnedByApp: true, Changed: "11-21 09:00:00.000", Object: o}
}

// started returns a start whose log has a list and the paths found for it.
func started(list string, paths ...string) *Start {
	s := &Start{PID: 4711, Time: "11-21 10:00:00.100", SearchedAt: "11-21 10:00:00.200", Whole: true, Enabled: true, Java: Text{true, list}, List: Text{true, list}, Found: paths}
	s.Lines = []string{"I GraphicsEnvironment: GLES debug layer list: " + list, "I libEGL: Debug layer list: " + list}
	return s
}

// refused makes the dynamic linker reject the layer at a start.
func refused(s *Start) {
	s.Failed = []Failure{{data + "/" + layer, "dlopen failed: library \"libx.so\" not found"}}
	s.Lines = append(s.Lines, "E libEGL: Failed to load layer "+data+"/"+layer+" with error: dlopen failed")
}

// breaking is a finding of package check that prevents loading.
var breaking = check.Finding{ID: "needed-cxx", What: "it needs libc++_shared.so"}

// unstarted removes the app's process and its start from the log, so that only inference is left.
func unstarted(e *Evidence) { e.Start, e.Process = nil, Process{} }

// moved returns a change that moves the layer to another directory.
func moved(dir string) func(*Evidence) {
	return func(e *Evidence) {
		unstarted(e)
		for i := range e.Places {
			e.Places[i].Files = nil
			if e.Places[i].Dir == dir {
				e.Places[i].Files = []File{sound(layer, dir)}
			}
		}
	}
}

// file returns a change of the layer's file.
func file(spoil func(*File)) func(*Evidence) {
	return func(e *Evidence) {
		unstarted(e)
		spoil(&e.Places[1].Files[0])
	}
}

// from returns a change of a device whose layers come from the layer package.
func from(spoil func(*Evidence)) func(*Evidence) {
	return func(e *Evidence) {
		moved(layDir)(e)
		e.Settings.LayerApp = layers
		spoil(e)
	}
}

// byProperty returns a change of a device on which the property lists the layer, and gpu_debug_app names
// another app.
func byProperty(spoil func(*Evidence)) func(*Evidence) {
	return func(e *Evidence) {
		moved(ownLibs)(e)
		e.App.Debuggable, e.Settings, e.Device.Property = false, rules.Settings{}, layer
		spoil(e)
	}
}

func release(id string, api int) func(*Evidence) {
	return func(e *Evidence) {
		e.Device.Release, _ = rules.FindRelease(id)
		e.Release, e.API = id, api
	}
}

var faults = []fault{
	{"Android 9", "android", func(e *Evidence) { unstarted(e); e.Release, e.API = "9", 28 }, "use a device with Android 10 or newer"},
	{"not installed", "installed", func(e *Evidence) { unstarted(e); e.Installed = false }, "adb install APP.apk"},
	{"release app", "allowed", func(e *Evidence) { unstarted(e); e.App.Debuggable = false }, "gleslayergen apk add APP.apk PATH/TO/liba.so --debuggable"},
	{"injectLayers on 10", "allowed", func(e *Evidence) {
		unstarted(e)
		release("10", 29)(e)
		e.App.Debuggable, e.App.InjectLayers = false, true
	}, ""},
	{"profileable on 10", "allowed", func(e *Evidence) {
		unstarted(e)
		release("10", 29)(e)
		e.App.Debuggable, e.App.Profileable = false, true
	}, ""},
	{"not enabled", "enabled", func(e *Evidence) { unstarted(e); e.Settings.Enable = "" }, "gleslayergen device enable --app com.example.game liba.so"},
	{"enabled is no number", "enabled", func(e *Evidence) { unstarted(e); e.Settings.Enable = "true" }, ""},
	{"another app", "named", func(e *Evidence) { unstarted(e); e.Settings.App = "com.example.gamf" }, ""},
	{"another letter case", "named", func(e *Evidence) { unstarted(e); e.Settings.App = "com.example.Game" }, ""},
	{"nothing listed", "list", func(e *Evidence) { unstarted(e); e.Settings.Layers, e.Requested = "", []string{layer} },
		"gleslayergen device enable --app com.example.game liba.so"},
	{"another is listed", "asked", func(e *Evidence) { e.Requested = []string{"libb.so"} }, "gleslayergen device enable --app com.example.game libb.so --replace"},
	{"property hidden by setting", "asked", func(e *Evidence) { e.Device.Property, e.Requested = "libb.so", []string{"libb.so"} }, ""},
	{"colon at the end", "empty-name", func(e *Evidence) { unstarted(e); e.Settings.Layers = layer + ":" },
		"gleslayergen device enable --app com.example.game liba.so --replace"},
	{"package missing on 11", "crash", from(func(e *Evidence) { release("11", 30)(e); e.Settings.LayerApp = layers + ":com.gone" }),
		"gleslayergen device enable --app com.example.game liba.so --layer-app com.example.layers --replace"},
	{"package missing", "package", from(func(e *Evidence) { e.Settings.LayerApp = "com.gone:" + layers }), ""},
	{"package not seen", "visible", from(func(e *Evidence) {
		unstarted(e)
		e.Sees[layers] = No
	}), "gleslayergen device push PATH/TO/liba.so --to app --app com.example.game"},
	{"package not seen, by the log", "visible", from(func(e *Evidence) {
		e.Sees[layers] = Unknown
		e.Start = &Start{PID: 1, Missing: []string{layers}, Lines: []string{"W GraphicsEnvironment: Debug layer app 'com.example.layers' not installed"}}
	}), ""},
	{"package of another ABI", "package-abi", from(func(e *Evidence) {
		e.Packages[layers] = rules.Package{NativeLibraryDir: layDir, SourceDir: "/l.apk", PrimaryABI: "armeabi-v7a"}
	}), "gleslayergen device push PATH/TO/liba.so --to app --app com.example.game --abi arm64-v8a"},
	{"inside an APK", "embedded", func(e *Evidence) {
		moved("")(e)
		e.Places = append(e.Places, Place{Dir: "/data/app/layers/base.apk!/lib/arm64-v8a", Archive: true, Files: []File{{Name: layer}}})
	}, ""},
	{"property, file in the data folder", "narrow", byProperty(moved(data)), "gleslayergen device enable --app com.example.game liba.so"},
	{"in /data/local/tmp", "place", moved("/data/local/tmp"), "gleslayergen device push PATH/TO/liba.so --to app --app com.example.game"},
	{"in a package that no setting names", "place", moved(layDir), ""},
	{"lib left out", "spelling", func(e *Evidence) { unstarted(e); e.Settings.Layers = "a.so" }, "gleslayergen device enable --app com.example.game liba.so --replace"},
	{"nowhere", "found", moved(""), "gleslayergen device push PATH/TO/liba.so --to app --app com.example.game"},
	{"nowhere, for an app that run-as does not open", "found", func(e *Evidence) {
		moved("")(e)
		e.App.Debuggable, e.App.InjectLayers = false, true
	}, "gleslayergen device push PATH/TO/liba.so --to apk --app com.example.game"},
	{"nowhere, for the property", "found", byProperty(moved("")), "gleslayergen device push PATH/TO/liba.so --to in-app --app com.example.game"},
	{"one of two is nowhere", "found", func(e *Evidence) { unstarted(e); e.Settings.Layers = layer + ":libb.so" },
		"gleslayergen device push PATH/TO/libb.so --to app --app com.example.game"},
	{"a folder", "folder", file(func(f *File) { f.Dir, f.Object = true, nil }), ""},
	{"not readable", "mode", file(func(f *File) { f.OwnedByApp, f.Mode = false, "700" }), ""},
	{"not readable to its owner", "mode", file(func(f *File) { f.Mode = "077" }), ""},
	{"kept by SELinux", "selinux", func(e *Evidence) {
		moved(device.SystemDir)(e)
		e.Start = &Start{PID: 1, Denied: []string{`avc: denied { read } for name="liba.so"`}}
	}, "gleslayergen device push PATH/TO/liba.so --to system --setenforce"},
	{"cut off", "whole", file(func(f *File) { f.Object, f.Damage = nil, "ends too early" }), "gleslayergen device push PATH/TO/liba.so --to app --app com.example.game"},
	{"another ABI", "abi", file(func(f *File) { f.Object.ABI = "armeabi-v7a" }), "gleslayergen build --abi arm64-v8a && gleslayergen device push build/arm64-v8a/liba.so --to app --app com.example.game"},
	{"misspelt", "entry-points", file(func(f *File) { f.Object.Exports[1].Name = "AndroidGLESLayer_GetProcAddres" }), ""},
	{"hidden", "entry-points", file(func(f *File) { f.Object.Exports, f.Object.Hidden = f.Object.Exports[1:], elf.Entries[:1] }), ""},
	{"needs what is not there", "needs", file(func(f *File) { f.Findings = []check.Finding{breaking} }), ""},
	{"settings after the start", "restarted", func(e *Evidence) { e.Start = started("libold.so"); e.Start.Found = nil },
		"adb shell am start -S --user 0 -n com.example.game/.Main"},
	{"enabled after the start", "restarted", func(e *Evidence) { e.Start = &Start{PID: 4711, Whole: true} }, ""},
	{"file after the start", "restarted", func(e *Evidence) {
		e.Start.Found = nil
		e.Places[1].Files[0].Changed = "11-21 10:30:00.000"
	}, ""},
	{"file replaced after a failure", "restarted", func(e *Evidence) {
		e.Start.Found, e.Start.Failed = nil, []Failure{{data + "/" + layer, "dlopen failed"}}
		e.Places[1].Files[0].Changed = "11-21 10:30:00.000"
	}, ""},
	{"refused by the linker", "opened", func(e *Evidence) { refused(e.Start) }, ""},
	{"refused at a start that is over", "opened", func(e *Evidence) {
		refused(e.Start)
		e.Process = Process{}
	}, ""},
	{"zygote had a list", "latch", byProperty(func(e *Evidence) {
		e.Process, e.Zygote = Process{PID: 4711}, started("libold.so")
		e.Start = &Start{PID: 4711}
	}), "adb reboot"},
	{"draws with Vulkan", "egl", func(e *Evidence) { e.Start.List, e.Start.Found = Text{}, nil }, "adb logcat --pid 4711"},
	{"an activity with a dollar", "running", func(e *Evidence) {
		unstarted(e)
		e.Component = "com.example.game/.Main$Inner"
	}, `adb shell am start --user 0 -n ''\''com.example.game/.Main$Inner'\'''`},
	{"not started", "running", unstarted, "adb shell am start --user 0 -n com.example.game/.Main"},
	{"two Go layers", "go-runtime", func(e *Evidence) {
		e.Settings.Layers = "liba.so:libb.so"
		e.Places[1].Files = append(e.Places[1].Files, sound("libb.so", data))
		e.Places[1].Files[0].Object.Go, e.Places[1].Files[1].Object.Go = true, true
		e.Start = started(e.Settings.Layers, data+"/libb.so", data+"/liba.so")
	}, ""},
	{"a Go layer in an app with Go", "go-runtime", func(e *Evidence) {
		e.Places[1].Files[0].Object.Go, e.Go = true, []string{ownLibs + "/libgojni.so"}
	}, ""},
	{"ES 1.x", "es1", func(e *Evidence) { e.ES1 = Yes }, ""},
	{"ANGLE", "angle", func(e *Evidence) { e.Drivers = map[string]string{"angle_gl_driver_all_angle": "1"} }, "adb shell settings delete global angle_gl_driver_all_angle"},
	{"ANGLE for one app", "angle", func(e *Evidence) {
		e.Drivers = map[string]string{"angle_gl_driver_selection_pkgs": "a.b,com.example.game", "angle_gl_driver_selection_values": "native,angle"}
	}, "gleslayergen device driver set --app com.example.game default"},
	{"a layer of the device maker", "maker", func(e *Evidence) {
		e.readMaker(map[string]string{"gpu_control_layer_apps": "a.b,com.example.game\n"})
	}, "adb shell 'settings put global gpu_control_layer_apps a.b'"},
	{"only this app has a layer of the device maker", "maker", func(e *Evidence) {
		e.readMaker(map[string]string{"gpu_control_layer_apps": "com.example.game"})
	}, "adb shell 'settings delete global gpu_control_layer_apps'"},
}
