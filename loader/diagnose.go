package loader

import (
	"debug/elf"
	"fmt"
	"io"
	"os"
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
		if isDamaged(path) { // mapped, and read behind its end
			f.Why, f.Remedy = whyDamaged, remedyDamaged
			f.ID, f.Device = "rule-1.10", ""
		}
		return f
	}
	f.Device = abandon("Failed to load layer " + path + " with error: " + v.words)
	f.Why, f.Remedy = h.whyClosed(path, v.words)
	return f
}

const (
	whyDamaged    = "this ELF file is cut short or damaged"
	remedyDamaged = "build it, or copy it, once more"
)

// isELF tells a file that begins as one, however it goes on.
func isELF(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	magic := make([]byte, len(elf.ELFMAG))
	_, err = io.ReadFull(file, magic)
	return err == nil && string(magic) == elf.ELFMAG
}

// isDamaged tells one whose tables cannot be read; that of the sections stands at its end.
func isDamaged(path string) bool {
	file, err := elf.Open(path)
	if err != nil {
		return isELF(path)
	}
	file.Close()
	return false
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
	switch {
	case err != nil && isELF(path):
		return whyDamaged, remedyDamaged
	case err != nil:
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
