package device

import (
	"encoding/base64"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/rules"
)

// The output of dumpsys on Android 13, with lines that vendors add, and with a system package that an update
// hides.
const dump = `Activity Resolver Table:
  Non-Data Actions:
      android.intent.action.MAIN:
        4b2f com.example.game/.Main filter 9f3
Key Set Manager:
  [com.example.game]
      Signing KeySets: 12
VendorPolicy: {com.example.game=[ userId=1 ]}

Packages:
  Package [com.example.other] (11):
    userId=10001
    User 0: ceDataInode=1 installed=true hidden=false
  Package [com.example.game] (22b1c8a):
    userId=10123
    pkg=Package{7d1 com.example.game}
    codePath=/data/app/~~q==/com.example.game-z==
    resourcePath=/data/app/~~q==/com.example.game-z==
    legacyNativeLibraryDir=/data/app/~~q==/com.example.game-z==/lib
    extractNativeLibs=true
    primaryCpuAbi=arm64-v8a
    secondaryCpuAbi=null
    cpuAbiOverride=null
    versionCode=7 minSdk=24 targetSdk=33
    minExtensionVersions=[]
    versionName=1.0 dataDir=/evil secondaryCpuAbi=x86
    flags=[ DEBUGGABLE HAS_CODE ALLOW_CLEAR_USER_DATA ]
    privateFlags=[ PRIVATE_FLAG_ACTIVITIES_RESIZE_MODE_RESIZEABLE ]
    forceQueryable=false (override=true)
    User 0: ceDataInode=3 installed=true hidden=false suspended=false
      dataDir=/data/user/0/com.example.game
      gids=[3003]
    User 10: ceDataInode=0 installed=false hidden=false
      dataDir=/data/user/10/com.example.game

Hidden system packages:
  Package [com.example.game] (99):
    userId=1
    primaryCpuAbi=x86
`

func TestPackageDump(t *testing.T) {
	f := &Facts{ABIs: []string{"arm64-v8a"}}
	p := &Package{Name: "com.example.game"}
	p.read(dumpBlock(dump, p.Name), f)
	want := &Package{Name: "com.example.game", Installed: true, UID: 10123, TargetSDK: 33, MinSDK: 24, PrimaryABI: "arm64-v8a",
		NativeLibraryDir: "/data/app/~~q==/com.example.game-z==/lib/arm64", SourceDir: "/data/app/~~q==/com.example.game-z==/base.apk",
		DataDir: "/data/user/0/com.example.game", Debuggable: true, ForceQueryable: true, ExtractsLibs: true}
	if !reflect.DeepEqual(p, want) {
		t.Errorf("%+v\nnot\n%+v", p, want)
	}
	f.User = 10
	p = &Package{Name: "com.example.game"}
	if p.read(dumpBlock(dump, "com.example.game"), f); p.Installed || p.UID != 1010123 || p.DataDir != "/data/user/10/com.example.game" {
		t.Errorf("user 10: %+v", p)
	}
	if b := dumpBlock("Unable to find package: x", "x"); b != nil {
		t.Errorf("%q", b)
	}
}

func TestSees(t *testing.T) {
	s := &State{Facts: Facts{API: 30}, Packages: map[string]*Package{"c.game": {TargetSDK: 30, UID: 10123}, "x.y": {TargetSDK: 33, UID: 1010001},
		"old.game": {TargetSDK: 29}, "c.launcher": {TargetSDK: 33, QueriesAll: true}, "c.system": {TargetSDK: 33, UID: 1001000},
		"e.layers": {}, "f.layers": {ForceQueryable: true}}, queries: parseQueries("Queries:\n  system apps queryable: false\n  forceQueryable:\n    [com.android.shell, a.layers]\n    b.layers\n" +
		"  queries via package name:\n    c.game:\n      d.layers\n\nOther:\n  forceQueryable:\n    e.layers\n")}
	for target, want := range map[string]bool{"a.layers": true, "b.layers": true, "d.layers": true, "c.game": true, "e.layers": false, "": false} {
		if sees, known := s.Sees("c.game", target); sees != want || !known {
			t.Errorf("%s: %v, %v", target, sees, known)
		}
	}
	for app, want := range map[string]bool{"x.y": false, "old.game": true, "c.launcher": true, "c.system": true} {
		if sees, known := s.Sees(app, "d.layers"); sees != want || !known {
			t.Errorf("%s sees d.layers: %v, %v", app, sees, known)
		}
	}
	if sees, _ := s.Sees("x.y", "f.layers"); !sees {
		t.Error("what all see is not seen")
	}
	if sees, known := s.Sees("no.such", "d.layers"); sees || known {
		t.Error("of an app that was not read it is known")
	}
	s.queries = parseQueries("Unknown command: queries\n")
	if sees, known := s.Sees("x.y", "d.layers"); sees || known {
		t.Error("without a list it is known")
	}
	s.API = 29
	if sees, _ := s.Sees("x.y", "d.layers"); !sees {
		t.Error("up to Android 10 all see all")
	}
}

