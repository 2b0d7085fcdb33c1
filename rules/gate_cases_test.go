package rules

// gateCase is a start of an app, the part of the decision that the test checks, and the rules that lead to it: those
// rules and no others. A case that sets nothing is a debuggable app, on the newest release, that the
// settings name.
type gateCase struct {
	name, rules string
	release     string
	change      func(*Device, *App, *Settings)
	see, want   string
}

// Facts that most cases need: the process reads the settings, the app is debuggable, and the gate is open.
const opened = "7.1 7.2 7.3 "

// Reasons for a closed gate: the app cannot be a target.
const closed = "7.2 7.3 "

var gateCases = []gateCase{
	{"debuggable", opened, "10", nil, "gate", "true"},
	{"debuggable", opened, "11", nil, "gate", "true"},
	{"debuggable", opened, "13", nil, "gate", "true"},
	{"debuggable", opened, "16qpr2", nil, "gate", "true"},
	{"release app, user build", closed, "10", release, "gate", "false"},
	{"release app, user build", closed, "12", release, "gate", "false"},
	{"release app, user build", closed, "16", release, "gate", "false"},
	{"release app, userdebug", opened, "14", userdebug, "gate", "true"},
	{"release app, userdebug", opened, "", userdebug, "gate", "true"},
	{"release app, userdebug", closed, "13", userdebug, "gate", "false"},
	{"release app, eng, 13 QPR2", opened, "13", later(userdebug), "gate", "true"},
	{"release app, userdebug, dumpable", opened, "10", all(userdebug, dumpable), "gate", "true"},
	{"release app, userdebug, not dumpable", closed, "10", userdebug, "gate", "false"},
	{"user build, dumpable", closed, "10", all(release, dumpable), "gate", "false"},
	{"user build, dumpable, later 10", opened, "10", later(all(release, dumpable)), "gate", "true"},
	{"dumpable", opened, "11", all(release, dumpable), "gate", "true"},
	{"profileable", opened, "12", all(release, profileable), "gate", "true"},
	{"profileable", closed, "10", all(release, profileable), "gate", "false"},
	{"inject", closed, "10", all(release, inject), "gate", "false"},
	{"inject", opened, "11", all(release, inject), "gate", "true"},
	{"inject", opened, "16qpr2", all(release, inject), "gate", "true"},

	{"enable is 0", "7.2", "", func(_ *Device, _ *App, s *Settings) { s.Enable = "0" }, "gate", "false"},
	{"enable is no number", "7.2", "", func(_ *Device, _ *App, s *Settings) { s.Enable = "yes" }, "gate", "false"},
	{"enable is 2", opened, "", func(_ *Device, _ *App, s *Settings) { s.Enable = "2" }, "gate", "true"},
	{"another app", "7.2", "", func(_ *Device, _ *App, s *Settings) { s.App = "a.B" }, "gate", "false"},
	{"two apps", "7.2", "", func(_ *Device, _ *App, s *Settings) { s.App = "a.b:c" }, "gate", "false"},
	{"no app", "7.2", "", func(_ *Device, a *App, s *Settings) { s.App, a.Package = "", "" }, "gate", "false"},
	{"set too late", "7.1 7.2", "", when(TooLate), "gate", "false"},

	{"inject opens the system folder", "1.6 7.4", "11", off(all(release, inject)), "system", "true"},
	{"inject opens the system folder", "1.6 7.4", "", off(all(release, inject)), "system", "true"},
	{"inject, 10", "1.6", "10", off(all(release, inject)), "system", "false"},
	{"debuggable, user build", "1.6", "10", off(nil), "system", "false"},
	{"debuggable, userdebug", "1.6 7.3", "10", off(build(BuildUserdebug)), "system", "true"},
	{"debuggable, later 10", "1.6 7.3", "10", later(off(nil)), "system", "true"},
	{"debuggable", "1.6 7.3", "13", off(nil), "system", "true"},
	{"debuggable", "1.6 7.3", "16qpr2", off(nil), "system", "true"},
	{"profileable", "1.6 7.3", "15", off(all(release, profileable)), "system", "true"},
	{"release app", "1.6 7.3", "16", off(release), "system", "false"},
	{"release app, userdebug", "1.6 7.3", "13", off(userdebug), "system", "false"},
	{"release app, userdebug, 13 QPR2", "1.6", "13", later(off(userdebug)), "system", "true"},
	{"release app, eng", "1.6", "14", off(all(release, build(BuildEng))), "system", "true"},
	{"release app, userdebug", "1.6", "", off(userdebug), "system", "true"},
	{"native", "1.6", "12", native, "system", "true"},
	{"native, user build", "1.6", "10", native, "system", "false"},

	{"setting hides property", opened + "1.1", "", property, "list", "A.so"},
	{"setting, gate closed", closed + "7.9", "", release, "list", ""},
	{"from the setting", opened + "1.1", "", nil, "from", FromJava},
	{"from the property, gate open", "7.8", "", all(property, noList), "from", FromProperty},
	{"from the property, gate closed", closed + "1.2", "", all(property, release), "from", FromProperty},
	{"from the property, native", "7.2 7.9", "", all(property, native), "from", FromProperty},
	{"neither", closed + "7.9", "", release, "from", FromNowhere},

	{"wide", opened + "7.5", "10", nil, "path", "/d:/l1:/l2"},
	{"wide", opened + "7.6", "11", nil, "path", "/d:/l1:/l2"},
	{"wide for the property too", opened + "7.6", "", all(property, noList), "path", "/d:/l1:/l2"},
	{"narrow", closed + "7.5", "10", release, "path", "/l1:/l2"},
	{"narrow", closed + "7.6", "11", release, "path", "/l1:/l2"},
	{"narrow", closed + "7.6", "", release, "path", "/l1:/l2"},
	{"opened between", opened + "7.5", "10", when(Between), "path", "/d:/l1:/l2"},
	{"opened between", opened + "7.6", "11", all(when(Between), layerApp("p")), "path", "/d/l1:/l2"},
	{"opened between", opened + "7.6", "", all(when(Between), layerApp("p")), "path", "/d/l1:/l2"},
	{"native", "7.9", "", native, "path", ""},
	{"one package", opened + "7.5 7.7", "10", layerApp("p"), "path", "/d:/p:/p.apk!/lib/arm64-v8a:/l1:/l2"},
	{"one package", opened + "7.6 7.7", "", layerApp("p"), "path", "/d:/p:/p.apk!/lib/arm64-v8a:/l1:/l2"},
	{"two packages", opened + "7.6 7.7", "", layerApp("q:p:"), "path", "/d:/q:/q.apk!/lib/arm64-v8a:/p:/p.apk!/lib/arm64-v8a:/l1:/l2"},
	{"second ABI", opened + "7.6 7.7", "", all(layerApp("p"), abi("armeabi-v7a")), "path", "/d:/p:/p.apk!/lib/armeabi:/l1:/l2"},
	{"no ABI fits", opened + "7.6 7.7", "", all(layerApp("p"), abi("x86")), "path", "/d:/p:/p.apk!/lib/null:/l1:/l2"},
	{"an ABI of another world", opened + "7.6 7.7", "", all(layerApp("p"), abi("mips")), "path", "/d:/p:/p.apk!/lib/null:/l1:/l2"},
	{"missing", opened + "7.5 7.7", "10", layerApp("x:p"), "path", "/d:/p:/p.apk!/lib/arm64-v8a:/l1:/l2"},
	{"missing", opened + "7.6 7.7", "12", layerApp("x"), "path", "/d:/l1:/l2"},
	{"missing", opened + "6.19 7.7", "11", layerApp("p:x"), "crash", "the package x in gpu_debug_layer_app is not installed: on Android 11, the app crashes when it starts"},
	{"missing", "", "10", layerApp("x"), "crash", ""},
	{"missing, gate closed", closed + "7.7", "11", all(release, layerApp("x")), "crash", ""},
	{"missing, opened between", "7.6", "11", all(when(Between), layerApp("x")), "crash", ""},

	{"first path stays", "7.8", "", before("B.so", "/b"), "path", "/b"},
	{"last list wins", opened + "1.1 7.8", "", before("B.so", "/b"), "list", "A.so"},
	{"no list takes nothing away", "7.8 7.9", "", all(noList, before("B.so", "/b")), "list", "B.so"},

	{"log", opened + "1.11 7.7", "10", layerApp("x"), "log", "I: GPU debug layers enabled for a.b / I: GPU debug layer app: x / " +
		"W: Debug layer app 'x' not installed / I: GLES debug layer list: A.so"},
	{"log", opened + "1.11 7.7", "11", layerApp("x:p"), "log", "I: GPU debug layers enabled for a.b / I: GPU debug layer apps: x:p / " +
		"W: Debug layer app 'x' not installed / I: GLES debug layer list: A.so"},
	{"log", opened + "1.11", "", layerApp("p"), "log", "I: GPU debug layers enabled for a.b / I: GPU debug layer apps: p / " +
		"I: GLES debug layer list: A.so"},
	{"log, no list", opened + "1.11", "16", noList, "log", "I: GPU debug layers enabled for a.b / I: GLES debug layer list: null"},
	{"log, opened between", opened + "1.11 7.6", "12", all(when(Between), layerApp("x")), "log", "I: GLES debug layer list: A.so"},
	{"log, opened between", opened + "1.11 7.6", "", all(when(Between), layerApp("x")), "log", "I: GLES debug layer list: A.so"},
	{"log, gate closed", "7.2", "16", off(nil), "log", ""},
}

