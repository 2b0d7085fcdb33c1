package layercmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/rules"
)

// deviceFor returns what the flags describe, for the program /bin/sh.
func deviceFor(t *testing.T, args ...string) (*androidFlags, *loader.Android, error) {
	t.Helper()
	cmd := &cobra.Command{Use: "run"}
	f := addAndroid(cmd)
	if err := cmd.ParseFlags(args); err != nil {
		t.Fatal(err)
	}
	a, err := f.device("/bin/sh")
	return f, a, err
}

// TestDeviceSettings checks that a program needs only settings.
func TestDeviceBySettings(t *testing.T) {
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	f, a, err := deviceFor(t, "--setting=enable_gpu_debug_layers=1", "--setting", "gpu_debug_app=sh", "--setting", "gpu_debug_layers_gles=a.so:b.so")
	if err != nil || f.decisive() == "" {
		t.Fatalf("%v, decisive %q", err, f.decisive())
	}
	d := a.Decide()
	if !d.Gate || d.List != "a.so:b.so" || d.Path != here+":/bin" {
		t.Errorf("gate %v, list %q, path %q", d.Gate, d.List, d.Path)
	}
}

func TestDeviceFlags(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct {
		args []string
		good func(*loader.Android) bool
	}{
		"package":     {[]string{"--package=a.b"}, func(a *loader.Android) bool { return a.App.Package == "a.b" }},
		"debuggable":  {[]string{"--debuggable=false"}, func(a *loader.Android) bool { return !a.App.Debuggable }},
		"inject":      {[]string{"--inject-layers"}, func(a *loader.Android) bool { return a.App.InjectLayers }},
		"profileable": {[]string{"--profileable"}, func(a *loader.Android) bool { return a.App.Profileable }},
		"native":      {[]string{"--native"}, func(a *loader.Android) bool { return a.App.Native }},
		"build":       {[]string{"--build=eng"}, func(a *loader.Android) bool { return a.Device.Build == "eng" }},
		"late":        {[]string{"--late-build"}, func(a *loader.Android) bool { return a.Device.Later }},
		"data":        {[]string{"--data-dir", dir}, func(a *loader.Android) bool { return a.App.DataDir == dir }},
		"lib":         {[]string{"--lib-dir", dir + ":/"}, func(a *loader.Android) bool { return a.App.LibDirs == dir+":/" }},
		"system":      {[]string{"--system-dir", dir}, func(a *loader.Android) bool { return a.System == dir }},
		"layer app": {[]string{"--layer-app", "p=" + dir}, func(a *loader.Android) bool {
			return a.Packages["p"].NativeLibraryDir == dir && a.Packages["p"].PrimaryABI == a.App.ABI && a.App.ABI != ""
		}},
		"property": {[]string{"--property", "debug.gles.layers=x=y"}, func(a *loader.Android) bool {
			return a.Decide().From == rules.FromProperty && a.Properties["debug.gles.layers"] == "x=y"
		}},
	} {
		f, a, err := deviceFor(t, c.args...)
		if err != nil || !c.good(a) || f.decisive() == "" {
			t.Errorf("%s: %+v, %v, decisive %q", name, a, err, f.decisive())
		}
	}
}

// A property that names no layers can be combined with each way to name layers.
func TestDeviceDecides(t *testing.T) {
	for _, args := range [][]string{nil, {"--property", "debug.egl.finish=1"}} {
		if f, _, err := deviceFor(t, args...); err != nil || f.decisive() != "" {
			t.Errorf("%q: %v, decides", args, err)
		}
	}
}

func TestDeviceSetup(t *testing.T) {
	system := t.TempDir()
	f, _, err := deviceFor(t, "--property=debug.gles.layers=p.so", "--system-dir", system)
	if err != nil {
		t.Fatal(err)
	}
	s := loader.Setup{Release: rules.Newest()}
	d, err := f.setup(&s, "/bin/sh")
	if err != nil || d.From != rules.FromProperty || s.Path != "/bin" || s.System != system || s.Properties["debug.gles.layers"] != "p.so" {
		t.Errorf("%+v, %+v, %v", d, s, err)
	}
	if _, err := f.setup(&loader.Setup{List: "a.so"}, "/bin/sh"); err == nil || !strings.Contains(err.Error(), "--layer") {
		t.Errorf("both ways to name layers: %v", err)
	}
}

// A property beside --layer does not change the layers.
func TestDevicePropertyOnly(t *testing.T) {
	f, _, err := deviceFor(t, "--property=debug.egl.finish=1")
	if err != nil {
		t.Fatal(err)
	}
	s := loader.Setup{List: "a.so", Path: "/l"}
	if _, err := f.setup(&s, "/bin/sh"); err != nil || s.List != "a.so" || s.Path != "/l" || s.Properties["debug.egl.finish"] != "1" {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestDeviceUsage(t *testing.T) {
	colon := filepath.Join(t.TempDir(), "a:b")
	if err := os.Mkdir(colon, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ flag, value, why, hint string }{
		{"setting", "gpu_debug_layer_gles=a.so", "not a setting of GLES layers", "did you mean gpu_debug_layers_gles?"},
		{"setting", "zzz=1", "not a setting of GLES layers", "the settings are enable_gpu_debug_layers, "},
		{"setting", "gpu_debug_app", "not of the form NAME=VALUE", ""},
		{"property", "=x", "not of the form NAME=VALUE", ""},
		{"layer-app", "p", "not of the form PACKAGE=DIR", ""},
		{"layer-app", "p=", "no such directory", ""},
		{"build", "release", "unknown build type", "user, userdebug, eng"},
		{"data-dir", "/nowhere/at/all", "no such directory", ""},
		{"lib-dir", "/:", "no such directory", ""},
		{"system-dir", "/dev/null", "no such directory", ""},
		{"data-dir", colon, "colon", ""},
	} {
		_, _, err := deviceFor(t, "--"+c.flag, c.value)
		usage, ok := err.(*ui.UsageError)
		if !ok || !strings.Contains(usage.Error(), c.why) || !strings.Contains(usage.Hint(), c.hint) || !strings.HasPrefix(usage.What, "--"+c.flag) {
			t.Errorf("--%s %s: %v", c.flag, c.value, err)
		}
	}
}