// A package that requests or has the permission sees all others; declaring it is not enough.
func TestQueriesAll(t *testing.T) {
	for line, want := range map[string]bool{queriesAll: true, queriesAll + ": granted=true": true, queriesAll + ": prot=normal": false,
		queriesAll + ": granted=false": false, "com.example." + queriesAll: false} {
		p := &Package{Name: "com.example.game"}
		p.read([]string{"requested permissions:", line}, &Facts{})
		if p.QueriesAll != want {
			t.Errorf("%s: %v", line, p.QueriesAll)
		}
	}
}

// Values of properties may contain any text. Only the first line of a deciding property counts.
func TestProps(t *testing.T) {
	a := answers{"props": "[a]: [x]\n[evil]: [y\nz]]\n[ro.build.type]: [eng]\n", "prop-ro.build.type": "user\n", "prop-ro.build.version.sdk": "33\n",
		"prop-ro.product.cpu.abilist": "arm64-v8a,armeabi-v7a\n", "prop-ro.build.id": "TQ2A.230305.008\n"}
	f := a.facts("s")
	if f.Build != "user" || f.Props["evil"] != "y\nz]" || f.Props["a"] != "x" || f.API != 33 || len(f.ABIs) != 2 || !f.LateBuild || f.Release.ID != "13" {
		t.Errorf("%+v", f)
	}
	if len(f.Settings) != 0 || f.SettingsFault() == nil {
		t.Errorf("settings that were not told: %+v", f.Settings)
	}
}

func TestSettings(t *testing.T) {
	a := answers{"setting-gpu_debug_app": "null\n=\n", "setting-gpu_debug_layers": "null\r\n=\r\n", "setting-gpu_debug_layer_app": "\n=\n", "setting-gpu_debug_layers_gles": "a.so:b.so\n=\n", "setting-enable_gpu_debug_layers": "null\n=\n",
		"settings": "gpu_debug_layers=null\ngpu_debug_layers_gles=a.so:b.so\n",
		"writers":  "_id:7 name:gpu_debug_layers_gles pkg:com.android.shell value:a.so default:a.so\n"}
	for name, want := range map[string]Setting{"gpu_debug_app": {}, "gpu_debug_layers": {"null", true, ""}, "gpu_debug_layer_app": {"", true, ""},
		"gpu_debug_layers_gles": {"a.so:b.so", true, "com.android.shell"}, "enable_gpu_debug_layers": {}} {
		if got := a.settings()[name]; got != want {
			t.Errorf("%s: %+v, not %+v", name, got, want)
		}
	}
	if f := a.facts("s"); f.SettingsFault() != nil {
		t.Error(f.SettingsFault())
	}
	for _, output := range []string{"", "\n", "=\n", "null\n", "a.so\n"} { // the device lacks the program, or it denies access
		a["setting-gpu_debug_app"] = output
		if f := a.facts("s"); f.SettingsFault() == nil {
			t.Errorf("%q: %+v", output, f.Settings)
		}
	}
}

func TestRelease(t *testing.T) {
	for _, c := range []struct {
		api      int
		id, full string
		want     string
		later    bool
	}{
		{28, "", "", "", false}, {29, "QQ3A", "", "10", false}, {32, "", "", "12", false}, {31, "", "", "12", false},
		{33, "TP1A", "", "13", false}, {33, "TQ3A", "", "13", true}, {34, "UP1A", "", "14", false}, {34, "AP1A", "", "14qpr1", false}, {34, "AP2A", "", "14qpr3", false}, {35, "AP3A", "", "15", false}, {35, "BP1A", "", "15qpr", false},
		{36, "BP2A", "36.0", "16", false}, {36, "BP3A", "36.0", "16qpr1", false}, {36, "X", "36.1", "16qpr2", false}, {40, "", "", "16qpr2", false},
	} {
		r, later := release(c.api, c.id, c.full)
		id := ""
		if r != nil {
			id = r.ID
		}
		if id != c.want || later != c.later {
			t.Errorf("%+v: %s %v", c, id, later)
		}
	}
	for _, b := range builds() {
		if _, ok := rules.FindRelease(b.release); !ok || b.id == "" || b.api < 29 {
			t.Errorf("builds.tsv: %+v", b)
		}
	}
}

