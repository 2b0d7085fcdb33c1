package golden

import (
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/internal/testutil/testproject"
	"github.com/gleslayergen/gleslayergen/pack"
	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/templates"
)

// mixture returns a project of a pack with hooks of some kinds, two functions each.
func mixture(pack, style string, kinds, sets []string) project.Request {
	functions := map[string][]string{"go": {"glClear", "glTexImage2D"}, "c": {"glFlush", "glTexSubImage2D"}, "observe": {"glFinish", "glCompressedTexImage2D"}, "none": {"glViewport", "glReadPixels"}}
	q := request(style, "", nil, "glGetString")
	q.Config.Template, q.Config.Sets, q.Config.Constants = pack, sets, project.ConstantsUsed
	for _, kind := range kinds {
		q.Config.Intercept = append(q.Config.Intercept, testproject.Request(style, kind, functions[kind]).Config.Intercept...)
	}
	return q
}

// combinations returns all subsets of a list that have several elements.
func combinations(list []string) (all [][]string) {
	for bits := range 1 << len(list) {
		var some []string
		for i, element := range list {
			if bits>>i&1 == 1 {
				some = append(some, element)
			}
		}
		if len(some) > 1 {
			all = append(all, some)
		}
	}
	return all
}

// authorFiles are the paths of files with hooks.
var authorFiles = []string{"hooks.go", "observers.go", "core/hooks.c", "src/hooks.c", "src/hooks.cpp"}

// Hooks of several kinds compile together, in each pack, with and without modules. README.md names the files with hooks.
func TestMixturesOfHooks(t *testing.T) {
	checker, err := pack.NewGoChecker(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	sets := map[string][]string{"all modules": modules.Names()}
	if heavy {
		sets["no modules"] = nil
	}
	for name, style := range map[string]string{"go": "active", "c": "passive", "cpp": "active"} {
		p, err := templates.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, kinds := range combinations(p.Hooks) {
			for what, sets := range sets {
				t.Run(name+"/"+strings.Join(kinds, "+")+"/"+what, func(t *testing.T) {
					q := mixture(name, style, kinds, sets)
					created, err := project.Render(t.Context(), registry.Builtin(), q)
					if err != nil {
						t.Fatal(err)
					}
					checkProject(t, checker, q, created.Files, "zz_generated_hooks.h", "zz_generated_observe.h")
					checkReadme(t, created.Files)
				})
			}
		}
	}
}

func checkReadme(t *testing.T, files []gen.File) {
	t.Helper()
	readme := files[slices.IndexFunc(files, func(f gen.File) bool { return f.Path == "README.md" })]
	for _, f := range files {
		if slices.Contains(authorFiles, f.Path) && !strings.Contains(string(readme.Content), "`"+f.Path+"`") {
			t.Errorf("README.md does not name %s", f.Path)
		}
	}
}
