package test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/test/device"
	"github.com/gleslayergen/gleslayergen/trace/build"
	"github.com/gleslayergen/gleslayergen/trace/modulelayer"
)

// shipModules returns the program in a directory as a release has it: beside it is a small layer with the settings of the layer with
// modules.
func shipModules(t *testing.T, abi string) string {
	t.Helper()
	dir := t.TempDir()
	program, err := os.ReadFile(filepath.Join(bin, "gleslayergen"))
	if err != nil {
		t.Fatal(err)
	}
	sources, err := modulelayer.Sources()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range sources {
		testutil.WriteFile(t, filepath.Join(dir, "src", f.Path), string(f.Content), 0o644)
	}
	testutil.WriteFile(t, filepath.Join(dir, "gleslayergen"), string(program), 0o755)
	testutil.WriteFile(t, filepath.Join(dir, "modules", "SOURCES"), build.HashOf(sources)+"\n", 0o644)
	testutil.WriteFiles(t, dir, map[string]string{"note.c": "#include \"zz_generated_setting_table.h\"\n", "modules/" + abi + "/x": ""})
	buildLayer(t, filepath.Join(dir, "modules", abi, modulelayer.Library), filepath.Join(dir, "note.c"), "-I"+filepath.Join(dir, "src", "core"))
	return filepath.Join(dir, "gleslayergen")
}

// TestDeviceModules enables the layer with modules that a release has, without a project and a compiler, and restores the device.
func TestDeviceModules(t *testing.T) {
	t.Parallel()
	p := newPhone(t, device.Options{})
	program := shipModules(t, hostABI(t))
	run := func(want int, args ...string) string {
		t.Helper()
		ctx, stop := context.WithTimeout(t.Context(), runLimit)
		defer stop()
		cmd := p.command(ctx, args...)
		cmd.Path = program
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != want {
			t.Fatalf("%q: %v\n%s", args, err, out)
		}
		return string(out)
	}
	property := func(name string) string { return p.Prop("debug." + modulelayer.Name + "." + name) }
	if out := run(2, "device", "enable", "--app", game, "--modules", "hut"); !strings.Contains(out, `did you mean "hud"?`) {
		t.Error(out)
	}
	if out := run(6, "device", "enable", "--app", shop, "--modules", "hud"); !strings.Contains(out, "not debuggable") || !strings.Contains(out, "--layer-app gleslayers.release") || strings.Contains(out, "--to ") {
		t.Error(out)
	}
	if out := run(0, "device", "enable", "--app", game, "--modules", "hud,errors"); !strings.Contains(out, modulelayer.Library) || strings.Contains(out, "building") {
		t.Error(out)
	}
	if property("hud.on") != "1" || property("errors.on") != "1" || property("log.on") != "" {
		t.Errorf("hud.on %q, errors.on %q, log.on %q", property("hud.on"), property("errors.on"), property("log.on"))
	}
	p.checkSettings(t, map[string]string{"enable_gpu_debug_layers": "1", "gpu_debug_app": game, "gpu_debug_layers_gles": modulelayer.Library})
	run(0, "device", "set", game, "hud.corner=top-right")
	run(0, "device", "enable", "--app", game, "--modules", "frames")
	if property("hud.on") != "" || property("frames.on") != "1" {
		t.Errorf("hud.on %q, frames.on %q", property("hud.on"), property("frames.on"))
	}
	run(0, "device", "restore")
	p.checkSettings(t, map[string]string{})
	if property("frames.on") != "" || property("hud.corner") != "" {
		t.Errorf("after restore: frames.on %q, hud.corner %q", property("frames.on"), property("hud.corner"))
	}

	// If the layers cannot be enabled, nothing stays.
	run(6, "device", "enable", "--app", game, "--modules", "hud", "libmissing.so")
	if got := property("hud.on"); got != "" {
		t.Errorf("after an error, hud.on is %q", got)
	}
	if out := run(0, "device", "status"); strings.Contains(out, modulelayer.Library) {
		t.Error(out)
	}
}
