package golden

import (
	"fmt"
	"go/format"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/examples"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/project"
)

var (
	fence    = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")
	goHook   = regexp.MustCompile(`(?m)^func ((?:egl|gl)\w+)\(next `)
	cHook    = regexp.MustCompile(`\bhook_((?:egl|gl)\w+)\(`)
	goCall   = regexp.MustCompile(`\bgles\.(EGL|GL)([A-Z]\w*)\(`)
	cCall    = regexp.MustCompile(`\bcall_(\w+)\(`)
	cppHook  = regexp.MustCompile(`\bhooks::((?:egl|gl)\w+)\(layer::Next`)
	cppCall  = regexp.MustCompile(`\bbelow::(\w+)\(`)
	packages = regexp.MustCompile(`\b(atomic|fakedriver|fmt|gles|slices|strings|sync|testing)\.[A-Z]`)
)

// hookPages are the documents about hooks.
var hookPages = []string{"hooks", "helpers", "modules", "hook-sets", "hooks-c", "hooks-tests"}

// blocks returns the code blocks in documents, by language.
func blocks(t *testing.T, pages ...string) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for _, page := range pages {
		text, err := os.ReadFile("../docs/" + page + ".md")
		if err != nil {
			t.Fatal(err)
		}
		found := fence.FindAllStringSubmatch(string(text), -1)
		for _, m := range found {
			out[m[1]] = append(out[m[1]], m[2])
		}
		if n := strings.Count(string(text), "```"); n%2 != 0 || n/2 != len(found) {
			t.Errorf("%s: a block of code was not found", page)
		}
	}
	return out
}

// The Go code in the documents about hooks compiles as one layer, passes go vet, and its tests pass.
func TestHooksDocument(t *testing.T) {
	code := blocks(t, hookPages...)
	var hooks, tests strings.Builder
	for _, block := range code["go"] {
		if pretty, err := format.Source([]byte(block)); err != nil || string(pretty) != block {
			t.Errorf("not in gofmt's form (%v):\n%s", err, block)
		}
		if strings.Contains(block, "func Test") {
			tests.WriteString(block + "\n")
		} else {
			hooks.WriteString(block + "\n")
		}
	}
	dir := documented(t, "go", names(goHook, hooks.String()), calls(hooks.String()))
	writeFile(t, dir, "hooks.go", withImports(hooks.String()))
	writeFile(t, dir, "hooks_test.go", withImports(tests.String()))
	vetAndTest(t, dir, ".")
	buildLayer(t, dir)
}

// The C code in the documents about hooks compiles as one layer, in a project with Go and in one without.
func TestHooksDocumentInC(t *testing.T) {
	hooks := strings.Join(blocks(t, hookPages...)["c"], "\n")
	dir := documented(t, "c", names(cHook, hooks), names(cCall, hooks))
	writeFile(t, dir, "core/hooks.c", "#include \"zz_generated_hooks.h\"\n\n"+hooks)
	writeFile(t, dir, "core/zz_flags.go", "package core\n\n// #cgo CFLAGS: -Werror\nimport \"C\"\n")
	goTool(t, dir, "test", "-count=1", ".")
	lib := buildLayer(t, dir)
	out, _ := run(t, []string{lib}, []string{"GLESLAYER_TAG=set up in C"})
	checkContains(t, out, "set up in C")
	alone := kase{name: "documented", request: inC(request("active", "c", names(cHook, hooks), names(cCall, hooks)...))}.write(t)
	writeFile(t, alone, "src/hooks.c", "#include \"zz_generated_hooks.h\"\n\n"+hooks)
	command(t, alone, "make", "layer", "CFLAGS=-Werror")
	out, _ = run(t, []string{filepath.Join(alone, "build", "host", "libgleslayer.so")}, []string{"GLESLAYER_TAG=alone"})
	checkContains(t, out, "alone")
}

// The C++ code in the documents about hooks compiles as one layer, and its tests pass.
func TestHooksDocumentInCPP(t *testing.T) {
	list := blocks(t, hookPages...)["cpp"]
	if len(list) != 2 {
		t.Fatalf("%d blocks of C++", len(list))
	}
	q := cpp(request("active", "c", names(cppHook, list[0]), names(cppCall, list[0])...))
	q.Config.Constants = project.ConstantsUsed
	dir := kase{name: "documented", request: q}.write(t)
	writeFile(t, dir, "src/hooks.cpp", "#include \"zz_generated_hooks.hpp\"\n\n"+list[0])
	writeFile(t, dir, "test/hooks_test.cpp", "#include \"zz_generated_check.hpp\"\n#include \"zz_generated_consts.hpp\"\n#include \"zz_generated_fakedriver.hpp\"\n\n"+list[1])
	command(t, dir, "env", "CXXFLAGS=-Werror", "make", "test")
	out, _ := run(t, []string{buildLayer(t, dir)}, []string{"GLESLAYER_TAG=in C++"})
	checkContains(t, out, "in C++: set up")
}

