package gen

import (
	"fmt"

	"github.com/gleslayergen/gleslayergen/gen/explain"
	"github.com/gleslayergen/gleslayergen/registry"
)

// explainModule is the module that explains errors.
const explainModule = "explain"

// explainTable has the rules of the intercepted commands, and the sets that they name. Rules have indexes instead of pointers,
// because each pointer of a shared library takes a relocation.
type explainTable struct {
	Commands  []explainCommand
	Sets      []explainSet
	Functions []explainFunction
	Texts     []string
	Terms     []explain.Term
	Values    []explain.Operand

	places map[string]int // of texts and sequences of terms and values
}

// explainCommand has the rules of a command.
type explainCommand struct {
	Name  string
	Rules []explainRule
}

// explainRule is a rule with the indexes of its parts.
type explainRule struct {
	explain.Rule

	TermsAt, ValuesAt, SectionAt, TextAt int
}

// explainSet is a set with the indexes of its texts.
type explainSet struct {
	Name    string
	Members []explainMember
}

type explainMember struct {
	explain.Member

	NameAt, ExtensionsAt int
}

// explainFunction is a query of the driver, with the index of the set that names its results; -1 for a number.
type explainFunction struct {
	Name string // the C constant
	Set  int
}

// resolveExplain collects the rules, if the layer has the module.
func (p *Plan) resolveExplain(r *registry.Registry) {
	if !p.HasSet(explainModule, profileModule) {
		return
	}
	table, out := explain.New(r), &explainTable{places: map[string]int{}}
	out.text("")
	for _, f := range explain.Functions() {
		out.Functions = append(out.Functions, explainFunction{f.C(), table.ResultSet(f)})
	}
	for _, c := range p.Commands {
		if c.Hook == "" {
			continue
		}
		rc, _ := r.Command(c.Name)
		if rules := table.Rules(rc); len(rules) > 0 {
			out.Commands = append(out.Commands, explainCommand{c.Name, out.rules(rules)})
		}
	}
	for _, s := range table.Sets {
		set := explainSet{Name: s.Name}
		for _, m := range s.Members {
			set.Members = append(set.Members, explainMember{m, out.text(m.Name), out.text(m.Extensions)})
		}
		out.Sets = append(out.Sets, set)
	}
	p.explain = out
}

func (t *explainTable) rules(rules []explain.Rule) (list []explainRule) {
	for _, r := range rules {
		list = append(list, explainRule{Rule: r, SectionAt: t.text(r.Section), TextAt: t.text(r.Text),
			TermsAt:  placeOf(t.places, &t.Terms, r.Terms),
			ValuesAt: placeOf(t.places, &t.Values, r.Values)})
	}
	return list
}

// text returns the index of a text.
func (t *explainTable) text(text string) int { return placeOf(t.places, &t.Texts, []string{text}) }

// placeOf returns the index of a part of all with the values, and appends them if there is none.
func placeOf[T any](places map[string]int, all *[]T, values []T) int {
	key := fmt.Sprintf("%#v", values)
	at, ok := places[key]
	if !ok {
		at = len(*all)
		places[key] = at
		*all = append(*all, values...)
	}
	return at
}
