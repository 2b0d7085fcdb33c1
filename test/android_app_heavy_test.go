//go:build heavy

package test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// From the example's source to an app with a layer, signed in three ways, as a new user would do it. check
// finds nothing in the copy that prevents the layer from being loaded.
func TestLayerIntoAndroidApp(t *testing.T) {
	headers, err := filepath.Abs("../internal/testutil/testdata/standin")
	if err != nil {
		t.Fatal(err)
	}
	path := "PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH")
	dir, output, err := appMake(t, []string{path}, "ABIS=x86_64", "CC_x86_64=x86_64-linux-gnu-gcc -D__ANDROID__ -I"+headers, "LDFLAGS=", "LDLIBS=-lEGL -lGLESv2")
	if err != nil {
		t.Fatalf("%v (a missing program: make deps)\n%s", err, output)
	}
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(dir, "config"))
	t.Setenv("APP_KEY_PASSWORD", "example")
	layer := filepath.Join(dir, "libGLES_layer.so")
	source := filepath.Join(dir, "layer.c")
	if err := os.WriteFile(source, []byte("void AndroidGLESLayer_Initialize(void) {}\nvoid *AndroidGLESLayer_GetProcAddress(const char *n, void *next) { (void)n; return next; }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	tool(t, "x86_64-linux-gnu-gcc", "-shared", "-fPIC", "-nostdlib", "-Wl,-z,max-page-size=16384,-z,common-page-size=16384,-soname=libGLES_layer.so", "-o", layer, source)
	for variant, way := range map[string]string{"debuggable": "--debuggable", "inject": "--inject", "release": "--inject"} {
		app, out := filepath.Join(dir, "build", variant+".apk"), filepath.Join(dir, variant+"-layers.apk")
		tool(t, "apksigner", "verify", "-v", app)
		tool(t, "zipalign", "-c", "4", app)
		args := []string{"apk", "add", app, layer, way, "--out", out}
		if variant == "release" { // with the app's own key
			args = append(args, "--keystore", filepath.Join(dir, "build", "key.p12"), "--keystore-password", "env:APP_KEY_PASSWORD")
		}
		tool(t, filepath.Join(bin, "gleslayergen"), args...)
		tool(t, "apksigner", "verify", "-v", out)
		tool(t, "zipalign", "-c", "4", out)
		found, err := exec.Command(filepath.Join(bin, "gleslayergen"), "check", out).CombinedOutput()
		if err != nil || !strings.Contains(string(found), "checked 1 layer: 0 errors") && !strings.Contains(string(found), "checked 1 layer, no findings") {
			t.Errorf("%s: %v\n%s", variant, err, found)
		}
		if facts := tool(t, "aapt", "dump", "badging", out); !strings.Contains(facts, "package: name='org.gleslayergen.app."+variant+"'") {
			t.Error(facts)
		}
	}
}
