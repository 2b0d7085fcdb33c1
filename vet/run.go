package vet

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// Finding is one mistake and its position.
type Finding struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	ID      string `json:"id"` // topic ID for gleslayergen explain
	Message string `json:"message"`
}

// Run analyzes the project at root. Findings carry absolute paths.
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

// checkError is a failure of a check itself, not of the analyzed code.
func checkError(err error) error {
	return &failure{err, "this is a bug in gleslayergen, not in your project: report it with the code that was analyzed"}
}

// load type-checks the author's packages and the packages of the module that they import.
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
