package project

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/registry"
)

// create creates the small project in dir.
func create(t *testing.T, dir string) error {
	t.Helper()
	_, err := Create(t.Context(), registry.Builtin(), request(dir))
	return err
}

func TestCreate(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{"p", "new/parents/are made/p", "trailing/", "a, b'c\"d/größe"} {
		dir = filepath.Join(root, dir)
		if err := create(t, dir); err != nil {
			t.Fatal(err)
		}
		checkProject(t, dir)
	}
	entries, _ := os.ReadDir(root)
	if len(entries) != 4 {
		t.Errorf("left behind: %v", entries)
	}
}

func TestCreateDryRun(t *testing.T) {
	root := t.TempDir()
	q := request(filepath.Join(root, "new", "p"))
	q.DryRun = true
	created, err := Create(t.Context(), registry.Builtin(), q)
	if err != nil || len(created.Files) != len(rendered(t).Files) {
		t.Errorf("%v, %v", created, err)
	}
	testutil.CheckTree(t, root, map[string]string{})
	testutil.WriteFiles(t, root, map[string]string{"new/p/x": "mine"})
	if _, err := Create(t.Context(), registry.Builtin(), q); err == nil {
		t.Error("a dry run does not say that the folder is not empty")
	}
}

func TestCreateRefusesNonEmpty(t *testing.T) {
	root := t.TempDir()
	for _, file := range []string{"x", ".hidden", "sub/x"} {
		dir := filepath.Join(root, file, "p")
		testutil.WriteFiles(t, dir, map[string]string{file: "mine"})
		before := testutil.ReadTree(t, root)
		err := create(t, dir)
		testutil.CheckHint(t, err, dir, "not empty (contains "+strings.Split(file, "/")[0]+")")
		if e, ok := err.(*Error); !ok || e.ExitCode() != 2 {
			t.Errorf("%v", err)
		}
		testutil.CheckTree(t, root, before)
	}
}

func TestCheckTarget(t *testing.T) {
	root := t.TempDir()
	testutil.WriteFiles(t, root, map[string]string{"file": "mine", "full/x": ""})
	for dir, want := range map[string]string{"none": "", "none/deep": "", "file": "not a directory", "file/p": "not a directory",
		"full": "not empty", strings.Repeat("n", 300): "name too long", "a\x00b": "invalid argument"} {
		err := CheckTarget(filepath.Join(root, dir))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%.20q: %v, expected %q", dir, err, want)
		}
	}
}

// A request that cannot be planned leaves nothing, not even parent directories.
func TestCreateBadRequests(t *testing.T) {
	root := t.TempDir()
	for name, spoil := range map[string]func(q *Request){
		"name":      func(q *Request) { q.Config.Name = "a b" },
		"module":    func(q *Request) { q.Module = "log" },
		"style":     func(q *Request) { q.Config.Init = "" },
		"hooks":     func(q *Request) { q.Config.Intercept[0].Hooks = "rust" },
		"unknown":   func(q *Request) { q.Config.Intercept[0].Match = "glDrawTeapot" },
		"no match":  func(q *Request) { q.Config.Intercept[0].Match = "glDrawTea*" },
		"ES 1.x":    func(q *Request) { q.Config.Intercept[0].Match = "glAlphaFunc" },
		"none left": func(q *Request) { q.Config.Intercept = append(q.Config.Intercept, Intercept{"!eglChooseConfig", "go"}) },
		"nothing":   func(q *Request) { q.Config.Intercept = nil },
		"use":       func(q *Request) { q.Config.Use = []string{"glTeapot"} },
		"api":       func(q *Request) { q.Config.API = "gles2=9.9" },
		"extension": func(q *Request) { q.Config.Extensions = "GL_XXX_teapot" },
		"template":  func(q *Request) { q.Config.Template = "teapot" },
		"encoding":  func(q *Request) { q.Config.Registry = RegistrySource{"a\xff", "b"} },
	} {
		q := request(filepath.Join(root, "new", "p"))
		spoil(&q)
		if _, err := Create(t.Context(), registry.Builtin(), q); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v", name, err)
		}
		testutil.CheckTree(t, root, map[string]string{})
	}
}
