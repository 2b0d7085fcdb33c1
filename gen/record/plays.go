package record

import (
	"cmp"
	_ "embed"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/gen/csyntax"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
)

//go:embed data/nullable.tsv
var nullableTable string

var nullableRows = sync.OnceValue(func() [][]string { return table.Rows("nullable.tsv", nullableTable, 2) })

// isNullable reports whether a null pointer is valid for COMMAND.PARAMETER. The player passes zeros instead of other null
// pointers, with which drivers crash.
func isNullable(param string) bool {
	return slices.ContainsFunc(nullableRows(), func(row []string) bool {
		ok, _ := path.Match(row[0], param)
		return ok
	})
}

// Argument is a parameter of a command as the player of a recording gets it from a script.
type Argument struct {
	Value
	Fetch csyntax.Expr // the checked value
}

// playVariable is the player in the function that makes a call.
const playVariable csyntax.Expr = "p_"

// playedResults are the functions of sizeKinds, and those of the player, for data that the driver writes. The player allocates it before the call.
var playedResults = map[string]string{
	"trace_capture_values":       "play_values_out",
	"trace_capture_named_values": "play_named_values_out",
	"trace_capture_written_text": "play_text_out",
	copyReadPixels:               "play_pixels_out",
}

// playNames are the identifiers that have other names before a call: the thread, the result, which is at most any number, and
// the number of elements that the driver returns, which is at most the size of the array. INT64_MAX is also the size of an array
// that only the driver knows.
var playNames = map[string]string{
	"t_": "p_->t", "ret_": "INT64_MAX", "INT32_MAX": "INT64_MAX",
	"trace_filled": "play_whole", "trace_messages": "play_whole", "trace_uniform_count": "play_uniform",
}

// playHandles are the functions for types of handles, which come from registers.
var playHandles = map[string]string{
	"EGLConfig": "play_config", "EGLContext": playHandle, "EGLDeviceEXT": playHandle, "EGLDisplay": playHandle,
	"EGLImage": playHandle, "EGLImageKHR": playHandle, "EGLOutputLayerEXT": playHandle, "EGLOutputPortEXT": playHandle,
	"EGLStreamKHR": playHandle, "EGLSurface": playHandle, "EGLSync": playHandle, "EGLSyncKHR": playHandle, "EGLSyncNV": playHandle,
	"GLeglImageOES": playHandle, "GLsync": playHandle,
}

const playHandle = "play_handle"

// argumentsOf returns the arguments of a command in an order in which the size of each depends only on earlier ones.
func argumentsOf(r *registry.Registry, c *Command, captures []Capture) []Argument {
	list := make([]Argument, len(c.Params))
	for i, v := range c.Params {
		list[i] = Argument{v, fetchBy(r, captures[i], i, v)}
		if captures[i].Copy.Function != "" && isNullable(c.Name+"."+v.Name) {
			list[i].Fetch = csyntax.Conditional(csyntax.Call("play_is_null", playVariable, csyntax.Int(i)), csyntax.Null, list[i].Fetch)
		}
	}
	rank := func(a Argument) int {
		needed := slices.ContainsFunc(list, func(other Argument) bool { return mentions(other.Fetch, a.Name) && other.Name != a.Name })
		switch {
		case !a.Type.IsPointer():
			return 0
		case needed:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(list, func(a, b Argument) int { return cmp.Compare(rank(a), rank(b)) })
	return list
}

// storedOf returns the result of a command as an integer, or "" for other results, which no later call uses.
func storedOf(c *Command) csyntax.Expr {
	kind := cellKinds[c.Result.Class]
	if c.void() || kind == cellFloat || kind == cellDouble {
		return ""
	}
	return cellValue(kind, c.Result, "ret_")
}

func mentions(code csyntax.Expr, name string) bool {
	return slices.Contains(cIdentifier.FindAllString(string(code), -1), name)
}

// fetchBy returns the expression of an argument. The functions of data mirror those that capture it.
func fetchBy(r *registry.Registry, d Capture, i int, v Value) csyntax.Expr {
	if d.Copy.Function == "" {
		return fetchNumber(r, i, v)
	}
	function, ok := playedResults[d.Copy.Function]
	if !ok || !d.Out {
		function = strings.Replace(d.Copy.Function, "trace_capture_", "play_", 1)
	}
	args := []csyntax.Expr{playVariable, csyntax.Int(i)}
	if len(d.Copy.Args) > 3 {
		for _, arg := range d.Copy.Args[3:] {
			args = append(args, beforeCall(arg))
		}
	}
	return csyntax.Call(function, args...)
}

// beforeCall replaces names in an expression that the recorder evaluates after a call.
func beforeCall(code csyntax.Expr) csyntax.Expr {
	return csyntax.Expr(cIdentifier.ReplaceAllStringFunc(string(code), func(word string) string { return cmp.Or(playNames[word], word) }))
}

// fetchNumber returns the expression of an argument that is not data.
func fetchNumber(r *registry.Registry, i int, v Value) csyntax.Expr {
	function := "play_number"
	t, ok := r.Type(v.Type.Base)
	switch {
	case v.Class == "f32":
		return csyntax.Call("play_float", playVariable, csyntax.Int(i))
	case v.Class == "f64":
		return csyntax.Call("play_double", playVariable, csyntax.Int(i))
	case ok && t.Kind == registry.FuncPointer && !v.Type.IsPointer():
		function = "play_callback"
	case !v.Type.IsPointer():
		function = cmp.Or(playHandles[v.Type.Base], function)
	}
	number := csyntax.Call(function, playVariable, csyntax.Int(i))
	if cellKinds[v.Class] == cellUlong && v.Class != "u64" {
		number = csyntax.Cast("uintptr_t", number)
	}
	return csyntax.Cast(v.Type.String(), number)
}

// Draw is how a command reads client arrays.
type Draw string

// The ways to read client arrays.
const (
	DrawNone   Draw = ""
	DrawArrays Draw = "play_begin_draw"        // the recorder computes the range of vertices
	DrawAny    Draw = "play_begin_buffer_draw" // an unknown range
)

// drawOf returns how a command with these actions reads client arrays: a draw is a command after which images of draws are recorded.
func drawOf(a Actions) Draw {
	switch {
	case !slices.Contains(a.After, csyntax.Call("live_after_draw", "t_")):
		return DrawNone
	case slices.ContainsFunc(a.Before, func(code csyntax.Expr) bool { return drawAction.MatchString(string(code)) }):
		return DrawArrays
	}
	return DrawAny
}

var drawAction = lazyregexp.New(`^trace_\w*(arrays|elements)\(`)
