package gen

import (
	"slices"

	"github.com/gleslayergen/gleslayergen/gen/explain"
	"github.com/gleslayergen/gleslayergen/registry"
)

// explainModule is the module that explains errors.
const explainModule = "explain"

// explainTable has the rules of the intercepted commands, and the sets that they name.
type explainTable struct {
	Commands  []explainCommand
	Sets      []explain.EnumSet
	Functions []explainFunction
}

// explainCommand has the rules of a command.
type explainCommand struct {
	Name  string
	Rules []explain.Rule
}

// explainFunction is a query of the driver, with the index of the set that names its results; -1 for a number.
type explainFunction struct {
	Name string // the C constant
	Set  int
}

// resolveExplain collects the rules, if the layer has the module.
func (p *Plan) resolveExplain(r *registry.Registry) {
	if !p.HasSet(explainModule) {
		return
	}
	table, out := explain.New(r), &explainTable{}
	for _, f := range explain.Functions() {
		out.Functions = append(out.Functions, explainFunction{f.C(), table.ResultSet(f)})
	}
	for _, c := range p.Commands {
		if c.Hook == "" {
			continue
		}
		rc, _ := r.Command(c.Name)
		if rules := table.Rules(rc); len(rules) > 0 {
			out.Commands = append(out.Commands, explainCommand{c.Name, rules})
		}
	}
	out.Sets = slices.Clone(table.Sets)
	p.explain = out
}
