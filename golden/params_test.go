package golden

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/pack"
	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/registry"
)

// paramTypes are the types of the parameters of test commands: a class each.
var paramTypes = []string{"GLenum", "const GLint *", "GLfloat", "void *", "GLuint64", "const GLchar *const *"}

// registryWithParams returns the registry with an extension GL_ZZ_names, whose commands have parameters with these names.
func registryWithParams(t testing.TB, names []string) *registry.Registry {
	t.Helper()
	var text bytes.Buffer
	if err := registry.Builtin().WriteSnapshot(&text); err != nil {
		t.Fatal(err)
	}
	var commands, extension strings.Builder
	extension.WriteString("extension\tGL_ZZ_names\tgles2\n")
	for i := 0; len(names) > 0; i++ {
		n := min(len(names), len(paramTypes))
		fmt.Fprintf(&commands, "command\tglZZNames%04d\t%s\n", i, []string{"void", "GLint"}[i%2])
		for j, name := range names[:n] {
			fmt.Fprintf(&commands, "param\t%s\t%s\n", name, paramTypes[j])
		}
		fmt.Fprintf(&extension, "has\tcommand\tglZZNames%04d\n", i)
		names = names[n:]
	}
	before, after, _ := strings.Cut(text.String(), "\nfeature\t")
	r, err := registry.ReadSnapshot(before + "\n" + commands.String() + "feature\t" + after + extension.String())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// paramLayers are the kinds of layers in which the names are tried. Commands of the extension are the only ones with hooks.
func paramLayers() []project.Request {
	const names = "@GL_ZZ_names"
	withModules := func(q project.Request) project.Request {
		q.Config.Sets = modules.Names()
		return q
	}
	return []project.Request{
		withModules(request("active", "go", []string{names}, names)),
		request("passive", "observe", []string{names}),
		inC(withModules(request("active", "c", []string{names}, names))),
		cpp(request("active", "c", []string{names}, names)),
		trace(request("active", "record", []string{names})),
	}
}

// checkParams renders layers and compiles the code of the commands without linking it.
func checkParams(t *testing.T, checker *pack.GoChecker, names []string, layers ...project.Request) {
	t.Helper()
	r := registryWithParams(t, names)
	for _, q := range layers {
		created, err := project.Render(t.Context(), r, q)
		if err != nil {
			t.Fatal(err)
		}
		checkProject(t, checker, q, created.Files, "glZZNames")
	}
}

// checkProject writes a project, compiles the C and C++ files that contain one of the texts without linking them, and checks the
// types of the Go files.
func checkProject(t *testing.T, checker *pack.GoChecker, q project.Request, files []gen.File, texts ...string) {
	t.Helper()
	dir := t.TempDir()
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	checkC(t, dir, files, texts)
	for _, f := range checker.Check(pack.GoProject{Module: q.Module, Files: files}).Findings {
		t.Errorf("%s, %s: %v", q.Config.Template, q.Config.Init, f)
	}
}

// checkC compiles the C and C++ files that contain one of the texts.
func checkC(t *testing.T, dir string, files []gen.File, texts []string) {
	t.Helper()
	for _, f := range files {
		contains := func(text string) bool { return bytes.Contains(f.Content, []byte(text)) }
		if ext := filepath.Ext(f.Path); ext != ".c" && ext != ".cpp" || !slices.ContainsFunc(texts, contains) {
			continue
		}
		args := []string{"-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-Wno-unused-parameter"}
		for _, include := range []string{"core", "layer", "trace", "play", "src", "."} {
			args = append(args, "-I"+include)
		}
		compiler := "gcc"
		if strings.HasSuffix(f.Path, ".cpp") {
			compiler, args = "g++", append(args, "-std=c++17")
		} else {
			args = append(args, "-D_GNU_SOURCE=") // g++ defines it
		}
		cmd := exec.CommandContext(t.Context(), compiler, append(args, f.Path)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s %s: %v\n%s", compiler, f.Path, err, out)
		}
	}
}

// TestParameterNames uses each name that occurs in generated code, and each keyword and macro, as the name of a parameter.
func TestParameterNames(t *testing.T) {
	names := strings.Fields(`_ __ ___ a next NULL unix linux asm typeof __func__ hook_glZZNames0001 ret ret_ Ret t_ type typeArg type_arg
		GLenum GLfloat errno sizeof init main goto func id C unsafe string t result Result call calls begin_ sourceArg source_ source __source n _1
		inject_skip profile_skip mine_before mine_after hook_glX x1 _x1 X1 x_1`)
	if heavy {
		words := wordsOfGeneratedCode(t)
		names = append(names, testutil.Shard(t, append(words, joinedNames(words, 2000)...), 4)...)
	}
	checker, err := pack.NewGoChecker(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	checkParams(t, checker, names, paramLayers()...)
}

var word = regexp.MustCompile(`\b[A-Za-z_][A-Za-z0-9_]*\b`)

// wordsOfGeneratedCode returns the words of the code of each kind of layer, and the macros of the compiler.
func wordsOfGeneratedCode(t *testing.T) []string {
	t.Helper()
	found := map[string]bool{}
	add := func(text string) {
		for _, w := range word.FindAllString(text, -1) {
			found[w] = true
		}
	}
	for _, q := range paramLayers() {
		created, err := project.Render(t.Context(), registryWithParams(t, []string{"one", "two"}), q)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range created.Files {
			switch filepath.Ext(f.Path) {
			case ".c", ".h", ".cpp", ".hpp", ".go":
				add(string(f.Content))
			}
		}
	}
	add(command(t, t.TempDir(), "gcc", "-dM", "-E", "-x", "c", "/dev/null"))
	var list []string
	for w := range found {
		if !slices.Contains(typeWords, w) && !strings.HasPrefix(w, "GL_") && !strings.HasPrefix(w, "EGL_") && len(w) < 200 {
			list = append(list, w)
		}
	}
	slices.Sort(list)
	return list
}

// joinedNames returns n different names, each of pieces of words that were selected at random, and of an underscore or a digit.
func joinedNames(words []string, n int) []string {
	r := rand.New(rand.NewPCG(1, 2))
	piece := func() string {
		w := words[r.IntN(len(words))]
		from := r.IntN(len(w))
		return w[from : from+1+r.IntN(len(w)-from)]
	}
	var names []string
	for len(names) < n {
		name := piece() + []string{"", "_", "1"}[r.IntN(3)] + piece()
		if word.FindString(name) == name && !slices.Contains(typeWords, name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// typeWords are the names that the registry refuses.
var typeWords = strings.Fields("const void char short int long float double signed unsigned struct enum union")
