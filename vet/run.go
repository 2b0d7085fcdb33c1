package vet

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// Finding is a fault, and where it is.
type Finding struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	ID      string `json:"id"` // for explain
	Message string `json:"message"`
}

// Run looks at the project at root. Files in findings have whole paths.
func Run(ctx context.Context, root string) ([]Finding, error) {
	pkgs, err := load(ctx, root)
	if err != nil {
		return nil, err
	}
	graph, err := checker.Analyze(Checks(), pkgs, nil)
	if err != nil {
		return nil, checkError(err)
	}
	var found []Finding
	for _, action := range graph.Roots {
		if action.Err != nil {
			return nil, checkError(fmt.Errorf("%s: %w", action, action.Err))
		}
		for _, d := range action.Diagnostics {
			at := action.Package.Fset.Position(d.Pos)
			found = append(found, Finding{at.Filename, at.Line, at.Column, TopicID(action.Analyzer.Name), d.Message})
		}
	}
	slices.SortFunc(found, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.ID, b.ID))
	})
	return found, nil
}

// checkError is a failure of a check itself, not of what it looks at.
func checkError(err error) error {
	return &failure{err, "a check of gleslayergen failed, not your project: report it, with the code that it looked at"}
}

// load gives the author's packages, type-checked, with those of the module that they import.
func load(ctx context.Context, root string) ([]*packages.Package, error) {
	p, err := open(ctx, root)
	if err != nil {
		return nil, err
	}
	outside, err := p.outside(ctx)
	if err != nil {
		return nil, goError(err)
	}
	c := newTyping(p, outside)
	pkgs := p.authored()
	for _, pkg := range pkgs {
		if err := c.check(pkg); err != nil {
			break
		}
	}
	if len(c.faults) > 0 {
		return nil, loadError(c.faults)
	}
	if err := p.refuseCgo(pkgs); err != nil {
		return nil, err
	}
	for _, pkg := range p.own {
		c.inGo(pkg)
	}
	return pkgs, nil
}
