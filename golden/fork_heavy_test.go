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

// A child that was forked while other threads held locks of the layer does not wait for them.
func TestForkedChildWaitsForNoLock(t *testing.T) {
	host := filepath.Join(t.TempDir(), "host")
	command(t, ".", "cc", "-Wall", "-Wextra", "-Werror", "-Wno-cast-function-type", "-Wno-pedantic", "-pthread", "-o", host, "testdata/fork/host.c", "-ldl")
	withModules := inC(request("active", "none", []string{"gl*", "egl*"}))
	withModules.Config.Sets = slices.DeleteFunc(modules.Names(), func(name string) bool { return name == "log" })
	recorder := trace(request("active", "record", []string{"@all"}))
	recorder.Config.Sets = []string{"errors"}
	for name, q := range map[string]project.Request{"modules": withModules, "recorder": recorder} {
		t.Run(name, func(t *testing.T) {
			lib := buildLayer(t, kase{name: name, request: q}.write(t))
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			cmd := exec.CommandContext(ctx, host, lib, "500")
			dir := t.TempDir()
			cmd.Env = append(os.Environ(), "GLESLAYER_LOG_LIMIT=1", "GLESLAYER_MEMORY_STACK=1", "GLESLAYER_BREADCRUMBS_DIRECTORY="+dir, "GLESLAYER_SCREENSHOT_DIRECTORY="+dir,
				"GLESLAYER_SCREENSHOT_EVERY=5", "GLESLAYER_INJECT_FAULTS=slow", "GLESLAYER_INJECT_DELAY=1")
			for _, module := range modules.Switchable(modules.Names()) {
				cmd.Env = append(cmd.Env, "GLESLAYER_"+strings.ToUpper(module)+"_ON=1")
			}
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out[max(0, len(out)-4000):])
			}
		})
	}
}
