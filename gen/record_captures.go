package gen

import (
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
)

// capture is how the data that a pointer leads to is taken.
type capture struct {
	take    string // C; empty: it is not taken at the call
	words   string // how much it is; empty for a number that leads to no data
	element string // C type
	out     bool   // the driver writes there
	missing bool   // it is data, but nobody knows how much
}

// sizeKind is a kind of rule: how many expressions it has, and the C that takes data by it, into which go the parameter's
// number, its name, and the expressions.
type sizeKind struct {
	args int
	take string
}

// sizeKinds are the rules of sizes.tsv, and one that only lens give.
var sizeKinds = map[string]sizeKind{
	"elements":     {1, "trace_take(t_, %[1]d, %[2]s, %[3]s, sizeof *%[2]s);"},
	"named":        {1, "trace_take_named(t_, %[1]d, %[2]s, %[3]s, sizeof *%[2]s);"},
	"bytes":        {1, "trace_take(t_, %d, %s, %s, 1);"},
	"text":         {1, "trace_take_text(t_, %d, %s, %s);"},
	"texts":        {2, "trace_take_texts(t_, %d, (const char *const *)%s, %s, %s);"},
	"written_text": {2, "trace_take_written_text(t_, %d, %s, %s, %s);"},
	"attribs":      {1, "trace_take_attribs(t_, %[1]d, %[2]s, sizeof *%[2]s, %[3]s);"},
	"pixels":       {6, "trace_take_pixels(t_, %d, %s, %s, %s, %s, %s, %s);"},
	"image":        {1, "trace_take_image(t_, %d, %s, %s);"},
	"buffer":       {1, "trace_take_buffer(t_, %d, %s, %s);"},
	"indices":      {2, "trace_take_indices(t_, %d, %s, %s, %s);"},
	"index_lists":  {3, "trace_take_index_lists(t_, %d, %s, %s, %s, %s);"},
	"offset":       {1, "trace_take_offset(t_, %d, %s, %s);"},
	"draw":         {0, "trace_take_start(t_, %[1]d);"},
	"address":      {},
	"missing":      {0, "trace_take(t_, %d, %s, TRACE_NOT_KNOWN, 1);"},
}

// readPixels takes pixels that the driver wrote.
const readPixels = "trace_take_read_pixels(t_, %d, %s, %s, %s, %s, %s, %s, %s);"

// capturesOf are the captures of a command's parameters, and of its result behind them.
func capturesOf(r *registry.Registry, c *Command, rc *registry.Command) ([]capture, error) {
	list := make([]capture, len(c.Params)+1)
	for i, v := range c.Params {
		if !leadsToData(v, rc.Params[i].Type) {
			continue
		}
		rule, err := sizeRuleOf(r, rc, i)
		if err != nil {
			return nil, err
		}
		list[i] = captureBy(rule, i, v)
	}
	if isText(c.Result) || c.Result.CType == "char *" {
		take := fmt.Sprintf("trace_take_text(t_, %d, (const char *)ret_, -1);", len(c.Params))
		list[len(c.Params)] = capture{take: take, words: "up to a zero", element: elementOf(c.Result), out: true}
	}
	return list, nil
}

// leadsToData reports whether a value is a pointer, and no handle that is written as one.
func leadsToData(v Value, t registry.CType) bool {
	return v.Class == classPointer || v.Class == classDeep || t.Base == "void" && t.Pointers > 0
}

func captureBy(rule sizeRule, i int, v Value) capture {
	d := capture{words: rule.reason, element: elementOf(v), missing: rule.kind == "missing"}
	d.out = !rule.in && !strings.HasPrefix(v.CType, "const ")
	kind := sizeKinds[rule.kind]
	if kind.take == "" {
		if rule.kind == "address" {
			d = capture{}
		}
		return d
	}
	take, args := kind.take, []any{i, v.Name}
	for _, arg := range rule.args {
		args = append(args, arg)
	}
	switch {
	case rule.kind == "pixels" && d.out:
		take = readPixels
	case rule.kind == "pixels":
		args = args[:len(args)-1] // nothing limits what is read
	}
	d.take = fmt.Sprintf(take, args...)
	return d
}

// elementOf is the type of what a pointer points at, without const.
func elementOf(v Value) string {
	t := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(v.CType), "*"))
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(t, "const "), "const"))
}
