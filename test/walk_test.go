package test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/test/device"
)

// A walker is a new user with an empty home, an empty directory, and only the programs of one directory.
type walker struct {
	*testing.T
	dir, home string
	env       []string
	walked    []string
}

func newWalker(t *testing.T, env ...string) *walker {
	t.Helper()
	w := &walker{T: t, dir: t.TempDir(), home: t.TempDir()}
	w.env = append(env, "PATH="+t.TempDir(), "HOME="+w.home)
	return w
}

// run runs one step and returns the output and the exit code.
func (w *walker) run(args ...string) (out, msg string, code int) {
	w.Helper()
	ctx, stop := context.WithTimeout(w.Context(), runLimit)
	defer stop()
	cmd := exec.CommandContext(ctx, filepath.Join(bin, "gleslayergen"), args...)
	cmd.Dir, cmd.Env = w.dir, w.env
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil && !errors.As(err, new(*exec.ExitError)) || ctx.Err() != nil {
		w.Fatalf("%q: %v", args, err)
	}
	w.walked = append(w.walked, strings.Join(args, " "))
	return stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()
}

// ofGo are words in Go's own errors that mean nothing to a user.
var ofGo = regexp.MustCompile(`exec:|executable file not found|fork/exec|exit status|goroutine|<nil>|%!|dial tcp|[a-z]---------`)

// fails runs a step that cannot succeed: it prints one error, one hint, and nothing else.
func (w *walker) fails(step string, code int, words ...string) {
	w.Helper()
	out, msg, got := w.run(strings.Fields(step)...)
	lines := strings.Split(strings.TrimSuffix(msg, "\n"), "\n")
	if got != code || len(lines) != 2 || !strings.HasPrefix(lines[0], "gleslayergen: ") || !strings.HasPrefix(msg[len(lines[0])+1:], "hint: ") {
		w.Errorf("%s: exit code %d, not %d\n%s%s", step, got, code, out, msg)
	}
	for _, word := range words {
		if !strings.Contains(msg, word) {
			w.Errorf("%s: without %q\n%s", step, word, msg)
		}
	}
	if output := ofGo.FindString(out + msg); output != "" {
		w.Errorf("%s: %q\n%s", step, output, msg)
	}
}

// remedies are the instructions for installing what is missing.
var remedies = regexp.MustCompile(`https://[^ ,;)]+|apt-get install [^ ,;]+`)

// doctored checks that doctor prints each remedy of a step's hint.
func (w *walker) doctored(step, task string) {
	w.Helper()
	_, msg, _ := w.run(strings.Fields(step)...)
	report, _, _ := w.run("doctor", task)
	named := remedies.FindAllString(msg, -1)
	for _, remedy := range named {
		if !strings.Contains(report, remedy) {
			w.Errorf("doctor %s does not name %q\n%s", task, remedy, report)
		}
	}
	if len(named) == 0 {
		w.Errorf("%s names no remedy: %s", step, msg)
	}
}

// verbs returns the subcommands of a command, from shell completion, so that the walk covers new ones.
func (w *walker) verbs(parent string) []string {
	w.Helper()
	out, _, _ := w.run("__completeNoDesc", parent, "")
	return slices.DeleteFunc(strings.Fields(out), func(s string) bool { return strings.HasPrefix(s, ":") })
}

// everyVerb checks that the walk covers each subcommand of parent.
func (w *walker) everyVerb(parent string) {
	w.Helper()
	verbs := w.verbs(parent)
	if len(verbs) < 2 {
		w.Errorf("%s: %q", parent, verbs)
	}
	for _, verb := range verbs {
		if !slices.ContainsFunc(w.walked, func(step string) bool { return strings.HasPrefix(step+" ", parent+" "+verb+" ") }) {
			w.Errorf("%s %s: not walked", parent, verb)
		}
	}
}

// deviceSteps are command lines of each command that queries a device.
var deviceSteps = []string{
	"device list", "device apps", "device status", "device disable", "device restore", "device cts", "device driver", "device report",
	"device driver set --app com.example.game angle", "device compare --app com.example.game --driver native,angle",
	"device push libmylayer.so --to app --app com.example.game", "device push libmylayer.so --to apk --app com.example.game",
	"device push libmylayer.so --to system", "device push libmylayer.so --to in-app --app com.example.game",
	"device push libmylayer.so --to app --app com.example.game --print",
	"device enable --app com.example.game libmylayer.so --launch --wait",
	"device why com.example.game", "device logs com.example.game", "device debug com.example.game",
	"device global enable ./libmylayer.so --yes-all-apps", "device global disable",
	"device status --all", "device why com.example.game --json",
	"device set com.example.game", "device set com.example.game log.on=0", "device why-crashed com.example.game",
}

