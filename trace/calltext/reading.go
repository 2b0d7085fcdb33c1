package calltext

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// kind is the way a value is formatted.
type kind uint8

const (
	plain      kind = iota // by the cell type
	enumKind               // by the enum group
	bitsKind               // by the enum group, bit by bit
	boolKind               // GL_TRUE or GL_FALSE
	eglBool                // EGL_TRUE or EGL_FALSE
	object                 // name of a GL object of a class
	address                // a pointer or handle
	attribKind             // a list of EGL attributes
	valueOf                // depends on the argument that names the parameter
	anyKind                // a number, or EGL_DONT_CARE
	hexKind                // a number whose digits have no meaning, in hexadecimal
)

// Reading describes how a value is formatted.
type Reading struct {
	kind   kind
	group  *group
	api    string       // GL_ or EGL_: prefix of the names of values without a group
	class  string       // class of an object
	of     int          // parameter that a valueOf depends on
	strict bool         // small values are numbers, unless the group has their name
	cell   tracepb.Cell // cell type of a value that has only a table entry
}

// function is a function of a file with the readings of its parameters; the last is the result's.
type function struct{ readings []Reading }

func newFunction(f *file.Function) *function {
	c, _ := registry.Builtin().Command(f.Name)
	out := &function{}
	for i := range f.Params {
		r := readingOf(f, c, &f.Params[i], i)
		out.readings = append(out.readings, r)
	}
	if f.Result != nil {
		out.readings = append(out.readings, readingOf(f, c, f.Result, len(f.Params)))
	}
	return out
}

// readingOf returns the Reading of a parameter: from the EGL tables, else from pnames.tsv, else from the enum group in the file.
func readingOf(f *file.Function, c *registry.Command, p *file.Param, i int) Reading {
	if r, ok := eglReading(f, p, i); ok {
		return r
	}
	base := strings.TrimSuffix(strings.TrimSpace(strings.TrimPrefix(strings.TrimRight(p.Type, " *"), "const ")), " *const")
	if of := pnameParam(f, p); of >= 0 {
		return Reading{kind: valueOf, of: of, api: "GL_"}
	}
	switch g := groupOf(p.Group); {
	case g != nil && (p.Bits || base == "GLbitfield"):
		return Reading{kind: bitsKind, group: g}
	case g != nil || base == "GLenum":
		return Reading{kind: enumKind, group: g, api: "GL_", strict: base != "GLenum"}
	}
	if c != nil && i < len(c.Params) && c.Params[i].Class != "" {
		return Reading{kind: object, class: c.Params[i].Class}
	}
	if c != nil && i == len(c.Params) && c.Return.Class != "" {
		return Reading{kind: object, class: c.Return.Class}
	}
	return typeReading(base, p)
}

func typeReading(base string, p *file.Param) Reading {
	switch base {
	case "GLboolean":
		return Reading{kind: boolKind}
	case "EGLBoolean":
		return Reading{kind: eglBool}
	case "EGLenum":
		return Reading{kind: enumKind, api: "EGL_"}
	case "GLbitfield":
		return Reading{kind: bitsKind}
	}
	if _, known := elements[base]; known && strings.HasSuffix(p.Type, "*") {
		return Reading{}
	}
	if p.Cell == tracepb.Cell_CELL_ULONG && !numbers[base] {
		return Reading{kind: address}
	}
	return Reading{}
}

// numbers lists the unsigned 64-bit types that are not handles.
var numbers = map[string]bool{"GLuint64": true, "GLuint64EXT": true, "EGLTime": true, "EGLTimeKHR": true, "EGLTimeNV": true,
	"EGLuint64NV": true, "EGLuint64KHR": true, "khronos_uint64_t": true}

//go:embed data/pnames.tsv
var pnamesTable string

// pnames maps parameter names to the Reading of their values.
var pnames = sync.OnceValue(func() map[uint64]Reading {
	out := map[uint64]Reading{}
	table.Must("pnames.tsv", pnamesTable, 3, func(row []string) (struct{}, error) {
		e, ok := registry.Builtin().Enum(row[0])
		if !ok {
			panic("pnames.tsv: unknown enum " + row[0])
		}
		out[e.Value] = ParseReading(row[1])
		return struct{}{}, nil
	})
	return out
})

// ParseReading parses the column of a table: enum:GROUP ("-" for an enum without a group), bits:GROUP,
// object:CLASS, or one word. It panics on invalid text, because the tables are part of the program.
func ParseReading(text string) Reading {
	word, name, _ := strings.Cut(text, ":")
	switch word {
	case "enum":
		return Reading{kind: enumKind, group: knownGroup(name), api: api(name), cell: cellUint}
	case "bits":
		return Reading{kind: bitsKind, group: knownGroup(name), cell: cellUint}
	case "object":
		return Reading{kind: object, class: name, cell: cellUint}
	}
	r, ok := plainReadings[text]
	if !ok {
		panic("unknown reading " + text)
	}
	return r
}

func api(group string) string {
	if strings.HasPrefix(group, "EGL") {
		return "EGL_"
	}
	return "GL_"
}

var plainReadings = map[string]Reading{
	"bool": {kind: boolKind, cell: cellUint}, "int": {cell: cellInt}, "uint": {cell: cellUint}, "long": {cell: tracepb.Cell_CELL_LONG},
	"float": {cell: cellFloat}, "hex": {kind: hexKind, cell: tracepb.Cell_CELL_ULONG}, "handle": {kind: address, cell: tracepb.Cell_CELL_ULONG}, "any": {}, "text": {}, "data": {},
}

// PnameReading returns the Reading of the value of a parameter name, for example GL_TEXTURE_MIN_FILTER.
func PnameReading(pname string) Reading {
	if e, ok := registry.Builtin().Enum(pname); ok {
		return pnames()[e.Value]
	}
	return Reading{}
}

// Reading returns the Reading of parameter i, unless another argument specifies it. The result has the index len(f.Params).
func (w *Formatter) Reading(f *file.Function, i int) Reading { return w.function(f).readings[i] }

// Text returns the formatted value.
func (r Reading) Text(bits uint64, cell tracepb.Cell) string { return r.number(bits, cell) }

// Cell returns the cell type of the value; NONE means the type of the parameter.
func (r Reading) Cell() tracepb.Cell { return r.cell }

// Class returns the object class that the value names (texture, buffer, ...), or "" if it is not an object name.
func (r Reading) Class() string { return r.class }

// IsEnum reports whether the value is an enum.
func (r Reading) IsEnum() bool { return r.kind == enumKind }

// knownGroup returns the group of that name, or nil for "-". It panics for an unknown group.
func knownGroup(name string) *group {
	g := groupOf(name)
	if g == nil && name != "-" {
		panic("unknown enum group " + name)
	}
	return g
}

// values lists the registry's names of parameters whose meaning an earlier parameter specifies.
var values = map[string]bool{"param": true, "params": true, "data": true, "value": true, "values": true, "v": true}

// pnameParam returns the index of the parameter that specifies the meaning of p, or -1.
func pnameParam(f *file.Function, p *file.Param) int {
	if !values[p.Name] || p.Group != "" || !strings.HasPrefix(f.Name, "gl") {
		return -1
	}
	for i := range f.Params {
		other := &f.Params[i]
		if other.Name == "pname" || other.Name == "target" && strings.HasPrefix(f.Name, "glGet") && strings.Contains(f.Name, "i_v") {
			return i
		}
	}
	return -1
}
