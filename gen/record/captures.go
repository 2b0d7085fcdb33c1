package record

import (
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
)

// Capture is how the data behind a pointer is copied.
type Capture struct {
	Take    string // C statement; "" if the data is not copied at the call
	Size    string // how much it is, for readers of the trace; "" for a number that points to no data
	Element string // C type
	Out     bool   // the driver writes the data
	Missing bool   // the size is unknown
}

// sizeKind is a kind of size rule: its number of expressions, and the C statement. The arguments of the
// statement are the parameter's number, its name, and the expressions.
type sizeKind struct {
	args int
	take string
}

// sizeKinds are the rules of sizes.tsv, and "missing" for a parameter without a rule.
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

// readPixels copies pixels that the driver wrote.
const readPixels = "trace_take_read_pixels(t_, %d, %s, %s, %s, %s, %s, %s, %s);"

// capturesOf returns the captures of a command's parameters, then of its result.
func capturesOf(r *registry.Registry, c *Command, rc *registry.Command) ([]Capture, error) {
	list := make([]Capture, len(c.Params)+1)
	for i, v := range c.Params {
		if !pointsToData(v, rc.Params[i].Type) {
			continue
		}
		rule, err := sizeRuleOf(r, rc, i)
		if err != nil {
			return nil, err
		}
		list[i] = captureBy(rule, i, v)
	}
	if c.Result.Text || c.Result.CType == "char *" {
		take := fmt.Sprintf("trace_take_text(t_, %d, (const char *)ret_, -1);", len(c.Params))
		list[len(c.Params)] = Capture{Take: take, Size: "up to a zero", Element: elementOf(c.Result), Out: true}
	}
	return list, nil
}

// pointsToData reports whether a value is a pointer, and not a handle that C declares as one.
func pointsToData(v Value, t registry.CType) bool {
	return v.Class == classPointer || v.Class == classPointers || t.Base == "void" && t.Pointers > 0
}

func captureBy(rule sizeRule, i int, v Value) Capture {
	d := Capture{Size: rule.reason, Element: elementOf(v), Missing: rule.kind == "missing"}
	d.Out = !rule.in && !strings.HasPrefix(v.CType, "const ")
	kind := sizeKinds[rule.kind]
	if kind.take == "" {
		if rule.kind == "address" {
			d = Capture{}
		}
		return d
	}
	take, args := kind.take, []any{i, v.Name}
	for _, arg := range rule.args {
		args = append(args, arg)
	}
	switch {
	case rule.kind == "pixels" && d.Out:
		take = readPixels
	case rule.kind == "pixels":
		args = args[:len(args)-1] // the buffer size limits only what the driver writes
	}
	d.Take = fmt.Sprintf(take, args...)
	return d
}

// elementOf returns the type that a pointer points to, without const.
func elementOf(v Value) string {
	t := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(v.CType), "*"))
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(t, "const "), "const"))
}
