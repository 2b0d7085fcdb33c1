package crash

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/android"
)

// Symbolizer is a program that maps addresses to source lines, with the interface of GNU addr2line.
type Symbolizer struct {
	Program string
	Args    []string
}

// llvm selects addr2line's output format in llvm-symbolizer.
var llvm = []string{"--output-style=GNU"}

// FindSymbolizer returns llvm-symbolizer from PATH or the NDK, or else addr2line, which supports Go less
// well. It fails if there is neither.
func FindSymbolizer(getenv func(string) string) (*Symbolizer, error) {
	if path, err := exec.LookPath("llvm-symbolizer"); err == nil {
		return &Symbolizer{path, llvm}, nil
	}
	if ndk, err := android.FindNDK(getenv); err == nil {
		found, _ := filepath.Glob(filepath.Join(ndk.Root, "toolchains", "llvm", "prebuilt", "*", "bin", "llvm-symbolizer*"))
		if len(found) > 0 {
			return &Symbolizer{found[0], llvm}, nil
		}
	}
	for _, name := range []string{"llvm-addr2line", "addr2line"} {
		if path, err := exec.LookPath(name); err == nil {
			return &Symbolizer{Program: path}, nil
		}
	}
	return nil, &android.Error{What: "no symbolizer", Why: "neither llvm-symbolizer nor addr2line is in PATH, and no Android NDK with llvm-symbolizer was found",
		Advice: "install the package llvm, or set ANDROID_NDK_HOME to the directory of an NDK"}
}

// Missing is a library build without symbols.
type Missing struct {
	Library string `json:"library"`
	BuildID string `json:"buildId"`
}

// Fill sets the source positions of all frames and returns the libraries without symbols. It fails if the
// symbolizer fails.
func (z *Symbolizer) Fill(ctx context.Context, r *Report, s *Symbols) ([]Missing, error) {
	missing := []Missing{}
	files := map[string][]*Frame{}
	var order []string
	for _, f := range r.Frames() {
		path, found := s.For(*f)
		switch m := (Missing{f.Library(), f.BuildID}); {
		case found && files[path] == nil:
			order = append(order, path)
			fallthrough
		case found:
			files[path] = append(files[path], f)
		case !slices.Contains(missing, m):
			missing = append(missing, m)
		}
	}
	for _, path := range order {
		if err := z.querySymbolizer(ctx, path, files[path]); err != nil {
			return missing, err
		}
	}
	return missing, nil
}

// querySymbolizer runs the symbolizer once for all frames of a library.
func (z *Symbolizer) querySymbolizer(ctx context.Context, path string, frames []*Frame) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	path, err := filepath.Abs(path) // so that a name that begins with - is not taken for a flag
	if err != nil {
		return err
	}
	var in, out, complaint bytes.Buffer
	for _, f := range frames {
		fmt.Fprintf(&in, "0x%x\n", f.PC)
	}
	cmd := exec.CommandContext(ctx, z.Program, append(slices.Clone(z.Args), "-a", "-f", "-C", "-i", "-e", path)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = &in, &out, &complaint
	if err := cmd.Run(); err != nil {
		return &android.Error{What: z.Program, Why: errors.Join(err, errors.New(strings.TrimSpace(complaint.String()))).Error(),
			Advice: "check that the symbol file is complete: " + path}
	}
	fill(frames, out.String())
	return nil
}

// fill parses addr2line's output: the address, then pairs of lines with function and file:line, one pair for
// each inlined function and one for the function itself.
func fill(frames []*Frame, out string) {
	lines := strings.Split(out, "\n")
	n := -1
	for i := 0; i < len(lines); i++ {
		line := strings.TrimSpace(lines[i])
		if _, err := strconv.ParseUint(strings.TrimPrefix(line, "0x"), 16, 64); err == nil && strings.HasPrefix(line, "0x") {
			n++
			continue
		}
		if n < 0 || n >= len(frames) || i+1 >= len(lines) || line == "" {
			continue
		}
		i++
		if p := place(line, strings.TrimSpace(lines[i])); p.Function != "" {
			frames[n].Places = append(frames[n].Places, p)
		}
	}
}

// place parses "/home/me/hooks.go:13" and "hooks.go:13 (discriminator 2)"; ?? means unknown.
func place(function, where string) Place {
	if function == "??" {
		return Place{}
	}
	where, _, _ = strings.Cut(where, " (")
	file, line, _ := cutLast(where, ":")
	p := Place{Function: function, File: file}
	p.Line, _ = strconv.Atoi(line)
	if file == "??" {
		p.File = ""
	}
	return p
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}
