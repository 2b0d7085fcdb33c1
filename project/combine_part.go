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

// part is a project that goes into another. It is read as for an update of it, but nothing is compared or written; an update that
// broke off is finished or undone.
type part struct {
	Update
	dir    string   // as it was given
	name   string   // of its folder and package in the new project
	main   []string // the hooks of its package main in Go, and onInitialize
	listed []string // its sets in the new yaml
}

// setsFolder is where what comes from projects stands in the new one, each in a folder of its own.
const setsFolder = "sets"

func (p *part) folder() string { return setsFolder + "/" + p.name }

func (p *part) open(ctx context.Context) error {
	begin := func() error {
		err := p.begin(ctx)
		if p.Recovered != nil {
			p.Notes = append(p.Notes, p.Recovered.String())
		}
		return err
	}
	for _, step := range []func() error{begin, p.read, p.openPack, p.choose, p.resolve, p.checkPack, p.findMain, p.checkC} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// checkPack refuses what is no project in Go.
func (p *part) checkPack() error {
	if !p.pack.Builtin() || p.pack.Name != "go" {
		return &Error{What: "template: " + p.pack.Name, Why: "only projects of the template pack go can be combined",
			Advice: "layers without Go need no combining: the loader chains them"}
	}
	return nil
}

// findMain lists the functions of package main that generated code calls. They must be there, and nothing else that would
// become a hook.
func (p *part) findMain() error {
	p.main = p.plan.HookFunctions(gen.HookGo)
	own, err := p.ownHooks(gen.HookGo)
	if err != nil {
		return err
	}
	for _, name := range p.main {
		if _, there := own[name]; !there {
			return &Error{What: name, Why: "generated code calls it, but there is no such function in package main", Advice: "make the project build first"}
		}
	}
	at, there := own[mainInitialize]
	if there && !p.plan.Active {
		p.Notes = append(p.Notes, fmt.Sprintf("%s: onInitialize, which a passive layer never calls, is called in an active one", at))
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
			return &Error{What: fmt.Sprintf("%s: %s", at, name), Why: "a hook that nothing calls: it would be called in the new layer", Advice: "remove it, or have it called: gleslayergen update --add " + name}
		}
	}
	return nil
}

// checkC wants each hook in C to be there.
func (p *part) checkC() error {
	own, err := p.ownHooks(gen.HookC)
	if err != nil {
		return err
	}
	for _, name := range p.plan.HookFunctions(gen.HookC) {
		if _, there := own[commandOf(name)]; !there {
			return &Error{What: name, Why: "generated code calls it, but there is no such function in core/", Advice: "make the project build first"}
		}
	}
	return nil
}

// noPackages are names by which Go imports no package, or not in every file.
var noPackages = []string{"main", "init", "internal", "vendor", "testdata", "documentation"}

// freePart is a name for a part: that of its layer, if a package can be called so, and no other part is.
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

// packageName is what package main of the part is called in the new project.
func (p *part) packageName() string { return packageName(p.name) }

// packageName is the name of a part as Go writes those of packages.
func packageName(part string) string {
	return strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(part))
}

// moved is where a package of the part stands in the new project: what is generated at its place, the rest in the part's
// folder.
func (p *part) moved(folder string) string {
	if slices.Contains(toolFolders, folder) || folder == "core/fakedriver" {
		return folder
	}
	return pathpkg.Join(p.folder(), folder)
}