type change = func(*Device, *App, *Settings)

func all(changes ...change) change {
	return func(d *Device, a *App, s *Settings) {
		for _, c := range changes {
			if c != nil {
				c(d, a, s)
			}
		}
	}
}

func build(b string) change    { return func(d *Device, _ *App, _ *Settings) { d.Build = b } }
func when(t Time) change       { return func(_ *Device, _ *App, s *Settings) { s.Made = t } }
func abi(abi string) change    { return func(_ *Device, a *App, _ *Settings) { a.ABI = abi } }
func layerApp(p string) change { return func(_ *Device, _ *App, s *Settings) { s.LayerApp = p } }
func before(list, path string) change {
	return func(_ *Device, a *App, _ *Settings) { a.Before = Handed{list, path} }
}

func later(c change) change {
	return all(c, func(d *Device, _ *App, _ *Settings) { d.Later = true })
}

func off(c change) change {
	return all(c, func(_ *Device, _ *App, s *Settings) { s.Enable = "" })
}

func release(_ *Device, a *App, _ *Settings)     { a.Debuggable = false }
func inject(_ *Device, a *App, _ *Settings)      { a.InjectLayers = true }
func profileable(_ *Device, a *App, _ *Settings) { a.Profileable = true }
func dumpable(_ *Device, a *App, _ *Settings)    { a.Dumpable = true }
func native(_ *Device, a *App, _ *Settings)      { *a = App{Native: true, Package: "a.b"} }
func property(d *Device, _ *App, _ *Settings)    { d.Property = "P.so" }
func noList(_ *Device, _ *App, s *Settings)      { s.Layers = "" }

var userdebug = all(release, build(BuildUserdebug))
