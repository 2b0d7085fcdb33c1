//go:build heavy

package golden

import (
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/internal/testutil/testproject"
	"github.com/gleslayergen/gleslayergen/registry"
)

// Layers with hooks of several kinds and all modules build, load, and pass their own tests.
func TestMixturesRun(t *testing.T) {
	for _, kinds := range [][]string{{"c", "observe"}, {"go", "c", "observe", "none"}} {
		t.Run(strings.Join(kinds, "+"), func(t *testing.T) {
			dir := testproject.Create(t, registry.Builtin(), mixture("go", "passive", kinds, modules.Names()), "mixture")
			own["go"](t, dir)
			testutil.CheckLayer(t, testutil.OpenLayer(t, buildLayer(t, dir)), "gleslayer")
		})
	}
}
