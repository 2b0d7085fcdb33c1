package replay

import (
	_ "embed"
	"fmt"
	"path"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

//go:embed data/objects.tsv
var objectsTable string

//go:embed data/left_out.tsv
var leftOutTable string

//go:embed data/kept_draws.tsv
var keptDrawsTable string

//go:embed data/restored.tsv
var restoredTable string

// condition is that a parameter has a value; an empty one is always true.
type condition struct {
	param string
	value uint64
}

func parseCondition(text string) (condition, error) {
	if text == "-" {
		return condition{}, nil
	}
	param, name, _ := strings.Cut(text, "=")
	e, ok := registry.Builtin().Enum(name)
	if !ok {
		return condition{}, fmt.Errorf("unknown enum %q", name)
	}
	return condition{param, e.Value}, nil
}

// holds reports whether the condition is true for a call.
func (c condition) holds(of *file.Call) bool {
	if c.param == "" {
		return true
	}
	v, ok := of.Arg(c.param)
	return ok && v.Bits == c.value
}

// classRow is a row of objects.tsv.
type classRow struct {
	what  string
	when  condition
	class string
}

var classTable = table.Must("objects.tsv", objectsTable, 4, func(row []string) (classRow, error) {
	when, err := parseCondition(row[1])
	return classRow{row[0], when, row[2]}, err
})

// classesOf returns the classes of the objects that a parameter can name: that of the registry, or the rows for the parameter or its
// type. It returns nil if the parameter names no object.
func classesOf(what string, p *registry.Param) (out []classRow) {
	for _, row := range classTable {
		if matches(row.what, what) || row.what == p.Type.Base {
			out = append(out, row)
		}
	}
	if len(out) == 0 && p.Class != "" {
		out = []classRow{{what, condition{}, p.Class}}
	}
	return out
}

// isHandle reports whether objects.tsv has the type of a parameter.
func isHandle(p *registry.Param) bool {
	for _, row := range classTable {
		if row.what == p.Type.Base {
			return true
		}
	}
	return false
}

// handleClasses has the classes of the objects that have handles.
var handleClasses = func() map[string]bool {
	out := map[string]bool{}
	for _, row := range classTable {
		if !strings.Contains(row.what, ".") {
			out[row.class] = true
		}
	}
	return out
}()

// callRow is a row about calls, of left_out.tsv, kept_draws.tsv and restored.tsv.
type callRow struct {
	functions string
	when      condition
	reason    string
}

func parseCallRow(row []string) (callRow, error) {
	when, err := parseCondition(row[1])
	return callRow{row[0], when, row[2]}, err
}

var (
	leftOuts  = table.Must("left_out.tsv", leftOutTable, 3, parseCallRow)
	keptDraws = table.Must("kept_draws.tsv", keptDrawsTable, 3, parseCallRow)

	restoredCalls = table.Must("restored.tsv", restoredTable, 3, parseCallRow)
)

// rowsOf returns the rows for a function.
func rowsOf(function string, rows []callRow) (out []callRow) {
	for _, row := range rows {
		if matches(row.functions, function) {
			out = append(out, row)
		}
	}
	return out
}

// matches reports whether a name matches a pattern with * and [set]. What follows these is compared first: it is different for most
// patterns, and path.Match tries to find it everywhere in the name.
func matches(pattern, name string) bool {
	last := max(strings.LastIndexByte(pattern, '*'), strings.LastIndexByte(pattern, ']')) + 1
	if !strings.HasSuffix(name, pattern[last:]) {
		return false
	}
	match, _ := path.Match(pattern, name)
	return match
}