func TestFiles(t *testing.T) {
	got := parseFiles("700 12 a.so\n644 x b.so\nstat: no\n600 5 /d/e/c d.so\r\n", "")
	if want := []File{{"a.so", 12, "700"}, {"c d.so", 5, "600"}}; !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
	if got := parseFiles("700 1 /d/e/a.so\n700 1 /d/f/b.so\n", "/d/e"); len(got) != 1 {
		t.Errorf("%+v", got)
	}
	if got := parsePIDs(" 10123 12\n1010123 x\n1010123 34\n12\n1010123 35 36\n", 1010123); !slices.Equal(got, []int{34}) {
		t.Errorf("%v", got)
	}
}

// Text within an answer must not start another answer.
func TestSplit(t *testing.T) {
	a := split("noise\n\nM one\n1\nMM two\n2\n\nM two\n\nM three\nend", "M")
	if want := (answers{"one": "1\nMM two\n2\n", "two": "", "three": "end"}); !reflect.DeepEqual(a, want) {
		t.Errorf("%q", a)
	}
	if s := newScript(); s.mark == newScript().mark || len(s.mark) < 20 {
		t.Error("the mark can be guessed")
	}
}

func TestApps(t *testing.T) {
	a := answers{"dump": dump, "third": "package:com.example.game\n", "manifests": "com.example.game !!!\n"}
	apps := a.apps(&Facts{})
	if len(apps) != 2 || !apps["com.example.game"].ThirdParty || apps["com.example.other"].ThirdParty || apps["com.example.game"].UID != 10123 {
		t.Errorf("%+v", apps)
	}
}

func TestCheckPackage(t *testing.T) {
	for name, good := range map[string]bool{"a.b": true, "android": true, "a.b_C9": true, "": false, "a;b": false, "a b": false, "../a": false, "a.": false, "-a": false} {
		if (CheckPackage(name) == nil) != good {
			t.Errorf("%q", name)
		}
	}
}

// Rules decides for an app that is not installed, too.
func TestRules(t *testing.T) {
	s := &State{Facts: Facts{ABIs: []string{"x86_64"}, Settings: map[string]Setting{"gpu_debug_app": {Value: "a.b", Set: true}, "enable_gpu_debug_layers": {Value: "1", Set: true}}},
		Packages: map[string]*Package{"a.b": {Installed: true, Debuggable: true, NativeLibraryDir: "/n", DataDir: "/d", SourceDir: "/s"}}}
	if d := rules.Decide(s.Rules("a.b")); !d.Gate || d.Path != "/d:/n:/s!/lib/x86_64" {
		t.Errorf("%+v", d)
	}
	if d := rules.Decide(s.Rules("c.d")); d.Gate {
		t.Errorf("%+v", d)
	}
}

func FuzzParsers(f *testing.F) {
	f.Add(dump)
	f.Add("[a]: [x]\n[b]: []\n")
	f.Add("11-21 17:41:52.123  1234  1240 E libEGL  : Failed to load layer /a with error: b")
	f.Fuzz(func(t *testing.T, text string) {
		name := "com.example.game"
		a := answers{"props": text, "dump": text, "dump-0": text, "manifest-0": text, "libs-0": text, "files-0": text, "pids-0": text, "launch-0": text,
			"settings": text, "writers": text, "user": text, "third": text, "manifests": text + "\n" + name + " " + base64.StdEncoding.EncodeToString([]byte(text))}
		facts := a.facts("s")
		p := a.pkg(0, name, &facts)
		if p.Name != name || strings.ContainsAny(p.Launch, " \n;'") {
			t.Errorf("%+v", p)
		}
		parseQueries(text)
		a.apps(&facts)
		if l, ok := ParseLine(text); ok {
			Meaning(l)
		}
	})
}
