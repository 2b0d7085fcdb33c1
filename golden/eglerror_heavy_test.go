//go:build heavy

package golden

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/gen/modules"
)

// Each module alone keeps the errors of EGL.
func TestEachModuleKeepsEGLErrors(t *testing.T) {
	testEGLErrors(t, modules.Names(), append(modules.Names(), "all")...)
}
