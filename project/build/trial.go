package build

import (
	"context"
	"fmt"
	"path"
	"slices"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/pack"
	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/templates"
)

// Trial is a project to test a template pack with.
type Trial struct {
	Name    string // such as passive-go
	All     bool   // with every command
	request project.Request
}

// trialCommands have everything that affects the generated code: a handle, the end of a frame, no parameters
// and no result, pointers in both directions, strings, a bitfield, floats.
var trialCommands = []string{"eglChooseConfig", "eglSwapBuffers", "glFlush", "glClear", "glShaderSource", "glGetString", "glClearColor", "glGetIntegerv"}

// Trials returns the projects to test a pack with: both styles with each kind of hook that it supports, and
// one project with all commands.
func Trials(pack *templates.Pack) []Trial {
	var cases []Trial
	for _, style := range []string{"passive", "active"} {
		for _, kind := range pack.Hooks {
			cases = append(cases, newTrial(pack, style+"-"+kind, style, kind, trialCommands))
		}
	}
	all := newTrial(pack, "all-"+pack.Hooks[0], "active", pack.Hooks[0], []string{"@all"})
	all.All = true
	return append(cases, all)
}

func newTrial(pack *templates.Pack, name, style, kind string, intercept []string) Trial {
	c := project.Config{Name: "trial", Init: style, API: "egl=1.5,gles2=3.2", Extensions: "all", Constants: project.ConstantsUsed, Use: []string{"glGetError"}, Template: pack.Name, OldNames: !pack.Builtin()}
	for _, command := range intercept {
		c.Intercept = append(c.Intercept, project.Intercept{Match: command, Hooks: kind})
	}
	return Trial{Name: name, request: project.Request{Config: c, Module: "example.com/trial", Dir: name, Tool: "trial", Pack: pack}}
}

// Render renders the files of the project.
func (c Trial) Render(ctx context.Context) ([]gen.File, error) {
	created, err := project.Render(ctx, registry.Builtin(), c.request)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Name, err)
	}
	return created.Files, nil
}

// Check type-checks the Go files of the project.
func (c Trial) Check(ctx context.Context, with *pack.GoChecker, files []gen.File) (pack.GoResult, error) {
	found, err := pack.Check(ctx, with, pack.GoProject{Module: c.request.Module, Files: files}, c.request.Pack)
	if err != nil {
		return found, fmt.Errorf("%s: %w", c.Name, err)
	}
	return found, nil
}

// HasC reports whether C or C++ is among the files.
func HasC(files []gen.File) bool {
	return slices.ContainsFunc(files, func(f gen.File) bool {
		return slices.Contains([]string{".c", ".h", ".cc", ".cpp", ".hpp", ".S"}, path.Ext(f.Path))
	})
}
