package build

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/gleslayergen/gleslayergen/project"
)

// Symbols returns the path of the symbols and line numbers of the layer lib. gdb, lldb, llvm-addr2line and
// llvm-symbolizer search a directory .debug next to a library; ndk-stack needs a directory in which the file
// has the name of the library.
func Symbols(lib string) string {
	return filepath.Join(filepath.Dir(lib), ".debug", filepath.Base(lib))
}

// split separates the loaded part from the debug information. Both keep the build ID by which tools match
// them.
func (b *building) split(ctx context.Context, objcopy, whole, result string) error {
	beside := filepath.Dir(whole)
	lib := filepath.Join(beside, filepath.Base(result))
	symbols := Symbols(lib)
	if err := os.Mkdir(filepath.Dir(symbols), 0o777); err != nil {
		return err
	}
	for _, args := range [][]string{
		{"--only-keep-debug", whole, symbols},
		{"--strip-all", "--add-gnu-debuglink=" + symbols, whole, lib},
	} {
		if err := RunGroup(b.command(ctx, objcopy, args...)); err != nil {
			return &project.Error{What: "cannot separate the symbols of the layer for " + b.target.platform(), Why: objcopy + ": " + err.Error(),
				Advice: "install the objcopy that belongs to the compiler; it is part of binutils, and of the NDK as llvm-objcopy"}
		}
	}
	if err := sameMode(whole, symbols, lib); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(Symbols(result)), 0o777); err != nil {
		return err
	}
	if err := os.Rename(symbols, Symbols(result)); err != nil {
		return err
	}
	return os.Rename(lib, result)
}

// sameMode sets the mode of a file on others, because some versions of objcopy make a library executable.
func sameMode(as string, paths ...string) error {
	info, err := os.Stat(as)
	for _, path := range paths {
		if err == nil {
			err = os.Chmod(path, info.Mode())
		}
	}
	return err
}

// withoutSymbols installs a stripped layer without a file of symbols and prints a note.
func (b *building) withoutSymbols(whole, result string) error {
	fmt.Fprintf(b.out, "note: the layer for %s has no symbol file, because objcopy is missing; objcopy is part of binutils, and of the NDK as llvm-objcopy\n", b.target.platform())
	if err := os.Remove(Symbols(result)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.Rename(whole, result)
}

// objcopy returns the objcopy of the compiler, or "". llvm-objcopy supports every processor, but is used only
// if clang reports it: with gcc, that of binutils always exists.
func (b *building) objcopy(ctx context.Context) string {
	cc := b.cc(ctx)
	if len(cc) == 0 {
		return ""
	}
	findTool := func(name string) string {
		return b.output(ctx, cc[0], append(cc[1:], "-print-prog-name="+name)...)
	}
	if path := findTool("llvm-objcopy"); filepath.IsAbs(path) {
		return path
	}
	if b.target.Sysroot != "" {
		return "" // the objcopy of this machine does not support other processors
	}
	path, err := exec.LookPath(findTool("objcopy"))
	if err != nil {
		return ""
	}
	return path
}

// output returns the output of a command without the final newline, or "" after an error.
func (b *building) output(ctx context.Context, name string, args ...string) string {
	cmd := b.command(ctx, name, args...)
	cmd.Stdout, cmd.Stderr = nil, nil
	out, err := cmd.Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// splitCommand splits a command as Go splits CC: at blanks outside quotes, which must enclose a whole word.
func splitCommand(s string) []string {
	var out []string
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		end := strings.IndexAny(s, " \t\r\n")
		if s[0] == '"' || s[0] == '\'' {
			end = strings.IndexByte(s[1:], s[0])
			if end < 0 {
				return nil
			}
			out, s = append(out, s[1:1+end]), s[end+2:]
			continue
		}
		if end < 0 {
			end = len(s)
		}
		out, s = append(out, s[:end]), s[end:]
	}
	return out
}
