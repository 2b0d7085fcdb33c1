package crash

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

func session() Session {
	return Session{Tool: "gleslayergen device -s 'a b'", ADB: "adb -s 'a b'", Serial: "a b", Package: "com.example.game", ABI: "arm64-v8a",
		PID: 4711, Debuggable: true, Server: "/my ndk/lldb-server", Symbols: []string{`/my "build"/.debug`}, Libraries: []string{"/my build"}}
}

// The steps are a valid shell script for any path.
func TestShellSteps(t *testing.T) {
	s := session()
	for name, change := range map[string]func(){
		"debuggable": func() {}, "user 10, not running": func() { s.User, s.PID, s.Component = 10, 0, "com.example.game/.Main" },
		"root": func() { s.Debuggable = false }, "su": func() { s.SU = true },
	} {
		change()
		cmd := exec.Command("sh", "-n")
		cmd.Stdin = strings.NewReader(s.Shell())
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v %s\n%s", name, err, out, s.Shell())
		}
	}
}

// The shell passes the intended commands to the device.
func TestStepsAreQuoted(t *testing.T) {
	s := session()
	s.User, s.PID, s.Component = 10, 0, "com.example.game/.Main$Inner"
	cmd := exec.Command("sh")
	cmd.Stdin = strings.NewReader(`adb() { line=$(for w; do printf '[%s]' "$w"; done); printf '%s\n' "$line"; }; gleslayergen() { echo "gleslayergen $*" >&2; }; lldb() { echo "lldb $ANDROID_SERIAL"; }; cd "$(mktemp -d)"` + "\n" + s.Shell() + "wait\n")
	cmd.Env = append(cmd.Environ(), "TMPDIR="+t.TempDir())
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, want := range []string{
		"[-s][a b][push][/my ndk/lldb-server][/data/local/tmp/lldb-server]\n",
		"[-s][a b][shell][cat /data/local/tmp/lldb-server | run-as com.example.game --user 10 sh -c 'cat > lldb-server; chmod 700 lldb-server']\n",
		"[-s][a b][shell][run-as com.example.game --user 10 ./lldb-server platform --server --listen unix-abstract:///com.example.game/lldb.sock]\n",
		"gleslayergen device -s a b debug com.example.game --user 10 --lldb",
		"[-s][a b][shell][am start --user 10 -n 'com.example.game/.Main$Inner']\n",
		"lldb a b\n",
	} {
		if !strings.Contains(string(out), want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

func TestLLDBSteps(t *testing.T) {
	steps := session().LLDB()
	for _, want := range []string{`target.debug-file-search-paths "/my \"build\"/.debug"`, "process attach --pid 4711\n", "SIGURG"} {
		if !strings.Contains(steps, want) {
			t.Errorf("no %q in\n%s", want, steps)
		}
	}
}

// The directories as `gleslayergen build` leaves them, or that of one ABI.
func TestAddDirs(t *testing.T) {
	dir := t.TempDir()
	testutil.WriteFiles(t, dir, map[string]string{"build/arm64-v8a/.debug/liba.so": "", "other/.debug/liba.so": "", "empty/x": ""})
	s := session()
	s.Symbols, s.Libraries = nil, nil
	if err := s.AddDirs([]string{filepath.Join(dir, "build"), filepath.Join(dir, "other"), filepath.Join(dir, "empty"), filepath.Join(dir, "none")}); err != nil {
		t.Fatal(err)
	}
	want := filepath.Join(dir, "build", "arm64-v8a", ".debug") + " " + filepath.Join(dir, "other", ".debug")
	if got := strings.Join(s.Symbols, " "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestFindServer(t *testing.T) {
	dir := t.TempDir()
	server := "toolchains/llvm/prebuilt/linux-x86_64/lib/clang/18/lib/linux/aarch64/lldb-server"
	testutil.WriteFiles(t, dir, map[string]string{server: "", "toolchains/llvm/prebuilt/linux-x86_64/bin/x": ""})
	env := func(name string) string { return map[string]string{"ANDROID_NDK_HOME": dir}[name] }
	if got, err := FindServer(env, "arm64-v8a"); err != nil || got != filepath.Join(dir, filepath.FromSlash(server)) {
		t.Errorf("%s, %v", got, err)
	}
	if _, err := FindServer(env, "x86"); err == nil || !strings.Contains(err.Error(), "no lldb-server for x86") {
		t.Errorf("%v", err)
	}
	if _, err := FindServer(func(string) string { return "" }, "x86"); err == nil {
		t.Error("a server without an NDK")
	}
}
