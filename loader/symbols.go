package loader

import (
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/elf"
)

// noEntry sets why a layer does not have an entry point, and what to do.
func noEntry(f *Fault, path, name string) {
	f.Why, f.ID = "it does not define "+name+" (rule 1.9)", "rule-1.9"
	f.Remedy = "export " + strings.Join(elf.Entries, " and ") + ", with default visibility"
	o, err := elf.Open(path)
	if err != nil {
		return
	}
	switch state, found := o.Function(name, nearest); state {
	case elf.Mangled:
		f.Why = "it defines " + name + " only with a C++ mangled name (rule 1.9)"
		f.Remedy = "declare the function extern \"C\""
	case elf.Hidden:
		f.Why = "it does not export " + name + " (rule 1.9)"
		f.Remedy = `give the function __attribute__((visibility("default"))), and add it to the linker's version script, if there is one`
	case elf.Misspelt:
		f.Why = fmt.Sprintf("it defines %[2]s, but not %[1]s (rule 1.9)", name, found)
		f.Remedy, f.ID = "rename the function to "+name, "trap-misspelt-entry"
	}
}
