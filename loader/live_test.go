//go:build linux

package loader_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/rules"
)

// statsCases test the statistics that a process leaves.
var statsCases = []ruleCase{
	{
		name: "the statistics of a killed program are complete", list: "A.so:B.so", dies: syscall.SIGKILL,
		env: "FAKE_KNOWS=glTest1\nB_HOOK=glClear,glTest1\nA_ASK_glTest1=public.eglQueryAPI",
		words: current + "glClear:1 glClear:2 f=eglGetProcAddress:'glTest1 @f eglGetProcAddress:'glTest1 " +
			"thread{ eglMakeCurrent:@d:0:0:@c glClear:3 } raise:9",
		check: checkKilledStats,
	}, {
		name: "an abandoned load", list: "half.so:A.so", words: "eglGetDisplay",
		check: stateIs(loader.StateAbandoned),
	}, {
		name: "no driver", list: "A.so", config: "driver_egl=/nonexistent/libEGL.so.1", words: "eglGetDisplay",
		check: stateIs(loader.StateNoDriver),
	}, {
		name: "no layer", words: "eglGetDisplay", check: stateIs(loader.StateNone),
	},
}

var lateSeed, evenSeed = uint64(3), uint64(2)

// hereCases test behavior that, without strict, is that of a desktop and not of a device.
var hereCases = []ruleCase{
	{
		name: "--chaos has drivers that know every GL name", chaos: &lateSeed,
		words: "f=eglGetProcAddress:'glNobody " + current + "?@f %eglGetProcAddress:'eglNobody",
		want:  "app @f = 0\napp eglGetProcAddress:'eglNobody = NULL",
	}, {
		name: "--chaos has drivers that do not know every GL name", chaos: &evenSeed,
		words: "%eglGetProcAddress:'glNobody", want: "app eglGetProcAddress:'glNobody = NULL",
	}, {
		name: "--chaos loads layers late", list: "A.so", chaos: &lateSeed, words: "?eglQueryAPI ?eglQueryAPI", keep: "latched",
		want: "app eglQueryAPI = 0x30a0\nD loader: latched 1 layers\napp eglQueryAPI = 0x30a0",
	},
	{
		name: "without layers handles are the driver's", list: "A.so", words: surface + "same:@d:0xd1 same:@s:0x52 same:@c:0xc1",
		want: "app same\napp same\napp same",
	}, {
		name: "without layers strings are the driver's", list: "A.so", env: "FAKE_GL_EXTENSIONS=GL_X_y\nFAKE_EXTENSIONS=EGL_X_y",
		words: current + "~glGetString:0x1f03 ~eglQueryString:@d:0x3055", want: "app glGetString = GL_X_y\napp eglQueryString = EGL_X_y",
	}, {
		name: "a program whose layers are not found uses its driver", env: "FAKE_SAY=glClear\nFAKE_KNOWS=glTest1",
		words: current + "glClear:1 f=eglGetProcAddress:'glTest1 @f", want: "gles glClear 0x1\ndriver glTest1", keep: "^[WE]",
	}, {
		name: "an EGL forwarder works on a thread that has not called EGL", env: "FAKE_KNOWS=eglTest1\nFAKE_SAY=glClear",
		words: "f=eglGetProcAddress:'eglTest1 thread{ ?@f ?glClear:1 }", want: "driver eglTest1\napp @f = 0x70\napp glClear = 0", keep: "^E",
	}, {
		name: "a layer returns null for an EGL function", list: "A.so", env: "FAKE_KNOWS=eglTest1\nA_NULL=eglTest1",
		words: "f=eglGetProcAddress:'eglTest1 ?@f", want: "app @f = 0",
	}, {
		name: "a file that reuses the log's descriptor is not written to", list: "A.so", files: []string{"mine:text"},
		words: "close:3 close:4 close:5 open:'$OWN/mine:1025 eglGetDisplay", check: checkUntouched,
	}, {
		name: "a forked process has its own current context", list: "A.so", env: "A_HOOK=glClear\nFAKE_SAY=glClear", keep: "^E",
		words: current + "fork{ eglMakeCurrent:@d:0:0:0 glClear:1 } glClear:2 thread{ eglQueryAPI glClear:3 }",
		want:  "E libEGL: call to *\nA glClear\ngles glClear 0x2\nE libEGL: call to *",
		check: checkForkStats,
	}, {
		name: "a forked process that does not use EGL", words: "eglGetDisplay fork{ glClear:1 }", check: stateIs(loader.StateNone),
	},
}

