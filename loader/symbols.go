package loader

import (
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/elf"
)

// noEntry finds what stands in place of an entry point.
func noEntry(f *Fault, path, name string) {
	f.Why, f.ID = "it has no function "+name+" (rule 1.9)", "rule-1.9"
	f.Remedy = "export " + strings.Join(elf.Entries, " and ") + ", with default visibility"
	o, err := elf.Open(path)
	if err != nil {
		return
	}
	switch state, found := o.Function(name, nearest); state {
	case elf.Mangled:
		f.Why = "it has the function " + name + " only under a name of C++ (rule 1.9)"
		f.Remedy = "declare it extern \"C\""
	case elf.Hidden:
		f.Why = "it does not export its function " + name + " (rule 1.9)"
		f.Remedy = `give it __attribute__((visibility("default"))), and take it into the linker's list of exports`
	case elf.Misspelt:
		f.Why = fmt.Sprintf("it has no function %s, but %s (rule 1.9)", name, found)
		f.Remedy, f.ID = "call it "+name, "trap-misspelt-entry"
	}
}
