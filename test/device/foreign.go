package device

import (
	"cmp"
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gleslayergen/gleslayergen/loader"
)

// machines has the ELF machine of each of Android's ABIs.
var machines = map[string]elf.Machine{"arm64-v8a": elf.EM_AARCH64, "armeabi-v7a": elf.EM_ARM, "armeabi": elf.EM_ARM, "x86_64": elf.EM_X86_64,
	"x86": elf.EM_386, "riscv64": elf.EM_RISCV}

// screen hides layers that cannot run on this machine's CPU. A layer for another ABI than the app's remains
// visible, as a file that no linker accepts; a layer for the app's own ABI is reported in the log.
func (r *running) screen(setup *loader.Setup, dir string) error {
	abi := r.app.abi(r.device)
	if abi == hostABI() {
		return nil
	}
	dirs := strings.Split(setup.Path, ":")
	for i, folder := range append(dirs, setup.System) {
		if folder == "" {
			continue
		}
		screened := filepath.Join(dir, "screened", fmt.Sprint(i))
		if err := r.screenDir(setup, folder, screened); err != nil {
			return err
		}
		r.screened = append(r.screened, screened, strings.TrimPrefix(folder, r.device.tree.dir))
		if i < len(dirs) {
			dirs[i] = screened
		} else {
			setup.System = screened
		}
	}
	setup.Path = strings.Join(dirs, ":")
	return nil
}

func (r *running) screenDir(setup *loader.Setup, dir, screened string) error {
	if err := os.MkdirAll(screened, 0o700); err != nil {
		return err
	}
	for name := range strings.SplitSeq(cmp.Or(setup.List, setup.Properties[loader.Properties()[0]]), ":") {
		file := filepath.Join(dir, name)
		if _, err := os.Stat(file); err != nil || name == "" || filepath.Base(name) != name {
			continue
		}
		if machineOf(file) == machines[r.app.abi(r.device)] {
			r.line("W testdevice: " + file + " is made for " + r.app.abi(r.device) + ", which does not run on this machine")
			continue
		}
		if err := os.WriteFile(filepath.Join(screened, name), []byte("\x7fELF"), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// machineOf returns the ELF machine of a library, or EM_NONE if it is not a library.
func machineOf(file string) elf.Machine {
	f, err := elf.Open(file)
	if err != nil {
		return elf.EM_NONE
	}
	defer f.Close()
	return f.Machine
}

const failedLoad = "Failed to load layer "

// androidError replaces the error messages of this machine's linker by those of Android's.
func (r *running) androidError(text string) string {
	layer, reason, ok := strings.Cut(strings.TrimPrefix(text, failedLoad), " with error: ")
	if !ok || !strings.HasPrefix(text, failedLoad) {
		return text
	}
	return failedLoad + layer + " with error: dlopen failed: " + r.linkerError(layer, reason)
}

func (r *running) linkerError(layer, reason string) string {
	file, want := r.device.tree.host(layer), machines[r.app.abi(r.device)]
	data, _ := os.ReadFile(file)
	has := machineOf(file)
	switch {
	case len(data) < 52:
		return fmt.Sprintf("\"%s\" is too small to be an ELF executable: only found %d bytes", layer, len(data))
	case string(data[:4]) != elf.ELFMAG:
		return fmt.Sprintf("\"%s\" has bad ELF magic: %x", layer, data[:4])
	case is64(has) && !is64(want):
		return fmt.Sprintf("\"%s\" is 64-bit instead of 32-bit", layer)
	case !is64(has) && is64(want):
		return fmt.Sprintf("\"%s\" is 32-bit instead of 64-bit", layer)
	case has != want:
		return fmt.Sprintf("\"%s\" is for %s (%d) instead of %s (%d)", layer, has, has, want, want)
	}
	if needed, _, ok := strings.Cut(reason, ": cannot open shared object file"); ok {
		return fmt.Sprintf("library \"%s\" not found: needed by %s in namespace classloader-namespace", needed, layer)
	}
	if _, symbol, ok := strings.Cut(reason, ": undefined symbol: "); ok {
		symbol, _, _ = strings.Cut(symbol, ",")
		return fmt.Sprintf("cannot locate symbol \"%s\" referenced by \"%s\"...", symbol, layer)
	}
	return reason
}

func is64(m elf.Machine) bool {
	return m == elf.EM_AARCH64 || m == elf.EM_X86_64 || m == elf.EM_RISCV
}