func TestHere(t *testing.T) {
	s := theFixture(t)
	for i := range hereCases {
		if err := s.runCase(&hereCases[i], ""); err != nil {
			t.Errorf("%s: %v", hereCases[i].name, err)
		}
	}
}

func TestStatsOfRun(t *testing.T) {
	s := theFixture(t)
	for i := range statsCases {
		if err := s.runCase(&statsCases[i], ""); err != nil {
			t.Errorf("%s: %v", statsCases[i].name, err)
		}
	}
}

// Each release has its own walk (rules 2.2 to 2.6, 11).
func TestWalks(t *testing.T) {
	s := theFixture(t)
	for _, r := range rules.Releases() {
		c := ruleCase{release: r.ID, list: "A.so", env: "A_TELL=*", words: "eglGetDisplay", check: walksAll}
		if err := s.runCase(&c, ""); err != nil {
			t.Errorf("Android %s: %v", r.ID, err)
		}
	}
}

func stateIs(want loader.State) func(outcome) error {
	return func(o outcome) error {
		processes, err := o.run.Stats()
		if err == nil && (len(processes) != 1 || processes[0].State != want || !processes[0].Touched) {
			err = fmt.Errorf("the processes are not of one program that is %v: %+v", want, processes)
		}
		return err
	}
}

func checkKilledStats(o outcome) error {
	processes, err := o.run.Stats()
	if err != nil || len(processes) != 1 || processes[0].State != loader.StateAttached || len(processes[0].Layers) != 2 {
		return fmt.Errorf("%d processes: %w", len(processes), err)
	}
	b := processes[0]
	var errs []error
	for name, want := range map[string]uint64{"glClear": 3, "glTest1": 1, "eglInitialize": 1, "glFlush": 0} {
		if got := callsOn(b, name); got != want {
			errs = append(errs, fmt.Errorf("%s has %d calls, not %d", name, got, want))
		}
	}
	for i, want := range []string{"glClear glTest1", ""} { // B is on the driver's side
		if got := strings.Join(hookedBy(b, b.Layers[i]), " "); got != want {
			errs = append(errs, fmt.Errorf("%s hooks %q, not %q", b.Layers[i].Path, got, want))
		}
		if b.Layers[i].Lookups != 2 {
			errs = append(errs, fmt.Errorf("%s has %d look-ups", b.Layers[i].Path, b.Layers[i].Lookups))
		}
	}
	if !slices.ContainsFunc(b.Problems, func(p string) bool { return strings.HasSuffix(p, "(rule 4.7)") }) {
		errs = append(errs, fmt.Errorf("the problems are %q", b.Problems))
	}
	return errors.Join(errs...)
}

// checkUntouched checks that the program's own file is unchanged, and that the log has no line from after the
// close.
func checkUntouched(o outcome) error {
	content, err := os.ReadFile(filepath.Join(o.own, "mine"))
	if err != nil || string(content) != "no library\n" || slices.Contains(o.lines, "D loader: latched 1 layers") {
		return fmt.Errorf("the file is now %q, the log %q: %w", content, o.lines, err)
	}
	return nil
}

// checkForkStats checks that each process counts only its own calls.
func checkForkStats(o outcome) error {
	processes, err := o.run.Stats()
	if err != nil || len(processes) != 2 || processes[0].PID == processes[1].PID {
		return fmt.Errorf("%d processes: %w", len(processes), err)
	}
	var calls []uint64
	for _, b := range processes {
		if b.State != loader.StateAttached || !b.Touched || len(b.Layers) != 1 {
			err = errors.Join(err, fmt.Errorf("%v, touched %v, %d layers", b.State, b.Touched, len(b.Layers)))
		}
		calls = append(calls, callsOn(b, "glClear"), callsOn(b, "eglCreateContext"))
	}
	if parent, child := []uint64{2, 1}, []uint64{1, 0}; !slices.Equal(calls, append(parent, child...)) && !slices.Equal(calls, append(child, parent...)) {
		err = errors.Join(err, fmt.Errorf("the processes called glClear and eglCreateContext so often: %d", calls))
	}
	return err
}

// callsOn adds the counts of a name, which may be in two libraries.
func callsOn(b loader.ProcessStats, name string) (sum uint64) {
	for i, n := range b.Names {
		if n == name {
			sum += b.Calls[i]
		}
	}
	return sum
}

func hookedBy(b loader.ProcessStats, layer loader.LayerStats) (names []string) {
	for i, name := range b.Names {
		if layer.Hooked[i] {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
