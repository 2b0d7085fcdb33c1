//go:build heavy

package golden

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/project"
)

// A thread that the program cancels ends in none of the layer's own calls of the driver, nor where the layer reads and writes files: not
// with all modules that the user can switch on, and not in a recorder that takes an image of each frame.
func TestNotCanceledInLayer(t *testing.T) {
	dir := t.TempDir()
	host := filepath.Join(dir, "host")
	command(t, ".", "gcc", "-O1", "-Wall", "-Wextra", "-Werror", "-Wno-pedantic", "-pthread", "-o", host, "testdata/cancel/host.c", "-lEGL", "-lGLESv2", "-ldl")
	withModules := inC(request("active", "none", []string{"gl*", "egl*"}))
	withModules.Config.Sets = slices.DeleteFunc(modules.Names(), func(name string) bool { return name == "log" })
	recorder := trace(request("active", "record", []string{"@all"}))
	on := []string{"GLESLAYER_ERRORS_STACK=0", "GLESLAYER_SCREENSHOT_EVERY=1", "GLESLAYER_SCREENSHOT_DIRECTORY=" + dir, "GLESLAYER_MEMORY_DIRECTORY=" + dir,
		"GLESLAYER_BREADCRUMBS_DIRECTORY=" + dir, "GLESLAYER_PROFILE_WRITE=" + filepath.Join(dir, "written"), "GLESLAYER_INJECT_FAULTS=slow",
		"GLESLAYER_INJECT_RATE=1", "GLESLAYER_INJECT_DELAY=1"}
	for _, name := range modules.Switchable(withModules.Config.Sets) {
		on = append(on, "GLESLAYER_"+strings.ToUpper(name)+"_ON=1")
	}
	for _, c := range []struct {
		name    string
		request project.Request
		env     []string
	}{
		{"modules", withModules, on},
		{"recorder", recorder, []string{"GLESLAYER_FILE=" + filepath.Join(dir, "x.gltrace"), "GLESLAYER_FRAMES=1", "GLESLAYER_GPU_TIME=1", "GLESLAYER_ERRORS=1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			lib := buildLayer(t, kase{name: "cancel-" + c.name, request: c.request}.write(t))
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			cmd := exec.CommandContext(ctx, host, lib)
			cmd.Env = append(append(os.Environ(), stressEnv...), c.env...)
			out, err := cmd.CombinedOutput()
			if err != nil || strings.Contains(string(out), " 0 calls of the layer itself") {
				t.Errorf("%v\n%s", err, out[max(0, len(out)-4000):])
			}
			t.Logf("%s", out[max(0, len(out)-300):])
		})
	}
}
