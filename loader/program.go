package loader

import (
	"bytes"
	"debug/elf"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
)

// FindProgram finds a program as a shell does, and checks whether layers can be loaded into it. If the fault
// has Layer set, the path is valid: the program can run without layers.
func (h *Host) FindProgram(name string) (string, *Fault) {
	path, err := exec.LookPath(name)
	if errors.Is(err, exec.ErrDot) {
		return "", &Fault{What: name, Why: "it is in a directory that PATH lists as a relative path; such directories are not searched",
			Remedy: "start it as ./" + path}
	}
	if err != nil {
		return "", notFound(name, err)
	}
	if path, err = filepath.Abs(path); err != nil {
		return "", &Fault{What: name, Why: err.Error()}
	}
	f := h.checkProgram(path)
	if f != nil {
		f.What = name
	}
	return path, f
}

func notFound(name string, err error) *Fault {
	f := &Fault{What: name, Why: "program not found", Remedy: "install it, or give its path"}
	if info, e := os.Stat(name); e == nil && info.IsDir() {
		f.Why, f.Remedy = "it is a directory, not a program", "give the path of a program in it"
	} else if errors.Is(err, os.ErrPermission) {
		f.Why, f.Remedy = "it is not executable", "make it executable: chmod +x "+name
	}
	return f
}

// checkProgram checks for conditions in which the dynamic linker ignores the variables of the run, and for
// programs without a dynamic linker.
func (h *Host) checkProgram(path string) *Fault {
	info, err := os.Stat(path)
	if err != nil {
		return &Fault{Why: err.Error()}
	}
	if !info.Mode().IsRegular() {
		return &Fault{Why: "not a regular file: it is a " + fsx.KindName(info.Mode()), Remedy: "give the path of a program"}
	}
	if info.Mode()&(os.ModeSetuid|os.ModeSetgid) != 0 || hasCapabilities(path) {
		return &Fault{Why: "it is setuid or setgid or has file capabilities, so the dynamic linker ignores LD_LIBRARY_PATH, which layers need",
			Remedy: "run a copy of the program: cp does not copy these privileges"}
	}
	script, err := isScript(path)
	if script || err != nil {
		return nil // for an executable file that cannot be read, the kernel decides
	}
	file, err := elf.Open(path)
	if err != nil {
		return &Fault{Why: "neither an ELF program nor a script that begins with #!",
			Remedy: "for a script, start its shell: sh " + path}
	}
	defer file.Close()
	if here := abiOf(h.Probe); abiName(file.Machine, file.Class) != here {
		return &Fault{Why: "it is built for " + abiName(file.Machine, file.Class) + ", but the libEGL of gleslayergen is built for " + here,
			Remedy: "build the program for " + here + ", or set CC to a compiler for the program's architecture"}
	}
	if !hasInterpreter(file) {
		return &Fault{Layer: true, Why: "it is statically linked, but layers need shared libraries",
			Remedy: "link it with the shared libEGL and libGLESv2; if it only starts other programs, use --keep-going"}
	}
	return nil
}

func isScript(path string) (bool, error) {
	file, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	start, err := io.ReadAll(io.LimitReader(file, 2))
	return bytes.Equal(start, []byte("#!")), err
}

// hasInterpreter reports whether the dynamic linker starts the program.
func hasInterpreter(file *elf.File) bool {
	for _, p := range file.Progs {
		if p.Type == elf.PT_INTERP {
			return true
		}
	}
	return false
}
