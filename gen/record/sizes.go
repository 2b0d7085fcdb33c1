package record

import (
	_ "embed"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/gen/csyntax"
	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
)

//go:embed data/sizes.tsv
var sizesTable string

var sizeRows = sync.OnceValue(func() [][]string { return table.Rows("sizes.tsv", sizesTable, 3) })

// sizeRule is how much data a pointer parameter points to: a row of sizes.tsv, or a len of the registry.
type sizeRule struct {
	in     bool // the driver reads the data, although the type is not const
	kind   string
	args   []csyntax.Expr
	reason string
}

// Size is how much data a pointer parameter points to: a kind of rule of sizes.tsv, and its expressions in C.
type Size struct {
	Kind string
	Args []csyntax.Expr
}

// SizeOf returns the size of the data of parameter i of a command. The kind of a parameter that is not a pointer to data is "".
func SizeOf(r *registry.Registry, rc *registry.Command, i int) (Size, error) {
	if !rc.Params[i].Type.IsPointer() {
		return Size{}, nil
	}
	rule, err := sizeRuleOf(r, rc, i)
	return Size{rule.kind, rule.args}, err
}

// sizeRuleOf returns the rule of a pointer parameter; its kind is "missing" if there is none. The aliases of a
// command share its rules, with their own names of the parameters.
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
	return sizeRule{kind: "missing", reason: "unknown"}, nil
}

// sizeRow returns the first row that matches a len of the registry or COMMAND.PARAMETER, or nil.
func sizeRow(what string) []string {
	i := slices.IndexFunc(sizeRows(), func(row []string) bool {
		ok, err := path.Match(row[0], what)
		return ok && err == nil || row[0] == what
	})
	if i < 0 {
		return nil
	}
	return sizeRows()[i]
}

// lenRule returns the rule that follows from the registry's len. Its kind is "" if there is none.
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
		rule.args = []csyntax.Expr{csyntax.Expr(param.Len.String())}
	case registry.LenParam:
		rule = paramRule(of, param)
	default:
		rule.args = []csyntax.Expr{product(param.Len)}
	}
	return rule, rule.translate(of, rc)
}

func product(l registry.Len) csyntax.Expr {
	param := csyntax.Expr(l.Param)
	if l.Divisor > 1 {
		return csyntax.Binary("/", param, csyntax.Int(l.Divisor))
	}
	return csyntax.Binary("*", csyntax.Int(l.Factor), csyntax.Cast("int64_t", param))
}

// paramRule returns the rule for a len that is the value of a parameter. For data that the driver writes, the len
// is the size of the buffer; the pointer parameter "length", if there is one, receives the size of the data. Text
// without such a parameter ends at a zero byte.
func paramRule(of *registry.Command, param registry.Param) sizeRule {
	room := csyntax.Expr(param.Len.Param)
	rule := sizeRule{kind: "elements", args: []csyntax.Expr{room}, reason: param.Len.String()}
	written := param.Type.IsPointer() && !param.Type.Const
	length := slices.ContainsFunc(of.Params, func(p registry.Param) bool { return p.Name == "length" && p.Type.IsPointer() })
	switch text := param.Type.Base == "GLchar"; {
	case written && text && length:
		rule.kind, rule.args, rule.reason = "written_text", []csyntax.Expr{room, "length"}, "at most "+param.Len.String()+"; the actual number is in *length"
	case written && text:
		rule.kind, rule.args, rule.reason = "written_text", []csyntax.Expr{room, csyntax.Null}, "at most "+param.Len.String()+", up to a zero byte"
	case written && length:
		rule.args, rule.reason = []csyntax.Expr{csyntax.Call("trace_filled", room, "length")}, "at most "+param.Len.String()+"; the actual number is in *length"
	}
	return rule
}

// parseSizeRule parses a row for a parameter of the command "of", and translates it for its alias rc.
func parseSizeRule(row []string, of, rc *registry.Command) (sizeRule, error) {
	text, in := strings.CutPrefix(row[1], "in ")
	name, rest, _ := strings.Cut(text, " ")
	kind, ok := sizeKinds[name]
	if !ok {
		return sizeRule{}, fmt.Errorf("sizes.tsv: %s: unknown rule %q", row[0], name)
	}
	rule := sizeRule{in: in, kind: name, reason: row[2]}
	switch {
	case kind.args == 1:
		rule.args = []csyntax.Expr{csyntax.Expr(rest)}
	case kind.args > 1:
		for arg := range strings.FieldsSeq(rest) {
			rule.args = append(rule.args, csyntax.Expr(arg))
		}
	}
	if len(rule.args) != kind.args || kind.args == 1 && rest == "" {
		return sizeRule{}, fmt.Errorf("sizes.tsv: %s: %s takes %d expressions", row[0], name, kind.args)
	}
	if err := rule.translate(of, rc); err != nil {
		return sizeRule{}, fmt.Errorf("sizes.tsv: %s: %w", row[0], err)
	}
	return rule, nil
}
