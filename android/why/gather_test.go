package why

import (
	"encoding/base64"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/android/device"
)

const logText = `--------- beginning of main
11-21 09:00:00.000   200   200 I libEGL  : Debug layer list: libzygote.so
11-21 09:59:00.000   900   950 I ActivityManager: Start proc 4711:com.example.game/u0a123 for service
11-21 09:59:00.100  4711  4711 I libEGL  : Debug layer list: libold.so
11-21 10:00:00.000   900   950 I ActivityManager: Start proc 4711:com.example.game/u0a123 for top-activity {com.example.game/.Main}
11-21 10:00:00.100  4711  4711 I GraphicsEnvironment: GPU debug layers enabled for com.example.game
11-21 10:00:00.101  4711  4711 W GraphicsEnvironment: Debug layer app 'com.gone' not installed
11-21 10:00:00.102  4711  4711 I GraphicsEnvironment: GLES debug layer list: liba.so:libb.so
11-21 10:00:00.200  4711  4720 I libEGL  : Debug layer list: liba.so:libb.so
11-21 10:00:00.201  4711  4720 I libEGL  : Searching /data/user/0/com.example.game for GLES layers
11-21 10:00:00.202  4711  4720 I libEGL  : GLES layer found: /data/data/com.example.game/libb.so
11-21 10:00:00.203  4711  4720 E libEGL  : Failed to load layer /data/data/com.example.game/libb.so with error: dlopen failed: library "libx.so" not found
11-21 10:00:00.204  4711  4720 W auditd  : type=1400 audit(0.0:1): avc: denied { read } for comm="game" name="liba.so" scontext=u:r:untrusted_app:s0
11-21 10:00:01.000  5000  5000 I libEGL  : Debug layer list: libother.so
`

func TestReadLog(t *testing.T) {
	e := wellDevice()
	e.readLog(logText, []string{"200"})
	s := e.Start
	if s.PID != 4711 || s.Time != "11-21 10:00:00.000" || s.SearchedAt != "11-21 10:00:00.200" || !s.Whole || !s.Enabled {
		t.Errorf("%+v", s)
	}
	if s.Java != (Text{true, "liba.so:libb.so"}) || s.List != (Text{true, "liba.so:libb.so"}) || !slices.Equal(s.Missing, []string{"com.gone"}) {
		t.Errorf("%+v", s)
	}
	if len(s.Found) != 1 || len(s.Failed) != 1 || s.Failed[0].Path != "/data/data/com.example.game/libb.so" || len(s.Denied) != 1 {
		t.Errorf("%+v", s)
	}
	if why := s.Failed[0].Why; !strings.HasPrefix(why, "the file does not exist") || !strings.HasSuffix(why, "; to fix it, check the path and the permissions of the file") {
		t.Error(why)
	}
	if e.Zygote == nil || e.Zygote.List.Value != "libzygote.so" {
		t.Errorf("%+v", e.Zygote)
	}
}

// TestLastProcess checks that the last process comes from the log if no process is running.
func TestLastProcess(t *testing.T) {
	for log, want := range map[string]int{
		logText: 4711, "": 0, "11-21 10:00:00.100  12  12 I GraphicsEnvironment: GPU debug layers enabled for com.example.game\n": 12,
		"11-21 10:00:00.100  12  12 I GraphicsEnvironment: GPU debug layers enabled for com.example.games\n":           0,
		"11-21 10:00:00.000   900   950 I ActivityManager: Start proc 13:com.example.game:remote/u0a123 for service\n": 13,
		"11-21 10:00:00.000   900   950 I ActivityManager: Start proc 13:com.example.game/u10a123 for service\n" +
			"11-21 10:00:00.100  13  13 I GraphicsEnvironment: GPU debug layers enabled for com.example.game\n": 0, // of another user
		"11-21 10:00:00.000   900   950 I other: Start proc 13:com.example.game/u0a123 for service\n": 0,
	} {
		e := wellDevice()
		e.Process, e.Start = Process{}, nil
		e.readLog(log, nil)
		got := 0
		if e.Start != nil {
			got = e.Start.PID
		}
		if got != want {
			t.Errorf("%d, want %d, in %q", got, want, log)
		}
	}
}

// TestKnownSees checks that visibility is unknown without the output of dumpsys; an app that targets API 29
// sees all packages.
func TestKnownSees(t *testing.T) {
	s := state()
	s.Packages[layers] = &device.Package{Name: layers, Installed: true}
	for target, want := range map[int]Answer{29: Yes, 34: Unknown} {
		s.Packages[app].TargetSDK = target
		if got := newEvidence(s, Query{App: app}).Sees[layers]; got != want {
			t.Errorf("target %d: %v", target, got)
		}
	}
}

