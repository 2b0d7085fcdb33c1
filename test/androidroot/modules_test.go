//go:build androidroot && linux

package androidroot

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen/modules"
)

// A program prints the same under a layer with all modules, switched on, as without a layer, and the modules log. inject, which makes
// calls fail, is left out.
func TestModules(t *testing.T) {
	r := newPhone(t)
	dir := t.TempDir()
	tool, project := filepath.Join(dir, "gleslayergen"), filepath.Join(dir, "every")
	names := slices.DeleteFunc(modules.Names(), func(name string) bool { return name == "inject" })
	command(t, "../..", nil, "go", "build", "-o", tool, "./cmd/gleslayergen")
	command(t, dir, nil, tool, "new", "every", "--template", "c", "--active", "--intercept", "gl*,egl*", "--force", "--with", strings.Join(names, ","), "--out", project)
	command(t, project, nil, tool, "build", "--abi", r.abi.Name)
	const frames = "300"
	plain, err := r.run(t, nil, "/data/local/tmp/app", "exit", frames)
	if err != nil {
		t.Fatalf("%v\n%s", err, plain)
	}
	r.copy(t, filepath.Join(project, "build", r.abi.Name, "libevery.so"), "data/local/debug/gles/libevery.so", 0o644)
	properties := map[string]string{"debug.gles.layers": "libevery.so", "debug.every.calls.frames": "100", "debug.every.breadcrumbs.directory": "/data/local/tmp"}
	for _, name := range modules.Switchable(names) {
		properties["debug.every."+name+".on"] = "1"
	}
	r.set(t, properties)
	out, err := r.run(t, nil, "/data/local/tmp/app", "exit", frames)
	got := strings.Join(r.lines("every"), "\n")
	if err != nil || out != plain {
		t.Errorf("%v\n%s\nwithout a layer\n%s\nlog\n%s", err, out, plain, got)
	}
	for _, want := range []string{"I every: glClear(mask=GL_COLOR_BUFFER_BIT", "I every: calls: ", "every: breadcrumbs.on=1", "every: memory.on=1"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in the log:\n%s", want, got)
		}
	}
}
