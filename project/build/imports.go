package build

import (
	"debug/elf"
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/project"
)

// checkImports returns an error for a layer that calls EGL or OpenGL ES directly: on a device, such a call
// starts at the first layer of the chain and reaches the layer again (rule 6.6).
func checkImports(lib string) error {
	f, err := elf.Open(lib)
	if err != nil {
		return err
	}
	defer f.Close()
	symbols, err := f.ImportedSymbols()
	if err != nil {
		return err
	}
	for _, s := range symbols {
		if isCommand(s.Name, "gl") || isCommand(s.Name, "egl") {
			return &project.Error{What: fmt.Sprintf("the layer calls %s directly", s.Name), Why: "on a device, a direct call starts at the first layer of the chain and reaches this layer again (rule 6.6)",
				Advice: fmt.Sprintf("do not link libEGL or libGLESv2; in the hook of %s, call \"next\"; for calls from other functions (see docs/hooks.md): gleslayergen update --use %[1]s", s.Name)}
		}
	}
	return nil
}

func isCommand(name, prefix string) bool {
	rest, ok := strings.CutPrefix(name, prefix)
	return ok && rest != "" && rest[0] >= 'A' && rest[0] <= 'Z'
}
