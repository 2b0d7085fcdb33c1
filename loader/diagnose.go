package loader

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/elf"
)

// explain returns the fault of a file that the probe rejected. The verdict comes from the dynamic linker; the
// file itself gives details.
func (h *Host) explain(s *Setup, path string, v verdict) *Fault {
	f := &Fault{Layer: true, What: "layer " + path, ID: "rule-1.10", path: path}
	switch v.kind {
	case "symbol":
		f.Device = abandon("Failed to dlsym " + v.words + " for layer " + path)
		noEntry(f, path, v.words)
		return f
	case "ended":
		f.Why, f.ID = "loading it in a test process failed: "+v.words, "trap-deadlock"
		f.Remedy = "check the constructors of the layer, which run when it is loaded"
		f.Device = "runs the layer's constructors in the app's process, where the same can happen"
		if isDamaged(path) { // the linker mapped the file and read past its end
			f.Why, f.Remedy = whyDamaged, remedyDamaged
			f.ID, f.Device = "rule-1.10", ""
			if f.linker = bionicText(path, "", s.release()); f.linker != "" {
				f.Device = abandon(failedToLoad(path, f.linker))
			}
		}
		return f
	}
	f.linker = cmp.Or(bionicText(path, v.words, s.release()), v.words)
	f.Device = abandon(failedToLoad(path, f.linker))
	f.Why, f.Remedy = h.whyClosed(path, v.words)
	return f
}

func failedToLoad(path, linker string) string {
	return "Failed to load layer " + path + " with error: " + linker
}

const (
	whyDamaged    = "truncated or damaged ELF file"
	remedyDamaged = "build or copy it again"
)

// isDamaged reports whether a file begins as an ELF file but is not a valid one.
func isDamaged(path string) bool {
	_, err := elf.Open(path)
	var bad *elf.Damaged
	return errors.As(err, &bad) && !bad.Other
}

// whyClosed returns why the dynamic linker did not open a file, and what to do.
func (h *Host) whyClosed(path, words string) (why, remedy string) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return "it is a directory", "give the path of a library in this directory"
	}
	if file, err := os.Open(path); err != nil {
		return "it cannot be read", "check its permissions: ls -l " + path
	} else {
		file.Close()
	}
	o, err := elf.Open(path)
	switch {
	case isDamaged(path):
		return whyDamaged, remedyDamaged
	case err != nil:
		return "it is not an ELF file", `use the library lib<NAME>.so that "gleslayergen build" writes`
	}
	if here, there := abiOf(h.Probe), abiName(o.Machine, o.Class); there != here {
		return fmt.Sprintf("it is built for %s, but programs on this machine are for %s", there, here),
			"build it for this machine: gleslayergen build"
	}
	return whyUnlinked(o, words)
}

// whyUnlinked is whyClosed for an ELF file built for this machine.
func whyUnlinked(o *elf.Object, words string) (why, remedy string) {
	_, symbol, undefined := strings.Cut(words, "undefined symbol: ")
	switch {
	case o.Program || !o.IsShared():
		return "it is not a shared object", "link it with -shared"
	case o.AndroidAPI > 0:
		return "it is built for Android, and this machine does not have Android's libraries", "build it for this machine: gleslayergen build"
	case undefined:
		return "undefined symbol: " + symbol,
			"link the layer with the library that defines this symbol; with -Wl,-z,defs, the linker reports undefined symbols at build time"
	case strings.Contains(words, "cannot open shared object file"):
		needed, _, _ := strings.Cut(words, ":")
		return "it needs " + needed + ", which the dynamic linker does not find",
			"install that library, or add its directory to LD_LIBRARY_PATH; for Android, link it statically"
	}
	return "it cannot be opened: " + words, "run again with LD_DEBUG=all, which makes the dynamic linker log its steps"
}
