package golden

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/examples"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/internal/testutil/testproject"
	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/vet"
)

// maxLayerLines is the maximum number of lines of the author's hooks in an example layer, without comments and blank lines.
const maxLayerLines = 70

// Each layer of new --example builds, has no findings, and its tests pass. The app draws the same under it.
func TestExampleLayers(t *testing.T) {
	for _, x := range testutil.Shard(t, examples.Layers(), 3) {
		t.Run(x.Name, func(t *testing.T) {
			t.Parallel()
			q := testproject.Request(x.Init, "go", x.Intercept, x.Use...)
			q.Config.Constants, q.Config.Sets = project.ConstantsUsed, x.Modules
			q.Module, q.Author = "example.com/layers/"+x.Name, x.Files("example.com/layers/"+x.Name)
			dir := testproject.Create(t, registry.Builtin(), q, x.Name)
			for path, text := range q.Author {
				if n := codeLines(string(text)); path == "hooks.go" && n > maxLayerLines {
					t.Errorf("%s has %d lines of code; the maximum is %d", path, n, maxLayerLines)
				}
			}
			if out := command(t, dir, "gofmt", append([]string{"-l"}, slices.Sorted(maps.Keys(q.Author))...)...); out != "" {
				t.Errorf("not in gofmt's form:\n%s", out)
			}
			vetAndTest(t, dir, ".")
			findings, err := vet.Run(t.Context(), dir)
			if err != nil || len(findings) > 0 {
				t.Errorf("%v, %v", findings, err)
			}
			run(t, []string{buildLayer(t, dir)}, nil)
		})
	}
}

// codeLines counts the lines that are neither blank nor a comment.
func codeLines(text string) (n int) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
			n++
		}
	}
	return n
}
