package build

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/project"
)

// dispatchFile exists only in projects with Go hooks. Other layers are C only: they have no Go runtime and no
// threads, and do not conflict with Go in the app.
const dispatchFile = "core/zz_generated_dispatch.go"

// goCoreFile exists in all projects that have Go code. Without hooks in Go, only their tests are in Go.
const goCoreFile = "core/zz_generated_core.go"

// cgoPackage has the C files and flags of package core for the target, as go list reports them.
type cgoPackage struct {
	Dir                                string
	CFiles, SFiles, CXXFiles           []string
	CgoCPPFLAGS, CgoCFLAGS, CgoLDFLAGS []string
}

// compileC builds the layer with the C compiler. It compiles through a link to package core in the temporary
// directory, so that the path of the project does not become part of the layer.
func (b *building) compileC(ctx context.Context, whole string, strip bool) error {
	core, err := b.listCore(ctx)
	if err != nil {
		return err
	}
	if len(core.CXXFiles) > 0 {
		return &project.Error{What: "core/" + core.CXXFiles[0], Why: "this file is in C++, but a layer without Go hooks is built only with the C compiler",
			Advice: "rewrite the file in C, or add a Go hook to the layer"}
	}
	cc := b.cc(ctx)
	if len(cc) == 0 {
		return &project.Error{What: "cannot build for " + b.target.platform(), Why: "the variable CC does not name a C compiler, or has an opening quote without a closing quote", Advice: "set CC to the command of a C compiler, for example: CC=gcc gleslayergen build"}
	}
	flags := slices.Concat(core.CgoCPPFLAGS, core.CgoCFLAGS, []string{"-fPIC", "-shared", "-pthread", "-o", whole})
	dir := core.Dir
	if b.target.Debug {
		flags = append(flags, "-O0", "-g")
	} else {
		dir = filepath.Join(b.work, "core")
		if err := os.Symlink(core.Dir, dir); err != nil {
			return err
		}
		flags = append(flags, "-g", "-ffile-prefix-map="+dir+"=core", "-frandom-seed=layer", "-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections")
		flags = append(flags, b.linkTime(ctx, cc)...)
	}
	if strip {
		flags = append(flags, "-s")
	}
	args := slices.Concat(cc[1:], flags, core.CFiles, core.SFiles, platformFlags(b.name, b.exports), core.CgoLDFLAGS)
	cmd := b.command(ctx, cc[0], args...)
	cmd.Dir, cmd.Env = dir, append(slices.Clone(b.env), "PWD="+dir) // the name of the directory in messages of compilers
	err = RunGroup(cmd)
	if errors.Is(err, exec.ErrNotFound) {
		return &project.Error{What: "cannot build for " + b.target.platform(), Why: "the C compiler " + cc[0] + " is not in PATH", Advice: "to see how to install a C compiler: gleslayergen doctor build"}
	}
	if err != nil {
		return buildError(b.target, err)
	}
	return nil
}

// cc returns the C compiler and its arguments: that of the go command, or for projects without Go that of the
// environment.
func (b *building) cc(ctx context.Context) []string {
	if !b.has(goCoreFile) {
		return splitCommand(cmp.Or(b.variable("CC"), "cc"))
	}
	return splitCommand(b.output(ctx, "go", "env", "CC"))
}

// variable returns the value of a variable in the environment of the build. The last assignment counts.
func (b *building) variable(name string) string {
	for _, line := range slices.Backward(b.env) {
		if value, ok := strings.CutPrefix(line, name+"="); ok {
			return value
		}
	}
	return ""
}

// linkTime returns the flags for optimization across files, which inlines a hook into its trampoline: calls
// with arguments on the stack become a third cheaper. Clang needs its own linker for it.
func (b *building) linkTime(ctx context.Context, cc []string) []string {
	if !strings.Contains(b.output(ctx, cc[0], append(cc[1:], "--version")...), "clang") {
		return []string{"-flto=auto"}
	}
	if filepath.IsAbs(b.output(ctx, cc[0], append(cc[1:], "-print-prog-name=ld.lld")...)) {
		return []string{"-flto", "-fuse-ld=lld"}
	}
	return nil
}

func (b *building) listCore(ctx context.Context) (*cgoPackage, error) {
	cmd := b.command(ctx, "go", "list", "-json=Dir,CFiles,SFiles,CXXFiles,CgoCFLAGS,CgoCPPFLAGS,CgoLDFLAGS", "./core")
	cmd.Dir, cmd.Stdout = b.root, nil
	out, err := cmd.Output()
	core := &cgoPackage{}
	if err == nil {
		err = json.Unmarshal(out, core)
	}
	if err != nil {
		return nil, buildError(b.target, err)
	}
	return core, nil
}
