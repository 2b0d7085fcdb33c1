package abi

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"text/template"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/project"
)

// leastAgreed are the commands that Debian's headers of 2022 declare, less a few that others may lack.
const leastAgreed = 1000

// changed are commands whose signature Khronos has corrected since those headers were made.
var changed = map[string]string{
	"eglQuerySupportedCompressionRatesEXT": "config was declared as EGLConfig *configs",
	"glCreateShaderProgramvEXT":            "strings was declared as const GLchar **",
}

// What generated C says about types and commands is what the platform's headers say.
func TestPlatformHeaders(t *testing.T) {
	created := create(t, request("passive", "none", "@all"))
	for _, cc := range []string{"gcc", "clang"} {
		t.Run(cc, func(t *testing.T) { agree(t, created, cc) })
	}
}

func agree(t *testing.T, created *project.Created, cc string) {
	line := []string{cc, "-std=gnu11", "-Wall", "-Werror", "-I", platformHeaders(t), "-I", "testdata",
		"-I", filepath.Join(created.Dir, "core")}
	platform := must(t, "", append(line, "-E", "testdata/platform.h")...)
	allOurs(t, created.Plan, platform)
	declared := words(platform)
	for name := range changed {
		delete(declared, name)
	}
	agreed := 0
	for _, c := range created.Plan.Commands {
		if declared[c.Name] {
			agreed++
		}
	}
	if agreed < leastAgreed {
		t.Errorf("the headers declare only %d of our commands, expected %d: make deps installs libegl-dev and libgles-dev", agreed, leastAgreed)
	}
	source := filepath.Join(t.TempDir(), "headers.c")
	text := headersText(t, created.Plan, declared)
	writeText(t, source, text)
	line = append(line, "-fsyntax-only", source)
	must(t, "", line...)
	t.Logf("%s: %d commands agree with the platform's headers", cc, agreed)

	writeText(t, source, strings.Replace(text, "void glScissor(GLint x,", "void glScissor(GLuint x,", 1))
	if out, err := run(t, "", line...); err == nil || !strings.Contains(out, "glScissor") {
		t.Errorf("another glScissor was not found: %v\n%s", err, out)
	}
}

var declaration = regexp.MustCompile(`\b((?:egl|gl)[A-Z]\w*) ?\(`)

// allOurs wants each command that the headers declare among ours.
func allOurs(t *testing.T, plan *gen.Plan, platform string) {
	t.Helper()
	ours := map[string]bool{}
	for _, c := range plan.Commands {
		ours[c.Name] = true
	}
	for _, found := range declaration.FindAllStringSubmatch(platform, -1) {
		if !ours[found[1]] {
			t.Errorf("the headers declare %s, which we do not know", found[1])
		}
	}
}

// platformHeaders is a folder with nothing but the headers of EGL and OpenGL ES, so that a cross compiler sees no
// other headers of this machine.
func platformHeaders(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"EGL", "GLES2", "GLES3", "KHR"} {
		if _, err := os.Stat("/usr/include/" + name); err != nil {
			t.Fatalf("%v: make deps installs libegl-dev and libgles-dev", err)
		}
		if err := os.Symlink("/usr/include/"+name, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

var word = regexp.MustCompile(`\b[A-Za-z_]\w*\b`)

func words(text string) map[string]bool {
	set := map[string]bool{}
	for _, w := range word.FindAllString(text, -1) {
		set[w] = true
	}
	return set
}

func headersText(t *testing.T, plan *gen.Plan, declared map[string]bool) string {
	t.Helper()
	functions := template.FuncMap{
		"declared":  func(name string) bool { return declared[name] },
		"isTypedef": func(d *gen.Type) bool { return strings.HasPrefix(d.CDef, "typedef ") },
		"isInteger": func(d *gen.Type) bool { return integer.MatchString(fmt.Sprint(d.Class)) },
		"fieldName": func(v gen.Value) string { names := word.FindAllString(v.C, -1); return names[len(names)-1] },
	}
	text, err := template.New("headers.c.tmpl").Funcs(functions).ParseFiles("testdata/headers.c.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := text.Execute(&b, plan); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var integer = regexp.MustCompile(`^[iu](8|16|32|64)$`)
