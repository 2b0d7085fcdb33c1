package record

import (
	"github.com/gleslayergen/gleslayergen/gen/csyntax"
	"github.com/gleslayergen/gleslayergen/registry"
)

// Capture is how the data behind a pointer is copied.
type Capture struct {
	Copy    Call   // without a function if the data is not copied at the call
	Size    string // how much it is, for readers of the trace; "" for a number that points to no data
	Element string // C type
	Out     bool   // the driver writes the data
	Missing bool   // the size is unknown
	Count   bool   // the data is the number of elements behind another pointer
}

// Call is a call of a C function.
type Call struct {
	Function string
	Args     []csyntax.Expr
}

// String returns the call as a C expression.
func (c Call) String() string { return string(csyntax.Call(c.Function, c.Args...)) }

// sizeKind is a kind of size rule: its number of expressions, the C function that copies the data, and the arguments of the
// function after the thread and the parameter's number; nil for the parameter and the expressions.
type sizeKind struct {
	args      int
	function  string
	arguments func(name csyntax.Expr, args []csyntax.Expr) []csyntax.Expr
}

// sizeKinds are the rules of sizes.tsv, and "missing" for a parameter without a rule.
var sizeKinds = map[string]sizeKind{
	"elements":     {1, "trace_capture_values", withElementSize},
	"named":        {1, copyNamed, withElementSize},
	"bytes":        {1, "trace_capture_values", withBytes},
	"count":        {0, "trace_capture_values", withOneElement},
	"text":         {1, "trace_capture_text", nil},
	"texts":        {2, "trace_capture_texts", castToTexts},
	"written_text": {2, "trace_capture_written_text", nil},
	"attribs":      {1, "trace_capture_attribs", withSizeFirst},
	"pixels":       {6, "trace_capture_pixels", nil},
	"image":        {1, "trace_capture_image", nil},
	"buffer":       {1, "trace_capture_buffer", nil},
	"indices":      {2, "trace_capture_indices", nil},
	"index_lists":  {3, "trace_capture_index_lists", nil},
	"offset":       {1, "trace_capture_offset", nil},
	"draw":         {0, "trace_capture_array_start", withoutArguments},
	"address":      {},
	"missing":      {0, "trace_capture_values", withoutSize},
}

const (
	copyNamed      = "trace_capture_named_values" // the fourth argument is a name, which determines the number of values
	copyReadPixels = "trace_capture_read_pixels"  // copies pixels that the driver wrote
)

func withElementSize(name csyntax.Expr, args []csyntax.Expr) []csyntax.Expr {
	return []csyntax.Expr{name, args[0], csyntax.SizeofTarget(name)}
}

func withOneElement(name csyntax.Expr, _ []csyntax.Expr) []csyntax.Expr {
	return []csyntax.Expr{name, csyntax.Int(1), csyntax.SizeofTarget(name)}
}

func withSizeFirst(name csyntax.Expr, args []csyntax.Expr) []csyntax.Expr {
	return []csyntax.Expr{name, csyntax.SizeofTarget(name), args[0]}
}

func withBytes(name csyntax.Expr, args []csyntax.Expr) []csyntax.Expr {
	return []csyntax.Expr{name, args[0], csyntax.Int(1)}
}

func withoutSize(name csyntax.Expr, _ []csyntax.Expr) []csyntax.Expr {
	return []csyntax.Expr{name, "TRACE_NOT_KNOWN", csyntax.Int(1)}
}

func withoutArguments(csyntax.Expr, []csyntax.Expr) []csyntax.Expr { return nil }

func castToTexts(name csyntax.Expr, args []csyntax.Expr) []csyntax.Expr {
	return prepend(csyntax.Cast("const char *const *", name), args)
}

func prepend(first csyntax.Expr, rest []csyntax.Expr) []csyntax.Expr {
	return append([]csyntax.Expr{first}, rest...)
}

// copyCall returns the call of a function that copies the data of a parameter.
func copyCall(function string, param int, args ...csyntax.Expr) Call {
	return Call{function, append([]csyntax.Expr{"t_", csyntax.Int(param)}, args...)}
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
	if c.Result.Text || c.Result.Type.String() == "char *" {
		text := copyCall("trace_capture_text", len(c.Params), csyntax.Cast("const char *", "ret_"), csyntax.Int(-1))
		list[len(c.Params)] = Capture{Copy: text, Size: "up to a zero byte", Element: elementOf(c.Result), Out: true}
	}
	return list, nil
}

// pointsToData reports whether a value is a pointer, and not a handle that C declares as one.
func pointsToData(v Value, t registry.CType) bool {
	return v.Class == classPointer || v.Class == classPointers || t.Base == "void" && t.Pointers > 0
}

func captureBy(rule sizeRule, i int, v Value) Capture {
	d := Capture{Size: rule.reason, Element: elementOf(v), Missing: rule.kind == "missing", Count: rule.kind == "count"}
	d.Out = !rule.in && !v.Type.Const
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
		args = kind.arguments(csyntax.Expr(v.Name), args)
	} else {
		args = prepend(csyntax.Expr(v.Name), args)
	}
	d.Copy = copyCall(function, i, args...)
	return d
}

// elementOf returns the type that a pointer points to, without const.
func elementOf(v Value) string {
	t := v.Type.Elem()
	t.Const = false
	if t.IsPointer() {
		t.ConstPtrs &^= 1 << (t.Pointers - 1)
	}
	return t.String()
}
