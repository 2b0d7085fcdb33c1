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

const largestLayer = 512 << 20

// Intercepted reads from a layer the names of the commands that it intercepts; isCommand knows names.
func Intercepted(path string, isCommand func(name string) bool) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &android.Error{What: path, Why: "not a shared object: not a regular file", Advice: "name the .so that gleslayergen build has made, or the folder of its project"}
	}
	if info.Size() > largestLayer {
		return nil, &android.Error{What: path, Why: "too large for a layer", Advice: "name the .so that gleslayergen build has made"}
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	memory, err := elf.ReadMemory(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, &android.Error{What: path, Why: "not a shared object: " + err.Error(), Advice: "name the .so that gleslayergen build has made, or the folder of its project"}
	}
	names := intercepted(memory, isCommand)
	if len(names) == 0 {
		return nil, &android.Error{What: path, Why: "it has no table of names such as layers of gleslayergen have, so what it intercepts cannot be read from it", Advice: "name the folder of its project"}

	}
	return names, nil
}

const longestName = 128

// intercepted are the names that have a function behind them.
func intercepted(m *elf.Memory, isCommand func(string) bool) []string {
	var names []string
	for place, target := range m.Pointers {
		function, there := m.Pointers[place+m.Word]
		if !there || !m.IsCode(function) {
			continue
		}
		if name := m.Text(target, longestName); isCommand(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
