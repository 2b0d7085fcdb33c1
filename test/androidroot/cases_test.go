//go:build androidroot && linux

package androidroot

import (
	"cmp"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/android/sysroot"
)

// A loaderCase is a case of package loader that a native program can play, with its lines under run --strict.
type loaderCase struct {
	Name, List, Env, Words string
	Lines                  []string
	Signal                 int
}

// caseLimit returns the time after which a program counts as hanging.
func (r *root) caseLimit() time.Duration {
	if r.emulator == "" {
		return 3 * time.Second
	}
	return 10 * time.Second
}

const rulesDir = "../../loader/testdata/rules/"

// TestCases plays the cases of package loader, such as those about locks and threads, over the real loader. The program,
// the layers and the driver write the same lines as under run --strict, and the same signal ends the program.
func TestCases(t *testing.T) {
	release := releaseOf(t)
	all := writeCases(t, release)
	r := casePhone(t)
	differ := 0
	for _, c := range all {
		why := differences[c.Name]
		if strings.HasPrefix(r.abi.Name, "arm") {
			why = cmp.Or(why, onARM[c.Name])
		}
		if why != "" {
			differ++
			t.Logf("%s: not compared: %s", c.Name, why)
			continue
		}
		lines, signal := r.play(t, c)
		want := kept(c.Lines)
		if at := firstDifference(lines, want); at >= 0 || !sameEnd(signal, c.Signal) {
			differ++
			t.Errorf("%s: signal %d, %d with run --strict\nlist %s\nenv %s\nwords %s\n%d lines, %d with run --strict; line %d: %q, %q with run --strict\nlog:\n    %s", c.Name, signal, c.Signal, c.List,
				c.Env, c.Words, len(lines), len(want), at, lineAt(lines, at), lineAt(want, at), strings.Join(r.lines("libEGL"), "\n    "))
		}
	}
	t.Logf("%d of %d cases are equal", len(all)-differ, len(all))
}

// differences are the cases in which Android and run --strict differ, and why.
var differences = map[string]string{
	"a layer that links libEGL calls the top of the chain": "its layer is linked with the libEGL of this machine",
	"errors are cleared before a call":                     "Android checks the surface of eglSurfaceAttrib before it calls the driver, even EGL_NO_SURFACE",
	"the driver is not called for an invalid display":      "Android queries strings of the driver in eglInitialize; run does not",
	"the attribute list of an invalid display is not read": "the driver returns no strings, and Android's eglInitialize crashes without them",
	"a program can query whether layers are supported":     "Android's client extensions are its own; run adds to those of the driver",
}

// onARM are further cases for ARM.
var onARM = map[string]string{
	"GL on a thread without EGL does nothing and logs nothing": "the functions of Android for ARM return their first argument then",
}

// sameEnd reports whether a program ended as expected: where Android crashes or hangs, run --strict prints the problem and
// ends the program with SIGABRT.
func sameEnd(signal, strict int) bool {
	return signal == strict || strict == int(syscall.SIGABRT) && slices.Contains([]int{hangs, int(syscall.SIGSEGV), int(syscall.SIGBUS), int(syscall.SIGILL)}, signal)
}

// hangs is the signal of a program that does not end.
const hangs = int(syscall.SIGKILL)

func lineAt(lines []string, i int) string {
	if i < 0 || i >= len(lines) {
		return ""
	}
	return lines[i]
}

func writeCases(t *testing.T, release string) (all []loaderCase) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "cases.json")
	command(t, "../..", []string{"CASES=" + path, "ANDROID=" + release}, "go", "test", "-count=1", "-tags", "androidroot", "-run", "^TestWriteCases$", "./loader")
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, &all)
	}
	if err != nil || len(all) == 0 {
		t.Fatalf("%d cases: %v", len(all), err)
	}
	return all
}

