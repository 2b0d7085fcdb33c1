package test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// appMake runs make in a copy of the example for devices and returns its output.
func appMake(t *testing.T, env []string, args ...string) (dir, output string, err error) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "an app")
	if err := os.CopyFS(dir, os.DirFS("../examples/android-app")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("make", append([]string{"-C", dir, "--no-print-directory"}, args...)...)
	cmd.Env = append(append(os.Environ(), "ANDROID_HOME=", "ANDROID_NDK_HOME=", "ANDROID_NDK_ROOT="), env...)
	out, err := cmd.CombinedOutput()
	return dir, string(out), err
}

// Its Makefile packages it in three ways and signs it with Android's own tools. A compiler of this machine
// replaces that of the NDK.
func TestAndroidApp(t *testing.T) {
	headers, err := filepath.Abs("../internal/testutil/testdata/standin")
	if err != nil {
		t.Fatal(err)
	}
	dir, output, err := appMake(t, []string{"PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH")}, "ABIS=x86_64",
		"CC_x86_64=x86_64-linux-gnu-gcc -D__ANDROID__ -I"+headers, "LDFLAGS=", "LDLIBS=-lEGL -lGLESv2",
		"build/debuggable.apk", "build/inject/unsigned.apk", "build/release/unsigned.apk")
	if err != nil {
		t.Fatalf("%v (a missing program: make deps)\n%s", err, output)
	}
	signed := filepath.Join(dir, "build", "debuggable.apk")
	tool(t, "apksigner", "verify", signed)
	tool(t, "zipalign", "-c", "4", signed)
	tool(t, filepath.Join(bin, "gleslayergen"), "check", signed)
	for variant, want := range map[string]string{"debuggable": "application-debuggable", "inject": "injectLayers.enable", "release": ""} {
		apk := filepath.Join(dir, "build", variant, "unsigned.apk")
		facts := tool(t, "aapt", "dump", "badging", apk) + tool(t, "aapt", "dump", "xmltree", apk, "AndroidManifest.xml")
		for _, fact := range []string{"package: name='org.gleslayergen.app." + variant + "'", "launchable-activity: name='android.app.NativeActivity'", "native-code: 'x86_64'", want} {
			if !strings.Contains(facts, fact) {
				t.Errorf("%s: no %s in\n%s", variant, fact, facts)
			}
		}
		for _, fact := range []string{"application-debuggable", "injectLayers.enable"} {
			if fact != want && strings.Contains(facts, fact) {
				t.Errorf("%s has %s", variant, fact)
			}
		}
	}
}

func tool(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Errorf("%s %q: %v (a missing program: make deps)\n%s", name, args, err, out)
	}
	return string(out)
}

// Without any tools, make reports everything that is missing and how to install it, and builds nothing.
func TestAndroidAppMissing(t *testing.T) {
	tools := t.TempDir()
	for _, name := range []string{"make", "sh", "mkdir"} {
		path, err := exec.LookPath(name)
		if err == nil {
			err = os.Symlink(path, filepath.Join(tools, name))
		}
		if err != nil {
			t.Fatalf("%v: make deps", err)
		}
	}
	dir, output, err := appMake(t, []string{"PATH=" + tools}, "ABIS=arm64-v8a", "PLATFORM=none")
	if err == nil {
		t.Fatal(output)
	}
	for _, want := range []string{"/aarch64-linux-android29-clang: missing. It is of the Android NDK", "aapt2: missing. ", "zipalign: missing. ", "apksigner: missing. ",
		"keytool: missing. ", "gleslayergen: missing. ", "android.jar: missing. ", "set ANDROID_HOME"} {
		if !strings.Contains(output, want) {
			t.Errorf("no %q in:\n%s", want, output)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "build")); err == nil {
		t.Error("something was built")
	}
}
