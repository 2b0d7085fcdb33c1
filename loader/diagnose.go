package loader

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/elf"
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

// isDamaged tells one that begins as an ELF file and does not go on as one.
func isDamaged(path string) bool {
	_, err := elf.Open(path)
	var bad *elf.Damaged
	return errors.As(err, &bad) && !bad.Other
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
	o, err := elf.Open(path)
	switch {
	case isDamaged(path):
		return whyDamaged, remedyDamaged
	case err != nil:
		return "this is no shared object: it is not an ELF file", "name what gleslayergen build has built, lib<NAME>.so"
	}
	if here, there := abiOf(h.Probe), abiName(o.Machine, o.Class); there != here {
		return fmt.Sprintf("it is built for %s, and programs here are for %s", there, here),
			"build it for this machine: gleslayergen build"
	}
	return whyUnlinked(o, words)
}

// whyUnlinked is about a file of the right kind.
func whyUnlinked(o *elf.Object, words string) (why, remedy string) {
	_, symbol, undefined := strings.Cut(words, "undefined symbol: ")
	switch {
	case o.Program || !o.IsShared():
		return "this is a program, not a shared object", "link it with -shared"
	case o.AndroidAPI > 0:
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
