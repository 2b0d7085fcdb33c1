package loader

import (
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// explain says why a file that the probe refused is no layer. The verdict is the dynamic linker's; the file tells more.
func (h *Host) explain(path string, v verdict) *Fault {
	f := &Fault{Layer: true, What: "layer " + path, ID: "rule-1.10"}
	switch v.kind {
	case "symbol":
		f.Device = abandon("Failed to dlsym " + v.words + " for layer " + path)
		noEntry(f, path, v.words)
		return f
	case "ended":
		f.Why, f.ID = "opening it ends the process: "+v.words, "trap-deadlock"
		f.Remedy = "look at what its constructors do"
		f.Device = "runs them in the app, which ends too"
		return f
	}
	f.Device = abandon("Failed to load layer " + path + " with error: " + v.words)
	f.Why, f.Remedy = h.whyClosed(path, v.words)
	return f
}

// whyClosed is why the dynamic linker did not open a file, and what to do.
func (h *Host) whyClosed(path, words string) (why, remedy string) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return "this is a folder", "name the library in it"
	}
	if file, err := os.Open(path); err != nil {
		return "it cannot be read", "see who may read it: ls -l " + path
	} else {
		file.Close()
	}
	file, err := elf.Open(path)
	if err != nil {
		return "this is no shared object: it is not an ELF file", "name what gleslayergen build has built, lib<NAME>.so"
	}
	defer file.Close()
	if here := abiOf(h.Probe); abiName(&file.FileHeader) != here {
		return fmt.Sprintf("it is built for %s, and programs here are for %s", abiName(&file.FileHeader), here),
			"build it for this machine: gleslayergen build"
	}
	return whyUnlinked(file, words)
}

// whyUnlinked is about a file of the right kind.
func whyUnlinked(file *elf.File, words string) (why, remedy string) {
	_, symbol, undefined := strings.Cut(words, "undefined symbol: ")
	switch {
	case file.Type != elf.ET_DYN || isProgram(file):
		return "this is a program, not a shared object", "link it with -shared"
	case file.Section(".note.android.ident") != nil:
		return "it is built for Android, whose libraries are not here", "build it for this machine: gleslayergen build"
	case undefined:
		return "it needs a function or variable that nothing defines: " + symbol,
			"link the library that has it; with -Wl,-z,defs the linker says so at once"
	case strings.Contains(words, "cannot open shared object file"):
		needed, _, _ := strings.Cut(words, ":")
		return "it needs " + needed + ", which is not on this machine",
			"install it, or name its folder in LD_LIBRARY_PATH; a layer for Android brings along what it needs"
	}
	return "it cannot be opened: " + words, "ask the dynamic linker: LD_DEBUG=all"
}

// isProgram tells a program that can be moved in memory from a library.
func isProgram(file *elf.File) bool {
	flags, err := file.DynValue(elf.DT_FLAGS_1)
	return err == nil && len(flags) == 1 && elf.DynFlag1(flags[0])&elf.DF_1_PIE != 0
}

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

// abis are Android's names of machines; others go by those of ELF.
var abis = map[elf.Machine]string{
	elf.EM_X86_64: "x86_64", elf.EM_386: "x86", elf.EM_AARCH64: "arm64-v8a (AArch64)", elf.EM_ARM: "armeabi-v7a (32-bit ARM)",
}

func abiName(h *elf.FileHeader) string {
	name, ok := abis[h.Machine]
	if !ok {
		name = strings.TrimPrefix(h.Machine.String(), "EM_")
	}
	if h.Class == elf.ELFCLASS32 && h.Machine == elf.EM_X86_64 {
		name += " with 32-bit pointers"
	}
	return name
}

// abiOf is the kind of a file, "" if it has none.
func abiOf(path string) string {
	file, err := elf.Open(filepath.Clean(path))
	if err != nil {
		return ""
	}
	defer file.Close()
	return abiName(&file.FileHeader)
}
