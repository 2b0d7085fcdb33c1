package abi

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"text/template"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/project"
)

// all is how many commands EGL and OpenGL ES 2.0 and newer have, in the registry of 2026-05.
const all = 1060

// rounds is how often each is called.
const rounds = 20

// seed makes each run the same. Another one is as good.
const seed = 20260501

// kindOf says what may stand in a value: only what is an address or null in a pointer to typed data, because an app
// passes nothing else there. It reads the C type, not what gen made of it.
func kindOf(v gen.Value) string {
	switch {
	case depth(v.CType) > 0:
		return "ADDRESS_"
	case v.Class == "f32":
		return "FLOAT_"
	case v.Class == "f64":
		return "DOUBLE_"
	}
	return "BITS_"
}

// makeHost makes the program that plays app and driver for a project that intercepts every command.
func makeHost(t *testing.T, created *project.Created, g target) string {
	t.Helper()
	g.need(t)
	dir := t.TempDir()
	source := filepath.Join(dir, "host.c")
	out, err := os.Create(source)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	host, err := template.New("host.c.tmpl").Funcs(template.FuncMap{"kind": kindOf}).ParseFiles("testdata/host.c.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	if err := host.Execute(out, created.Plan); err != nil {
		t.Fatal(err)
	}
	if n := len(created.Plan.Commands); n != all {
		t.Fatalf("the layer has %d commands, expected %d", n, all)
	}
	program := filepath.Join(dir, "host")
	g.compile(t, "", source, program, "testdata", filepath.Join(created.Dir, "core"))
	return program
}

// countGo makes every Go hook count its calls, and print the counts when all of them are done.
func countGo(t *testing.T, created *project.Created) {
	t.Helper()
	body := regexp.MustCompile(`(?m)^(func (?:egl|gl)\w+\(.*\{)$`)
	edit(t, created, "hooks.go", func(s string) string { return body.ReplaceAllString(s, "$1\n\ttally()") })
	writeText(t, filepath.Join(created.Dir, "count.go"), `package main

import "gleslayer/gles"

var calls int

func tally() {
	if calls++; calls == `+strconv.Itoa(all*rounds)+` {
		gles.Logf("%d calls of hooks", calls)
	}
}
`)
}

// countC does the same for hooks in C.
func countC(t *testing.T, created *project.Created) {
	t.Helper()
	body := regexp.MustCompile(`(?m)^(.*\bhook_\w+\((?s:.*?)\{)$`)
	edit(t, created, "core/hooks.c", func(s string) string {
		s = body.ReplaceAllString(s, "$1\n    tally();")
		const include = "#include \"zz_generated_hooks.h\"\n"
		return strings.Replace(s, include, include+`
static void tally(void) {
    static int calls;
    if (++calls == `+strconv.Itoa(all*rounds)+`) layer_log("`+strconv.Itoa(all*rounds)+` calls of hooks");
}
`, 1)
	})
}