// Without any tools on the machine, each step reports what is missing and how to install it, and leaves
// nothing behind.
func TestWalkNothingThere(t *testing.T) {
	w := newWalker(t)
	if out, msg, code := w.run("new", "mylayer", "--active", "--intercept", "eglChooseConfig"); code != 0 {
		t.Fatalf("new needs nothing: %s%s", out, msg)
	}
	w.dir = filepath.Join(w.dir, "mylayer")
	w.fails("build", 1, "no go command", "https://go.dev/dl/")
	w.fails("build --abi arm64-v8a", 1, "no Android NDK", "ANDROID_NDK_HOME")
	w.fails("check build/arm64-v8a/libmylayer.so", 1, "no such file", "gleslayergen build --abi arm64-v8a")
	if out, _, code := w.run("check", "."); code != 1 && code != 4 || !strings.Contains(out, "no layer") || !strings.Contains(out, "gleslayergen build --abi") {
		t.Errorf("check .: %d\n%s", code, out)
	}
	buildLayer(t, filepath.Join(w.dir, "libmylayer.so"))
	if out, msg, code := w.run("check", "libmylayer.so"); code != 0 {
		t.Errorf("check needs nothing: %s%s", out, msg)
	}
	before := listed(t, w.dir)
	for _, step := range deviceSteps {
		w.fails(step, 5, "adb: not found", "apt-get install adb", "gleslayergen doctor device")
	}
	w.fails("device driver --host", 1, "no C compiler", "gleslayergen doctor device")
	w.fails("run -- ls", 1, "no go command", "https://go.dev/dl/")
	w.fails("run --layer ./libmylayer.so -- ls", 1, "no C compiler", "gleslayergen doctor run")
	w.fails("device symbolize nothing.txt", 1, "no such file", "adb logcat -d")
	w.fails("device symbolize .", 1, "directory", "adb logcat -d")
	w.fails("apk build libmylayer.so", 1, "aapt2 or aapt, apksigner, java, keytool: not found", "gleslayergen doctor apk")
	w.fails("apk add game.apk libmylayer.so --debuggable", 1, "game.apk: no such file", "adb shell pm path")
	w.fails("inject-manifest", 2, "src/main does not exist", "app")
	w.everyVerb("device")
	w.everyVerb("apk")
	w.doctored("device list", "device")
	w.doctored("apk build libmylayer.so", "apk")
	w.doctored("build", "build")
	w.doctored("build --abi arm64-v8a", "build-android")
	if after := listed(t, w.dir); !slices.Equal(before, after) {
		t.Errorf("left behind: %q, before %q", after, before)
	}
	if left := listed(t, filepath.Join(w.home, ".config")); len(left) > 0 {
		t.Errorf("left in the home: %q", left)
	}
}

// Invalid arguments are detected before any tool runs, with exit code 2.
func TestWalkWrongWords(t *testing.T) {
	w := newWalker(t)
	for step, words := range map[string][]string{
		"device enabel --app a.b libx.so":           {"did you mean enable?"},
		"device enable libx.so":                     {"--app PACKAGE"},
		"device enable --app a;b libx.so":           {"not a valid package name", "device apps"},
		"device enable --app a.b --layer-app a;b x": {"not a valid package name", "device apps"},
		"device enable --app a.b libx.so:":          {"rule 1.10"},
		"device enable --app a.b -- -x.so":          {"libx.so"},
		"device push libx.so --to ap":               {`"app", "system", "apk" and "in-app"`},
		"device push libx.so --to app --app a;b":    {"not a valid package name", "device apps"},
		"device why a;b":                            {"not a valid package name", "device apps"},
		"device logs a;b":                           {"not a valid package name", "device apps"},
		"device debug a;b":                          {"not a valid package name", "device apps"},
		"device disable --app a;b":                  {"not a valid package name", "device apps"},
		"device driver --app a;b":                   {"not a valid package name", "device apps"},
		"device global enable libx.so":              {"--yes-all-apps"},
		"apk biuld libx.so":                         {"did you mean build?"},
		"apk add libx.so --debuggable":              {"the first argument must be the APK of the app"},
		"apk add --debuggable":                      {"APP.apk is missing"},
		"apk add --gradle --debuggable":             {"LAYER.so is missing"},
		"doctor devise":                             {"did you mean device?"},
	} {
		w.fails(step, 2, words...)
	}
	if err := os.WriteFile(filepath.Join(w.dir, "-x.so"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	w.fails("check -x.so", 2, "./-x.so")
	if left := listed(t, w.home); len(left) > 0 {
		t.Errorf("left in the home: %q", left)
	}
}

// With only adb, each step reports that no device is connected and how to connect one.
func TestWalkNoDevice(t *testing.T) {
	server := device.Server(t)
	w := newWalker(t, server.Env()...)
	only := t.TempDir()
	if err := os.Symlink(server.Program, filepath.Join(only, "adb")); err != nil {
		t.Fatal(err)
	}
	w.env = append(w.env, "PATH="+only, "HOME="+w.home)
	buildLayer(t, filepath.Join(w.dir, "libmylayer.so"))
	for _, step := range deviceSteps {
		w.fails(step, 5, "no device is connected", "USB debugging")
	}
	w.fails("device status -s abc", 5, "device abc", "USB debugging")
	w.fails("device list --server localhost:70000", 2, "the port must be a number", "--server")
	if out, _, code := w.run("doctor", "device"); code != 0 || !strings.Contains(out, `Everything that "device" needs is installed.`) {
		t.Errorf("doctor device: %d\n%s", code, out)
	}
	if out, msg, code := w.run("__completeNoDesc", "device", "status", "-s", ""); code != 0 || strings.Contains(out+msg, "gleslayergen:") {
		t.Errorf("completion: %d\n%s%s", code, out, msg)
	}
	if left := listed(t, filepath.Join(w.home, ".config")); len(left) > 0 {
		t.Errorf("left in the home: %q", left)
	}
}

// listed returns the files below a directory, none if it does not exist.
func listed(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if path != dir {
			out = append(out, path)
		}
		return err
	})
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return out
}
