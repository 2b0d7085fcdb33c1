package driver

import (
	"bytes"
	"os"
	"slices"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/elf"
)

// A layer of gleslayergen has a table of the commands that it knows: for each a pointer to its name, followed by
// a pointer to its trampoline, which is null for a command that the layer only calls. The layer's symbols are
// stripped, so the pointers are found from the relocations.

const maxLayerSize = 512 << 20

// Intercepted returns the names of the functions that a layer intercepts; isCommand reports whether a name is
// one of EGL or OpenGL ES.
func Intercepted(path string, isCommand func(name string) bool) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &android.Error{What: path, Why: "not a shared object: not a regular file", Advice: "pass the .so file that \"gleslayergen build\" wrote, or the project directory of the layer"}
	}
	if info.Size() > maxLayerSize {
		return nil, &android.Error{What: path, Why: "the file is larger than 512 MiB, the maximum for a layer", Advice: "pass the .so file that \"gleslayergen build\" wrote"}
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	memory, err := elf.ReadMemory(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, &android.Error{What: path, Why: "not a shared object: " + err.Error(), Advice: "pass the .so file that \"gleslayergen build\" wrote, or the project directory of the layer"}
	}
	names := intercepted(memory, isCommand)
	if len(names) == 0 {
		return nil, &android.Error{What: path, Why: "the file does not contain the table of functions that gleslayergen writes into each layer, so the functions that the layer intercepts are unknown", Advice: "if gleslayergen generated the layer, pass the project directory of the layer instead of the .so file"}

	}
	return names, nil
}

const maxNameLength = 128

// intercepted returns the names whose entries have a trampoline.
func intercepted(m *elf.Memory, isCommand func(string) bool) []string {
	var names []string
	for place, target := range m.Pointers {
		function, there := m.Pointers[place+m.Word]
		if !there || !m.IsCode(function) {
			continue
		}
		if name := m.Text(target, maxNameLength); isCommand(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
