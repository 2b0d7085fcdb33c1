// Package examples describes the example layers, writes their generated files, and has the source of the example
// program.
package examples

import (
	"bytes"
	"context"
	"embed"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/registry"
)

//go:embed app/app.c app/gl.h app/Makefile
var files embed.FS

// App returns the source of examples/app, a small OpenGL ES program.
func App() fs.FS {
	sub, err := fs.Sub(files, "app")
	if err != nil {
		panic(err) // the directory is embedded
	}
	return sub
}

// Example is a layer below examples/.
type Example struct {
	Name    string
	Request project.Request
}

// All lists the example layers.
func All() []Example {
	return []Example{
		{"passive", request("passive", "passive", []string{"eglChooseConfig"}, "eglGetConfigAttrib")},
		{"active", request("active", "active", []string{"glCreateProgram"}, "glObjectLabelKHR", "glGetObjectLabelKHR")},
	}
}

func request(name, style string, intercept []string, use ...string) project.Request {
	q := project.Request{Module: "github.com/gleslayergen/gleslayergen/examples/" + name, Tool: "example",
		Config: project.Config{Name: name, Init: style, Use: use, API: "egl=1.5,gles2=3.2", Extensions: "all", Constants: project.ConstantsUsed, Template: "go"}}
	for _, pattern := range intercept {
		q.Config.Intercept = append(q.Config.Intercept, project.Intercept{Match: pattern, Hooks: "go"})
	}
	return q
}

// Write updates the generated files of an example in dir. It writes the author's files only if they do not
// exist.
func (x Example) Write(dir string) error {
	return x.each(dir, func(path string, content []byte) error {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		return os.WriteFile(path, content, 0o666)
	})
}

// Stale lists the files of an example in dir that Write would change.
func (x Example) Stale(dir string) ([]string, error) {
	var stale []string
	err := x.each(dir, func(path string, _ []byte) error {
		stale = append(stale, path)
		return nil
	})
	return stale, err
}

// each calls f for the files in dir that are missing or differ.
func (x Example) each(dir string, f func(path string, content []byte) error) error {
	created, err := project.Render(context.Background(), registry.Builtin(), x.Request)
	if err != nil {
		return err
	}
	for _, file := range created.Files {
		path := filepath.Join(dir, filepath.FromSlash(file.Path))
		there, err := os.ReadFile(path)
		if err == nil && (file.Yours || bytes.Equal(there, file.Content)) {
			continue
		}
		if err := f(path, file.Content); err != nil {
			return err
		}
	}
	return nil
}
