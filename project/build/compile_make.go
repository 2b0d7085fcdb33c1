package build

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
	"github.com/gleslayergen/gleslayergen/project"
)

// compileMake builds a layer in C alone with make and the project's Makefile; this needs neither Go nor
// CMake. As in compileC, it uses a link in the temporary directory; a debug build uses the real path.
func (b *building) compileMake(ctx context.Context, whole string, strip bool) error {
	source, err := filepath.Abs(b.root)
	if err != nil {
		return err
	}
	flags, link := "-O2 -g", ""
	args := []string{}
	if b.target.Debug {
		flags = "-O0 -g"
		args = append(args, "LTO=") // a debugger needs each function
	} else {
		if err := os.Symlink(source, b.linked()); err != nil {
			return err
		}
		source, flags = b.linked(), flags+" -ffile-prefix-map="+b.linked()+"=. -frandom-seed=layer"
	}
	if strip {
		link = "-s"
	}
	cc := b.cc(ctx)
	if len(cc) == 0 {
		return &project.Error{What: "cannot build for " + b.target.platform(), Why: "the variable CC does not name a C compiler, or has an opening quote without a closing quote", Advice: "set CC to the command of a C compiler, for example: CC=gcc gleslayergen build"}
	}
	made := filepath.Join(b.work, "lib"+b.name+".so")
	args = append(args, "layer", "CC="+shellLine(cc), "CFLAGS="+flags, "LDFLAGS="+link, "BUILD="+filepath.Join(b.work, "objects"), "LIB="+made)
	err = b.make(ctx, source, args...)
	if err != nil {
		return err
	}
	content, err := os.ReadFile(made)
	if err != nil {
		return &project.Error{What: "make did not create lib" + b.name + ".so", Why: fsx.Reason(err), Advice: "the Makefile needs a target \"layer\" that writes the layer to the file $(LIB)"}
	}
	return os.WriteFile(whole, content, 0o777)
}

// shellLine quotes a command for a variable of make, which the shell reads.
func shellLine(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		if quoted[i] = word; strings.ContainsAny(word, " '\"\\$`*?[]{}()<>|&;~#!") {
			quoted[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.ReplaceAll(strings.Join(quoted, " "), "$", "$$")
}

// make runs make and prints the messages of the compiler, with paths relative to the project.
func (b *building) make(ctx context.Context, dir string, args ...string) error {
	cmd := b.command(ctx, "make", append([]string{"--silent", "--no-print-directory"}, args...)...)
	var output bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.Env = dir, &output, &output, append(slices.Clone(b.env), "PWD="+dir)
	err := RunGroup(cmd)
	if errors.Is(err, exec.ErrNotFound) {
		return &project.Error{What: "cannot build for " + b.target.platform(), Why: "no make command in PATH", Advice: "to see how to install it: gleslayergen doctor build"}
	}
	_, _ = b.out.Write(bytes.ReplaceAll(output.Bytes(), []byte(b.linked()), []byte(b.root)))
	if err != nil {
		return buildError(b.target, err)
	}
	return nil
}
