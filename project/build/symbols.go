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

// Symbols is where Build puts the symbols and lines of the layer lib. gdb, lldb, llvm-addr2line and llvm-symbolizer look
// into a folder .debug beside a library; ndk-stack wants a folder where the file has the library's own name.
func Symbols(lib string) string {
	return filepath.Join(filepath.Dir(lib), ".debug", filepath.Base(lib))
}

// split parts what runs from what only tools read. Both keep the build id by which tools match them.
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
			return &project.Error{What: "cannot take the symbols of the layer for " + b.target.Name + " apart", Why: objcopy + ": " + err.Error(),
				Advice: "it should be the objcopy that comes with the compiler, from binutils or the NDK"}
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

// sameMode undoes what some objcopy does, which takes a library for a program.
func sameMode(as string, paths ...string) error {
	info, err := os.Stat(as)
	for _, path := range paths {
		if err == nil {
			err = os.Chmod(path, info.Mode())
		}
	}
	return err
}

// withoutSymbols does with what the linker made, and says so.
func (b *building) withoutSymbols(whole, result string) error {
	fmt.Fprintf(b.out, "note: no file of symbols for %s: there is no objcopy; it comes with binutils, and as llvm-objcopy with the NDK\n", b.target.Name)
	if err := os.Remove(Symbols(result)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.Rename(whole, result)
}

// objcopy is the one that goes with the compiler, or "". LLVM's serves every processor, but counts only where
// it stands beside clang: with gcc, binutils' is there for certain.
func (b *building) objcopy(ctx context.Context) string {
	cc := b.cc(ctx)
	if len(cc) == 0 {
		return ""
	}
	ask := func(name string) string {
		return b.ask(ctx, cc[0], append(cc[1:], "-print-prog-name="+name)...)
	}
	if path := ask("llvm-objcopy"); filepath.IsAbs(path) {
		return path
	}
	path, err := exec.LookPath(ask("objcopy"))
	if err != nil {
		return ""
	}
	return path
}

// ask is the line that a program prints, or "".
func (b *building) ask(ctx context.Context, name string, args ...string) string {
	cmd := b.command(ctx, name, args...)
	cmd.Stdout, cmd.Stderr = nil, nil
	out, err := cmd.Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// words splits a command as Go does with CC: at blanks outside quotes, which may only stand around a whole word.
func words(s string) []string {
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
