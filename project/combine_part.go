package project

import (
	"context"
	"fmt"
	"go/token"
	pathpkg "path"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen"
)

// part is a project to combine. Opening it reads it as an update does, but compares and writes nothing,
// except that it completes or undoes an interrupted update.
type part struct {
	Update
	dir    string   // as given on the command line
	name   string   // of its directory and package in the new project
	main   []string // the Go hooks of its package main, and onInitialize
	listed []string // its hook sets in the new yaml
}

// setsDir contains a directory for each combined project.
const setsDir = "sets"

func (p *part) subDir() string { return setsDir + "/" + p.name }

func (p *part) open(ctx context.Context) error {
	begin := func() error {
		err := p.begin(ctx)
		if p.Recovered != nil {
			p.Notes = append(p.Notes, p.Recovered.String())
		}
		return err
	}
	openPack := func() error { return p.openPack(ctx) }
	for _, step := range []func() error{begin, p.read, openPack, p.choose, p.resolve, p.checkPack, p.findMain, p.checkC} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// checkPack returns an error for a project that is not written in Go.
func (p *part) checkPack() error {
	if !p.pack.Builtin() || p.pack.Name != "go" {
		return &Error{What: fmt.Sprintf("template pack %q", p.pack.Name), Why: "\"combine\" supports only projects with the template pack \"go\"",
			Advice: "omit this project from the command: Android can load its layer together with the combined layer"}
	}
	if observed := p.plan.Hooked(gen.HookObserve); len(observed) > 0 {
		return &Error{What: observed[0].Name, Why: "\"combine\" does not support observers", Advice: "omit this project from the command: Android can load its layer together with the combined layer"}
	}
	return nil
}

// findMain lists the functions of package main that generated code calls. It returns an error if one is
// missing, or if another function would become a hook.
func (p *part) findMain() error {
	p.main = p.plan.HookFunctions(gen.HookGo)
	own, err := p.ownHooks(gen.HookGo)
	if err != nil {
		return err
	}
	for _, name := range p.main {
		if _, there := own[name]; !there {
			return &Error{What: name, Why: "package main does not define this hook, but generated code calls it", Advice: "fix the build errors of the project, then run gleslayergen combine again"}
		}
	}
	at, there := own[mainInitialize]
	if there && !p.plan.Active {
		p.Notes = append(p.Notes, fmt.Sprintf("%s: the layer of the original project is passive and does not call this onInitialize, but a combined layer that is active can call it", at))
	}
	scope, err := p.scope()
	if err != nil {
		return err
	}
	finder, err := newSetFinder(p.Root(), p.plan.Module, p.facts, scope, p.lock.oldNames())
	if err != nil {
		return err
	}
	for name, at := range p.own.Inner {
		if finder.layered[name] && !slices.Contains(p.main, name) {
			return &Error{What: fmt.Sprintf("%s: %s", at, name), Why: "this Go function has the name of a GLES function that the layer does not intercept; in the combined layer, the Go function would become a hook", Advice: "remove the Go function, or intercept the GLES function: gleslayergen update --add " + name}
		}
	}
	return nil
}

// checkC checks that each C hook exists.
func (p *part) checkC() error {
	own, err := p.ownHooks(gen.HookC)
	if err != nil {
		return err
	}
	for _, name := range p.plan.HookFunctions(gen.HookC) {
		if _, there := own[commandOf(name)]; !there {
			return &Error{What: name, Why: "no file in core/ defines this hook, but generated code calls it", Advice: "define the hook in core/, then run gleslayergen combine again"}
		}
	}
	return nil
}

// noPackages are names of packages that Go cannot import, or cannot import from every file.
var noPackages = []string{"main", "init", "internal", "vendor", "testdata", "documentation"}

// freePart returns a unique name for a project: that of its layer, if it is a valid package name.
func (c *combiner) freePart(layer string) string {
	base := layer
	if name := packageName(layer); token.IsKeyword(name) || slices.Contains(noPackages, name) {
		base += "set"
	}
	name := base
	for n := 2; slices.ContainsFunc(c.parts, func(p *part) bool { return p.packageName() == packageName(name) }); n++ {
		name = fmt.Sprintf("%s%d", base, n)
	}
	return name
}

// packageName returns the name of the project's package main in the new project.
func (p *part) packageName() string { return packageName(p.name) }

// packageName returns a name in the form of a Go package name.
func packageName(part string) string {
	return strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(part))
}

// moved returns the directory of a package in the new project: directories of generated packages stay, others
// move to the directory of the project.
func (p *part) moved(dir string) string {
	if slices.Contains(generatedDirs, dir) || dir == "core/fakedriver" {
		return dir
	}
	return pathpkg.Join(p.subDir(), dir)
}
