package android

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestABIs(t *testing.T) {
	var rows []string
	for _, a := range ABIs() {
		rows = append(rows, strings.Join(append([]string{a.Name, a.GOARCH, a.Clang}, a.GoEnv...), " "))
		if got, err := FindABI(a.Name); err != nil || got.GOARCH != a.GOARCH {
			t.Errorf("%s: %v, %v", a.Name, got, err)
		}
	}
	want := []string{"arm64-v8a arm64 aarch64-linux-android", "armeabi-v7a arm armv7a-linux-androideabi GOARM=7",
		"x86_64 amd64 x86_64-linux-android", "x86 386 i686-linux-android"}
	if !slices.Equal(rows, want) {
		t.Errorf("%q", rows)
	}
	for line := range strings.Lines(abiTable) {
		if words := strings.Split(line, "\t"); !strings.HasPrefix(line, "#") && (len(words) != 5 || words[4] == "") {
			t.Errorf("no reason: %q", line)
		}
	}
}

func TestUnknownABI(t *testing.T) {
	for _, name := range []string{"", "arm64", "ARM64-V8A", "arm64-v8a ", "mips", "x86\n"} {
		_, err := FindABI(name)
		checkError(t, err, 2, "ABI ", "unknown")
		if e := err.(*Error); !strings.Contains(e.Hint(), "arm64-v8a, armeabi-v7a, x86_64, x86") {
			t.Error(e.Hint())
		}
	}
}

func checkError(t *testing.T, err error, code int, parts ...string) {
	t.Helper()
	e, ok := err.(*Error)
	if !ok || e.ExitCode() != code || e.Hint() == "" || strings.Contains(e.Error(), "\n") {
		t.Fatalf("error %v, expected one with a hint and exit code %d", err, code)
	}
	for _, part := range parts {
		if !strings.Contains(e.Error(), part) {
			t.Errorf("%q lacks %q", e, part)
		}
	}
}

// makeNDK creates below root what FindNDK looks for, for hosts by their NDK names.
func makeNDK(t *testing.T, root string, hosts ...string) string {
	t.Helper()
	for _, host := range hosts {
		bin := filepath.Join(root, "toolchains", "llvm", "prebuilt", host, "bin")
		if err := os.MkdirAll(bin, 0o755); err != nil {
			t.Fatal(err)
		}
		for _, a := range ABIs() {
			write(t, filepath.Join(bin, a.Clang+"29-clang"), "#!/bin/sh\n", 0o755)
		}
	}
	return root
}

func write(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

// thisHost is the NDK's name of this host.
var thisHost = runtime.GOOS + "-x86_64"

// env returns a getenv function for FindNDK.
type env map[string]string

func (e env) get(name string) string { return e[name] }

func TestFindNDK(t *testing.T) {
	root := t.TempDir()
	a, b := makeNDK(t, filepath.Join(root, "a"), thisHost), makeNDK(t, filepath.Join(root, "b b"), thisHost)
	sdk := filepath.Join(root, "sdk")
	for _, version := range []string{"9.0.1", "26.1.10909125", "27.0.12077973", "27.0.9", "3"} {
		makeNDK(t, filepath.Join(sdk, "ndk", version), thisHost)
	}
	write(t, filepath.Join(sdk, "ndk", "99.zip"), "", 0o644)
	newest := filepath.Join(sdk, "ndk", "27.0.12077973")
	for _, c := range []struct {
		env  env
		want string
	}{
		{env{"ANDROID_NDK_HOME": a, "ANDROID_NDK_ROOT": b, "ANDROID_HOME": sdk}, a},
		{env{"ANDROID_NDK_ROOT": b, "ANDROID_HOME": sdk}, b},
		{env{"ANDROID_NDK_HOME": "", "ANDROID_NDK_ROOT": "", "ANDROID_HOME": sdk}, newest},
		{env{"ANDROID_NDK_HOME": a + "/"}, a},
	} {
		if ndk, err := FindNDK(c.env.get); err != nil || ndk.Root != c.want {
			t.Errorf("%v: %v, %v", c.env, ndk, err)
		}
	}
}

// A variable that names a directory without an NDK is an error, even if another variable names an NDK.
func TestWrongNDK(t *testing.T) {
	root := t.TempDir()
	good, empty := makeNDK(t, filepath.Join(root, "good"), thisHost), filepath.Join(root, "empty")
	write(t, filepath.Join(empty, "toolchains", "llvm", "prebuilt", thisHost, "README"), "", 0o644)
	write(t, filepath.Join(root, "sdk", "ndk", "27.0.1", ".installer"), "", 0o644)
	for _, wrong := range []string{filepath.Join(root, "none"), empty, filepath.Join(empty, "toolchains", "llvm", "prebuilt", thisHost, "README")} {
		_, err := FindNDK(env{"ANDROID_NDK_HOME": wrong, "ANDROID_NDK_ROOT": good}.get)
		checkError(t, err, 1, "ANDROID_NDK_HOME: no NDK at "+wrong)
		_, err = FindNDK(env{"ANDROID_NDK_ROOT": wrong, "ANDROID_HOME": good}.get)
		checkError(t, err, 1, "ANDROID_NDK_ROOT: no NDK at "+wrong)
	}
	_, err := FindNDK(env{"ANDROID_HOME": filepath.Join(root, "sdk")}.get)
	checkError(t, err, 1, "ANDROID_HOME: no NDK at ", "27.0.1")
}

func TestNoNDK(t *testing.T) {
	for _, e := range []env{{}, {"ANDROID_HOME": t.TempDir()}, {"ANDROID_HOME": "/no/such/sdk"}} {
		_, err := FindNDK(e.get)
		checkError(t, err, 1, "no Android NDK", "ANDROID_NDK_HOME and ANDROID_NDK_ROOT are not set, and $ANDROID_HOME/ndk contains no NDK")
		if hint := err.(*Error).Hint(); !strings.Contains(hint, "https://developer.android.com/ndk/downloads") {
			t.Error(hint)
		}
	}
}

func TestVersionLess(t *testing.T) {
	order := []string{"", "preview", "3", "9", "10", "26.1", "26.1.10909125", "27.0.9", "27.0.12077973", "27.1", "99999999999999999999"}
	for i, a := range order {
		for j, b := range order {
			if got := versionLess(a, b); got != (i < j) && !(a+b == "preview") {
				t.Errorf("%q < %q: %v", a, b, got)
			}
		}
	}
}
