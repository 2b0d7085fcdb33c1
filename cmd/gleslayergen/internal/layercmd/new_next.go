package layercmd

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/project"
)

// changeDir returns the start of a shell command that changes to dir.
func changeDir(dir string) string {
	if filepath.Clean(dir) == "." {
		return ""
	}
	return "cd " + ui.ShellPath(dir) + " && "
}

// howToBuild returns the shell command that builds the project.
func howToBuild(c *project.Created) string {
	has := func(path string) bool {
		return slices.ContainsFunc(c.Files, func(f gen.File) bool { return f.Path == path })
	}
	switch {
	case has("Makefile") && c.Pack.Builtin():
		return "make && make test"
	case len(c.Pack.Build) > 0:
		return "gleslayergen build"
	case has("Makefile"):
		return "make"
	case has("CMakeLists.txt"):
		return "cmake -B build && cmake --build build"
	case has("go.mod"):
		return "go build -buildmode=c-shared -o lib" + c.Plan.Name + ".so"
	}
	return "ls"
}

// whereToWrite says where the author adds code.
func whereToWrite(c *project.Created, example bool) string {
	if len(c.Plan.Hooked(gen.HookRecord)) > 0 {
		return "no hooks to write: the layer records each call that it intercepts"
	}
	hooked, files := false, []string{}
	for _, kind := range gen.WrittenKinds {
		if len(c.Plan.Hooked(kind)) == 0 {
			continue
		}
		if f, ok := gen.HookFile(c.Pack, kind); ok {
			files = append(files, f.Path)
		}
		hooked = true
	}
	if len(files) > 0 && example {
		return "the hooks of the example are in " + strings.Join(files, " and ")
	}
	if len(files) > 0 {
		return "write your hooks in " + strings.Join(files, " and ")
	}
	if hooked {
		return "the template pack contains the hooks"
	}
	switch alone := slices.DeleteFunc(slices.Clone(c.Plan.Sets), func(m string) bool { return !worksAlone(m) }); len(alone) {
	case 0:
	case 1:
		return "no hooks to write: the module " + alone[0] + " runs without hooks"
	default:
		return "no hooks to write: the modules " + strings.Join(alone, ", ") + " run without hooks"
	}
	if kinds := orHooks(c.Pack.Hooks); kinds != "" {
		return "the layer has no hooks, so it only forwards calls; to write hooks, create the project again with --hooks " + kinds
	}
	return "the layer has no hooks, so it only forwards calls"
}

// orHooks returns the kinds of hooks except none.
func orHooks(kinds []string) string {
	kinds = slices.DeleteFunc(slices.Clone(kinds), func(k string) bool { return k == string(gen.HookNone) })
	if n := len(kinds) - 1; n > 1 {
		return strings.Join(kinds[:n], ", ") + " or " + kinds[n]
	}
	return strings.Join(kinds, " or ")
}
