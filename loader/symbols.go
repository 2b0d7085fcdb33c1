package loader

import (
	"debug/elf"
	"fmt"
	"slices"
	"strings"
)

// entryPoints are what a layer exports (rule 1.9).
var entryPoints = []string{"AndroidGLESLayer_Initialize", "AndroidGLESLayer_GetProcAddress"}

// noEntry finds what stands in place of an entry point.
func noEntry(f *Fault, path, name string) {
	f.Why, f.ID = "it has no function "+name+" (rule 1.9)", "rule-1.9"
	f.Remedy = "export " + strings.Join(entryPoints, " and ") + ", with default visibility"
	exported, hidden := symbolsOf(path)
	near := misspelt(name, exported)
	switch {
	case slices.ContainsFunc(exported, func(s string) bool { return strings.HasPrefix(s, "_Z") && strings.Contains(s, name) }):
		f.Why = "it has the function " + name + " only under a name of C++ (rule 1.9)"
		f.Remedy = "declare it extern \"C\""
	case slices.Contains(hidden, name):
		f.Why = "it does not export its function " + name + " (rule 1.9)"
		f.Remedy = `give it __attribute__((visibility("default"))), and take it into the linker's list of exports`
	case near != "":
		f.Why = fmt.Sprintf("it has no function %s, but %s (rule 1.9)", name, near)
		f.Remedy, f.ID = "call it "+name, "trap-misspelt-entry"
	}
}

// misspelt is the exported name that is most like the wanted one.
func misspelt(name string, exported []string) string {
	return nearest(name, slices.DeleteFunc(slices.Clone(exported), func(s string) bool { return slices.Contains(entryPoints, s) }))
}

// symbolsOf are the functions that a file defines, for others and for itself.
func symbolsOf(path string) (exported, hidden []string) {
	file, err := elf.Open(path)
	if err != nil {
		return nil, nil
	}
	defer file.Close()
	names := func(symbols []elf.Symbol, _ error) (out []string) {
		for _, s := range symbols {
			if s.Section != elf.SHN_UNDEF && elf.ST_TYPE(s.Info) == elf.STT_FUNC {
				out = append(out, s.Name)
			}
		}
		return out
	}
	return names(file.DynamicSymbols()), names(file.Symbols())
}