func state() *device.State {
	return &device.State{Facts: device.Facts{API: 34}, Packages: map[string]*device.Package{app: {Name: app, UID: 10123, Libs: []string{"libx.so"}}}}
}

// TestReadPlace checks that files of a directory are read with all attributes.
func TestReadPlace(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	answer := "noise\r\nopen\nfile 700 12 10123 2026-11-21 10:00:00.123456789 +0000 regular file\nname liba.so\npath /data/data/g/liba.so\n" +
		"file 755 4096 0 2026-11-21 10:00:00.123456789 directory\nname sub.so\npath /data/data/g/sub.so\n" +
		"file 755 4096 0 garbled\nname no.so\npath /x\n" +
		"bytes liba.so\n" + base64.StdEncoding.EncodeToString(whole[:5000]) + "\n\nbytes sub.so\nAAAA\n\nbytes liba.so\nAAA"
	e, p := wellDevice(), Place{Dir: "/data/user/0/g", To: "app"}
	e.readPlace(&p, answer, state())
	if len(p.Files) != 2 || p.Unreadable != "" {
		t.Fatalf("%+v", p)
	}
	if f := p.Files[0]; f.Path != "/data/data/g/liba.so" || f.Mode != "700" || !f.OwnedByApp || f.Changed != "11-21 10:00:00.123456789" || f.Damage == "" {
		t.Errorf("%+v", f)
	}
	if f := p.Files[1]; !f.Dir || f.OwnedByApp || f.Object != nil || f.Damage != "" {
		t.Errorf("%+v", f)
	}
}

// TestReadFailure: a folder that cannot be read is not treated as an empty one.
func TestReadFailure(t *testing.T) {
	for answer, want := range map[string]string{
		"run-as: package not debuggable: com.example.game\n": "run-as: package not debuggable: com.example.game",
		"":       "the app is not debuggable, or run-as fails",
		"open\n": "",
	} {
		e, p := wellDevice(), Place{Dir: "/d", To: "app"}
		e.readPlace(&p, answer, state())
		if p.Unreadable != want {
			t.Errorf("%q: %q", answer, p.Unreadable)
		}
	}
}

func TestChosenDriver(t *testing.T) {
	e := wellDevice()
	for i, c := range []struct {
		all, apps, words string
		want             State
	}{
		{"1", "null", "null", Fails},
		{"0", "a.b," + app, "native,angle", Fails},
		{"null", "a.b," + app, "angle,native", OK},
		{"", app, "", OK},
	} {
		e.readDrivers(map[string]string{allANGLE: c.all + "\n", "angle_gl_driver_selection_pkgs": c.apps + "\n", "angle_gl_driver_selection_values": c.words + "\n"})
		ev := &evaluation{Evidence: &e}
		if got := ev.checkANGLE(); got.state != c.want {
			t.Errorf("%d: %+v", i, got)
		}
	}
}

func TestGoLibraries(t *testing.T) {
	got := goLibraries("libx.so\nlibother.so\n\n", &device.Package{NativeLibraryDir: "/l", Libs: []string{"libx.so"}})
	if !slices.Equal(got, []string{"/l/libx.so"}) {
		t.Errorf("%q", got)
	}
}

func TestNeedsES1(t *testing.T) {
	for _, c := range []struct {
		es1, es2 string
		want     Answer
	}{{"liba.so\n", "", Yes}, {"liba.so\n", "libb.so\n", No}, {"", "\n", Unknown}} {
		if got := needsES1(c.es1, c.es2); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// FuzzAnswers checks that Explain never panics, for any output of a device.
func FuzzAnswers(f *testing.F) {
	f.Add(logText, "open\nfile 700 12 10123 2026-11-21 10:00:00.1 +0000 regular file\nname liba.so\npath /d/liba.so\nbytes liba.so\nAAAA\n\n", "liba.so:")
	f.Add("", "in liba.so\n", "::")
	f.Fuzz(func(t *testing.T, log, place, list string) {
		e := wellDevice()
		e.Settings.Layers = list
		e.Places = append(e.Places, Place{Dir: "/a.apk!/lib/x86", Archive: true})
		for i := range e.Places {
			e.Places[i].Files = nil
			e.readPlace(&e.Places[i], place, state())
		}
		e.readLog(log, []string{"200", "x"})
		d := Explain(e)
		if d.Loaded && d.First != nil {
			t.Error("loaded, and yet not")
		}
		for _, r := range d.Results {
			if r.State == Fails && (r.What == "" || r.Remedy == "") {
				t.Errorf("%+v", r)
			}
			if strings.Contains(r.Remedy, "\n") && !strings.Contains(r.Remedy, "'") {
				t.Errorf("a command of several lines: %q", r.Remedy)
			}
		}
	})
}
