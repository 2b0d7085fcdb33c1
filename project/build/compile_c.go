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

// dispatchFile is there in projects with hooks in Go, and in no other. Without them a layer is C alone: no runtime, no
// threads, and no quarrel with an app that has Go of its own.
const dispatchFile = "core/zz_generated_dispatch.go"

// cgoPackage is what the Go tool knows of package core: its C files and flags, for the target.
type cgoPackage struct {
	Dir                                string
	CFiles, SFiles, CXXFiles           []string
	CgoCPPFLAGS, CgoCFLAGS, CgoLDFLAGS []string
}

// compileC makes the layer by the C compiler. It stands in a link to package core among the temporary files, so that neither
// the path of the project nor a character in it comes into the layer.
func (b *building) compileC(ctx context.Context, whole string, strip bool) error {
	core, err := b.listCore(ctx)
	if err != nil {
		return err
	}
	if len(core.CXXFiles) > 0 {
		return &project.Error{What: "core/" + core.CXXFiles[0], Why: "a layer without hooks in Go is built by the C compiler alone",
			Advice: "write it in C, or give the layer a hook in Go"}
	}
	cc := b.cc(ctx)
	if len(cc) == 0 {
		return &project.Error{What: "cannot build for " + b.target.Name, Why: "CC names no C compiler", Advice: "for example: CC=gcc gleslayergen build"}
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
	cmd.Dir, cmd.Env = dir, append(slices.Clone(b.env), "PWD="+dir) // by which compilers call the folder
	err = RunGroup(cmd)
	if errors.Is(err, exec.ErrNotFound) {
		return &project.Error{What: "cannot build for " + b.target.Name, Why: "there is no C compiler " + cc[0], Advice: "gleslayergen doctor build tells how to get one"}
	}
	if err != nil {
		return buildError(b.target, err)
	}
	return nil
}

// cc is the C compiler, as words: the Go tool's, or where there is no Go, that of the environment.
func (b *building) cc(ctx context.Context) []string {
	if b.has(sourcesFile) || b.has(makeFile) {
		return words(cmp.Or(b.variable("CC"), "cc"))
	}
	return words(b.ask(ctx, "go", "env", "CC"))
}

// variable is what the environment of the build says; of several lines the last counts.
func (b *building) variable(name string) string {
	for _, line := range slices.Backward(b.env) {
		if value, ok := strings.CutPrefix(line, name+"="); ok {
			return value
		}
	}
	return ""
}

// linkTime has the compiler optimise across files, which takes a hook into its trampoline: a call with arguments on the
// stack gets a third cheaper. Clang can do so with its own linker only.
func (b *building) linkTime(ctx context.Context, cc []string) []string {
	if !strings.Contains(b.ask(ctx, cc[0], append(cc[1:], "--version")...), "clang") {
		return []string{"-flto=auto"}
	}
	if filepath.IsAbs(b.ask(ctx, cc[0], append(cc[1:], "-print-prog-name=ld.lld")...)) {
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
