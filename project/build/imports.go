package build

import (
	"debug/elf"
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/project"
)

// checkImports refuses a layer that calls EGL or OpenGL ES by name: on a device such a call goes back to the top of the
// chain, and through the layer again (rule 6.6).
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
			return &project.Error{What: fmt.Sprintf("the layer calls %s by name", s.Name), Why: "on a device that leads back to the top of the chain, and through the layer again (rule 6.6)",
				Advice: "call next, or name it under use: in gleslayer.yaml; link neither libEGL nor libGLESv2"}
		}
	}
	return nil
}

func isCommand(name, prefix string) bool {
	rest, ok := strings.CutPrefix(name, prefix)
	return ok && rest != "" && rest[0] >= 'A' && rest[0] <= 'Z'
}
