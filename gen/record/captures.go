package record

import (
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
)

// Capture is how the data behind a pointer is copied.
type Capture struct {
	Copy    Call   // without a function if the data is not copied at the call
	Size    string // how much it is, for readers of the trace; "" for a number that points to no data
	Element string // C type
	Out     bool   // the driver writes the data
	Missing bool   // the size is unknown
}

// Call is a call of a C function.
type Call struct {
	Function string
	Args     []string // C expressions
}

// String returns the call as a C expression.
func (c Call) String() string { return c.Function + "(" + strings.Join(c.Args, ", ") + ")" }

// sizeKind is a kind of size rule: its number of expressions, the C function that copies the data, and the arguments of the
// function after the thread and the parameter's number; nil for the parameter and the expressions.
type sizeKind struct {
	args      int
	function  string
	arguments func(name string, args []string) []string
}

// sizeKinds are the rules of sizes.tsv, and "missing" for a parameter without a rule.
var sizeKinds = map[string]sizeKind{
	"elements":     {1, "trace_capture_values", withElementSize},
	"named":        {1, copyNamed, withElementSize},
	"bytes":        {1, "trace_capture_values", func(name string, args []string) []string { return []string{name, args[0], "1"} }},
	"text":         {1, "trace_capture_text", nil},
	"texts":        {2, "trace_capture_texts", castToTexts},
	"written_text": {2, "trace_capture_written_text", nil},
	"attribs":      {1, "trace_capture_attribs", func(name string, args []string) []string { return []string{name, "sizeof *" + name, args[0]} }},
	"pixels":       {6, "trace_capture_pixels", nil},
	"image":        {1, "trace_capture_image", nil},
	"buffer":       {1, "trace_capture_buffer", nil},
	"indices":      {2, "trace_capture_indices", nil},
	"index_lists":  {3, "trace_capture_index_lists", nil},
	"offset":       {1, "trace_capture_offset", nil},
	"draw":         {0, "trace_capture_array_start", func(string, []string) []string { return nil }},
	"address":      {},
	"missing":      {0, "trace_capture_values", func(name string, _ []string) []string { return []string{name, "TRACE_NOT_KNOWN", "1"} }},
}

const (
	copyNamed      = "trace_capture_named_values" // the fourth argument is a name, which determines the number of values
	copyReadPixels = "trace_capture_read_pixels"  // copies pixels that the driver wrote
)

func withElementSize(name string, args []string) []string {
	return []string{name, args[0], "sizeof *" + name}
}

func castToTexts(name string, args []string) []string {
	return append([]string{"(const char *const *)" + name}, args...)
}

// copyCall returns the call of a function that copies the data of a parameter.
func copyCall(function string, param int, args ...string) Call {
	return Call{function, append([]string{"t_", strconv.Itoa(param)}, args...)}
}

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
		text := copyCall("trace_capture_text", len(c.Params), "(const char *)ret_", "-1")
		list[len(c.Params)] = Capture{Copy: text, Size: "up to a zero", Element: elementOf(c.Result), Out: true}
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
	if kind.function == "" {
		if rule.kind == "address" {
			d = Capture{}
		}
		return d
	}
	function, args := kind.function, rule.args
	switch {
	case rule.kind == "pixels" && d.Out:
		function = copyReadPixels
	case rule.kind == "pixels":
		args = args[:len(args)-1] // the buffer size limits only what the driver writes
	}
	if kind.arguments != nil {
		args = kind.arguments(v.Name, args)
	} else {
		args = append([]string{v.Name}, args...)
	}
	d.Copy = copyCall(function, i, args...)
	return d
}

// elementOf returns the type that a pointer points to, without const.
func elementOf(v Value) string {
	t := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(v.CType), "*"))
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(t, "const "), "const"))
}