// The examples of gleslayer.yaml in the document are valid.
func TestHooksDocumentInYAML(t *testing.T) {
	list := blocks(t, hookPages...)["yaml"]
	if len(list) == 0 {
		t.Error("the document shows nothing of gleslayer.yaml")
	}
	for _, block := range list {
		dir := t.TempDir()
		writeFile(t, dir, "gleslayer.yaml", "name: x\ninit: passive\n"+block)
		config, err := project.Load(dir)
		if err != nil {
			t.Fatal(err)
		}
		if len(config.Intercept) < 2 {
			t.Errorf("it says %+v", config)
		}
	}
}

// documented writes an active project with the hooks of a document.
func documented(t *testing.T, hooks string, intercept, use []string) string {
	t.Helper()
	if len(intercept) == 0 {
		t.Fatal("the document has no hooks")
	}
	q := request("active", hooks, intercept, use...)
	q.Config.Constants = project.ConstantsUsed
	return kase{name: "documented", request: q}.write(t)
}

func writeFile(t *testing.T, dir, path, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, path), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// names returns the distinct matches of the first group of a pattern.
func names(pattern *regexp.Regexp, text string) []string {
	found := map[string]bool{}
	for _, m := range pattern.FindAllStringSubmatch(text, -1) {
		found[m[1]] = true
	}
	return slices.Sorted(maps.Keys(found))
}

// calls are the commands that hooks in Go call by name.
func calls(text string) []string {
	found := map[string]bool{}
	for _, m := range goCall.FindAllStringSubmatch(text, -1) {
		found[strings.ToLower(m[1])+m[2]] = true
	}
	return slices.Sorted(maps.Keys(found))
}

// withImports adds a package clause and imports to declarations.
func withImports(text string) string {
	paths := map[string]string{"atomic": "sync/atomic", "fakedriver": "gleslayer/core/fakedriver", "gles": "gleslayer/gles"}
	var b strings.Builder
	b.WriteString("package main\n\n")
	for _, name := range names(packages, text) {
		path := paths[name]
		if path == "" {
			path = name
		}
		fmt.Fprintf(&b, "import %q\n", path)
	}
	return b.String() + "\n" + text
}

// The two files of docs/tutorial.md are a project that builds, has no findings, passes its test and logs its frames.
func TestTutorial(t *testing.T) {
	code := blocks(t, "tutorial")["go"]
	if len(code) != 2 {
		t.Fatalf("%d files", len(code))
	}
	q := request("active", "go", names(goHook, code[0]))
	q.Module, q.Config.Constants = "draws", project.ConstantsUsed
	dir := kase{name: "draws", request: q}.write(t)
	writeFile(t, dir, "hooks.go", code[0])
	writeFile(t, dir, "hooks_test.go", code[1])
	for _, text := range code {
		if pretty, err := format.Source([]byte(text)); err != nil || string(pretty) != text {
			t.Errorf("not in gofmt's form (%v):\n%s", err, text)
		}
	}
	vetAndTest(t, dir, ".")
	out, _ := run(t, []string{buildLayer(t, dir)}, nil)
	checkContains(t, out, ": frame 1: ", " draw calls")
}

// docs/cookbook.md has a recipe for each example layer, and shows its code as it is. To copy the code again, run go test -update.
func TestCookbook(t *testing.T) {
	const page = "../docs/cookbook.md"
	text := testutil.ReadText(t, page)
	written := text
	for _, x := range examples.Layers() {
		if !strings.Contains(text, "`"+x.Name+"`") {
			t.Errorf("%s has no recipe for the example %s", page, x.Name)
		}
		code := hooksWithoutHeader(string(x.Files("layer")["hooks.go"]))
		before, rest, ok := strings.Cut(written, "<!-- "+x.Name+" -->\n")
		if !ok {
			if !strings.Contains(text, "(../examples/layers/"+x.Name+"/hooks.go)") {
				t.Errorf("%s neither shows nor links the code of %s", page, x.Name)
			}
			continue
		}
		_, after, _ := strings.Cut(rest, "<!-- end -->\n")
		written = before + "<!-- " + x.Name + " -->\n```go\n" + code + "```\n<!-- end -->\n" + after
	}
	switch {
	case written == text:
	case *update:
		if err := os.WriteFile(page, []byte(written), 0o666); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s does not show the code of the examples; run go test ./golden -run TestCookbook -update", page)
	}
}

// hooksWithoutHeader returns what follows the imports, without an empty onInitialize.
func hooksWithoutHeader(text string) string {
	_, code, _ := strings.Cut(text, "import ")
	if _, list, ok := strings.Cut(code, "(\n"); ok && strings.HasPrefix(code, "(\n") {
		_, code, _ = strings.Cut(list, ")\n")
	} else {
		_, code, _ = strings.Cut(code, "\n")
	}
	code = strings.ReplaceAll(code, "func onInitialize(l *gles.Layer) {}\n\n", "")
	return strings.TrimLeft(code, "\n")
}

// docs/modules.md shows the example of a module as it is.
func TestModuleOfDocs(t *testing.T) {
	page, err := os.ReadFile("../docs/modules.md")
	if err != nil {
		t.Fatal(err)
	}
	pack, err := os.ReadFile("../examples/drawcount/pack.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(pack)) {
		if !strings.Contains(string(page), "\n    "+line) {
			t.Errorf("missing: %s", line)
		}
	}
}