// casePhone returns a root with the driver, the layers and the program of the cases.
func casePhone(t *testing.T) *root {
	t.Helper()
	for _, name := range []string{"ANDROID_NDK_HOME", "ANDROID_NDK_ROOT", "ANDROID_HOME"} {
		t.Setenv(name, "")
	}
	r := newRoot(t, nil)
	clang, err := sysroot.Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s, err := clang.Root(t.Context(), "", r.abi)
	if err != nil {
		t.Fatal(err)
	}
	cc := func(args ...string) {
		t.Helper()
		command(t, ".", nil, slices.Concat(s.CC(), []string{"-std=c11", "-D_GNU_SOURCE", "-O1"}, args)...)
	}
	for _, f := range [][3]string{{"libEGL", "fake_egl.c", "driver"}, {"libGLESv2", "fake_gles.c", "gles"}, {"libGLESv1_CM", "fake_gles.c", "es1"}} {
		name := f[0] + "_fake.so"
		cc("-fPIC", "-shared", "-Wl,-soname,"+name, `-DFAKE="`+f[2]+`"`, "-o", r.path("vendor/lib64/egl/"+name), rulesDir+f[1])
	}
	for _, l := range [][4]string{{"A.so", "A", "AndroidGLESLayer_Initialize", "AndroidGLESLayer_GetProcAddress"}, {"B.so", "B", "AndroidGLESLayer_Initialize", "AndroidGLESLayer_GetProcAddress"},
		{"old.so", "O", "InitializeLayer", "GetLayerProcAddress"}, {"half.so", "H", "AndroidGLESLayer_Initialise", "AndroidGLESLayer_GetProcAddress"},
		{"misspelt.so", "M", "AndroidGLESLayer_Initialize", "AndroidGLESLayer_GetProcAddres"}} {
		cc("-fPIC", "-shared", `-DNAME="`+l[1]+`"`, "-DINITIALIZE="+l[2], "-DGET_PROC_ADDRESS="+l[3], "-o", r.path("data/local/debug/gles/"+l[0]), rulesDir+"layer.c")
	}
	cc("-fPIE", "-pie", "-Wl,-dynamic-linker,"+inBits("/system/bin/linker64"), "-Wl,--allow-shlib-undefined", "-o", r.path("data/local/tmp/app"), "testdata/start.c", rulesDir+"app.c")
	return r
}

// play runs a case, and returns the lines of its transcript.
func (r *root) play(t *testing.T, c loaderCase) (lines []string, signal int) {
	t.Helper()
	const layers, transcript = "/data/local/debug/gles", "/data/local/tmp/transcript"
	if err := os.WriteFile(r.path(transcript[1:]), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	expand := strings.NewReplacer("$LAYERS", layers).Replace
	r.set(t, map[string]string{"debug.gles.layers": expand(c.List)})
	r.forget()
	env := []string{"TRANSCRIPT=" + transcript, "DRIVER=" + inBits("/vendor/lib64/egl")}
	for _, line := range strings.Split(c.Env, "\n") {
		if line != "" {
			env = append(env, expand(line))
		}
	}
	_, err := r.runFor(t, r.caseLimit(), env, append([]string{"/data/local/tmp/app"}, strings.Fields(expand(c.Words))...)...)
	if status := (*exec.ExitError)(nil); errors.As(err, &status) {
		signal = signalOf(status)
	}
	content, err := os.ReadFile(r.path(transcript[1:]))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer(layers+"/", "", layers, "$LAYERS").Replace(string(content))
	return kept(strings.Split(text, "\n")), signal
}

// signalOf returns the signal that ended a program. A shell reports it as 128 and its number. In the emulator, a program of
// Android 14 and newer that crashes ends with status 1, which the program of the cases never has.
func signalOf(status *exec.ExitError) int {
	w := status.Sys().(syscall.WaitStatus)
	switch {
	case w.Signaled():
		return int(w.Signal())
	case status.ExitCode() == 1:
		return int(syscall.SIGSEGV)
	}
	return max(0, status.ExitCode()-128)
}

// own are the lines of the program, the layers and the driver.
var ownLine = regexp.MustCompile(`^(app|[ABOHM]|driver|gles|es1) `)

// kept returns these lines. Addresses and numbers of libraries are not compared.
func kept(lines []string) (some []string) {
	for _, line := range lines {
		if ownLine.MatchString(line) {
			some = append(some, normalize.Replace(nextOfEGL.ReplaceAllString(mangled.ReplaceAllString(line, "loader"), "$1 loader")))
		}
	}
	return some
}

// mangled is an internal function of Android's loader. The loader of run has no symbols for its own.
var mangled = regexp.MustCompile(`public _Z\w+`)

// nextOfEGL is the function below a layer for an EGL function: on Android always the loader's, under run the driver's if the
// loader would only call it.
var nextOfEGL = regexp.MustCompile(`^(. is asked for (egl\w+):) driver egl\w+$`)

// normalize replaces the driver's display of eglGetPlatformDisplay by that of eglGetDisplay: Android calls the first for both.
var normalize = strings.NewReplacer("0xd2", "0xd1")

// firstDifference returns the index of the first line that differs, or -1. Addresses are not compared.
func firstDifference(a, b []string) int {
	address := regexp.MustCompile(`0x[0-9a-f]{6,}`)
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || address.ReplaceAllString(a[i], "ADDRESS") != address.ReplaceAllString(b[i], "ADDRESS") {
			return i
		}
	}
	return -1
}
