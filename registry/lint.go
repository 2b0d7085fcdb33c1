package registry

import (
	"cmp"
	"fmt"
	"slices"
)

// Level is the severity of a Finding.
type Level string

// The levels. An error makes the model wrong; a warning marks information that the files lack.
const (
	LevelError   Level = "error"
	LevelWarning Level = "warning"
)

// Finding is a defect in the registry.
type Finding struct {
	Rule    string `json:"rule"` // its ID, for explain
	Level   Level  `json:"level"`
	Name    string `json:"name"`           // of the command, type, enum, version or extension
	Part    string `json:"part,omitempty"` // a parameter, or "return"
	Message string `json:"message"`
}

// Lint checks a model by all rules that need nothing but the model. Findings are sorted by level, rule and
// name.
func Lint(r *Registry) []Finding {
	l := &linter{r: r}
	for _, rule := range LintRules {
		if rule.check != nil {
			l.rule = rule
			rule.check(l)
		}
	}
	return sortFindings(l.found)
}

// LintXML checks two files and the model that they give.
func LintXML(gl, egl File) ([]Finding, error) {
	docs, err := readBoth(gl, egl)
	if err != nil {
		return nil, err
	}
	l := &linter{}
	l.twice(docs)
	r, err := resolve(docs[0], docs[1])
	if err != nil {
		return nil, err
	}
	return sortFindings(append(l.found, Lint(r)...)), nil
}

func sortFindings(list []Finding) []Finding {
	order := map[string]int{}
	for i, rule := range LintRules {
		order[rule.ID] = i
	}
	slices.SortStableFunc(list, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Level, b.Level), cmp.Compare(order[a.Rule], order[b.Rule]), cmp.Compare(a.Name, b.Name))
	})
	return list
}

// linter collects findings.
type linter struct {
	r     *Registry
	rule  LintRule
	found []Finding
}

func (l *linter) report(name, part, format string, args ...any) {
	l.found = append(l.found, Finding{l.rule.ID, l.rule.Level, name, part, fmt.Sprintf(format, args...)})
}

// eachPart visits the result and the parameters of each command.
func (l *linter) eachPart(visit func(c *Command, name string, p *Param)) {
	for _, c := range l.r.Commands {
		c.parts(func(name string, p *Param) { visit(c, name, p) })
	}
}
