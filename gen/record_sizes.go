package gen

import (
	_ "embed"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
)

// sizesTable says how much pointers lead to.
//
//go:embed data/sizes.tsv
var sizesTable string

// sizeRule is a row of sizes.tsv, or what a len of the registry says, for one parameter.
type sizeRule struct {
	in     bool // it is read, whatever its type says
	kind   string
	args   []string // C
	reason string
}

var sizeRows = sync.OnceValue(func() [][]string { return table.Rows("sizes.tsv", sizesTable, 3) })

// sizeRuleOf finds how much a pointer parameter leads to; kind missing: nobody knows. Other names of a command share its
// rules, with their own names of the parameters.
func sizeRuleOf(r *registry.Registry, rc *registry.Command, i int) (sizeRule, error) {
	same := append([]string{rc.Name}, rc.Aliases...)
	for _, name := range same {
		other, _ := r.Command(name)
		if row := sizeRow(name + "." + other.Params[i].Name); row != nil {
			return parseSizeRule(row, other, rc)
		}
	}
	for _, name := range same {
		other, _ := r.Command(name)
		if rule, err := lenRule(other, i, rc); rule.kind != "" || err != nil {
			return rule, err
		}
	}
	return sizeRule{kind: "missing", reason: "no rule"}, nil
}

func sizeRow(what string) []string {
	i := slices.IndexFunc(sizeRows(), func(row []string) bool {
		fits, err := path.Match(row[0], what)
		return fits && err == nil || row[0] == what
	})
	if i < 0 {
		return nil
	}
	return sizeRows()[i]
}

// lenRule is what the registry's len says.
func lenRule(of *registry.Command, i int, rc *registry.Command) (sizeRule, error) {
	param := of.Params[i]
	if param.Len.Kind == registry.LenCompSize {
		if row := sizeRow(param.Len.String()); row != nil {
			return parseSizeRule(row, of, rc)
		}
		return sizeRule{}, nil
	}
	rule := sizeRule{kind: "elements", reason: param.Len.String()}
	switch param.Len.Kind {
	case registry.LenNone:
		return sizeRule{}, nil
	case registry.LenConstant:
		rule.args = []string{param.Len.String()}
	case registry.LenParam:
		rule = paramRule(of, param)
	default:
		rule.args = []string{product(param.Len)}
	}
	return rule, rule.rename(of, rc)
}

func product(l registry.Len) string {
	if l.Divisor > 1 {
		return fmt.Sprintf("%s / %d", l.Param, l.Divisor)
	}
	return fmt.Sprintf("%d * (int64_t)%s", l.Factor, l.Param)
}

// paramRule is a len that is the value of a parameter. For what is written, it is the room, and a parameter called length
// leads to how much there is; text that nothing tells the length of ends at a zero.
func paramRule(of *registry.Command, param registry.Param) sizeRule {
	rule := sizeRule{kind: "elements", args: []string{param.Len.Param}, reason: param.Len.String()}
	written := param.Type.IsPointer() && !strings.HasPrefix(param.Type.String(), "const ")
	length := slices.ContainsFunc(of.Params, func(p registry.Param) bool { return p.Name == "length" && p.Type.IsPointer() })
	switch text := param.Type.Base == "GLchar"; {
	case written && text:
		rule.kind, rule.args = "written_text", append(rule.args, pick(length, "length", "NULL"))
		rule.reason = "at most " + param.Len.String() + pick(length, ", length says", ", up to a zero")
	case written && length:
		rule.args = []string{fmt.Sprintf("trace_filled(%s, length)", param.Len.Param)}
		rule.reason = "at most " + param.Len.String() + ", length says"
	}
	return rule
}

// parseSizeRule reads a row for a parameter of the command of, and spells it for rc.
func parseSizeRule(row []string, of, rc *registry.Command) (sizeRule, error) {
	text, in := strings.CutPrefix(row[1], "in ")
	kind, rest, _ := strings.Cut(text, " ")
	shape, ok := sizeKinds[kind]
	if !ok {
		return sizeRule{}, fmt.Errorf("sizes.tsv: %s: no rule is called %q", row[0], kind)
	}
	rule := sizeRule{in: in, kind: kind, reason: row[2]}
	switch {
	case shape.args == 1:
		rule.args = []string{rest}
	case shape.args > 1:
		rule.args = strings.Fields(rest)
	}
	if len(rule.args) != shape.args || shape.args == 1 && rest == "" {
		return sizeRule{}, fmt.Errorf("sizes.tsv: %s: %s takes %d expressions", row[0], kind, shape.args)
	}
	if err := rule.rename(of, rc); err != nil {
		return sizeRule{}, fmt.Errorf("sizes.tsv: %s: %w", row[0], err)
	}
	return rule, nil
}
