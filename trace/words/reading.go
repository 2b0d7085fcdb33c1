package words

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/tsv"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/tracepb"
)

// kind is how a value is written.
type kind uint8

const (
	plain      kind = iota // as its cell says
	enumKind               // by the group
	bitsKind               // by the group, bit by bit
	boolKind               // GL_TRUE or GL_FALSE
	eglBool                // EGL_TRUE or EGL_FALSE
	object                 // the name of an object of a class
	address                // a pointer or handle
	attribKind             // a list of EGL attributes
	valueOf                // as the parameter of says, which names it
	anyKind                // a number, or EGL_DONT_CARE
)

// reading says how a value is written.
type reading struct {
	kind   kind
	group  *group
	api    string // GL_ or EGL_: where values without a group may have a name
	class  string // of object
	of     int    // of valueOf
	strict bool   // a number unless the group knows it
}

// function is a function of a file with the readings of its parameters; the last is the result's.
type function struct{ readings []reading }

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

// readingOf takes what the tables say of EGL, then what pnames.tsv says, then the group that the file names.
func readingOf(f *file.Function, c *registry.Command, p *file.Param, i int) reading {
	if r, ok := eglReading(f, p, i); ok {
		return r
	}
	base := strings.TrimSuffix(strings.TrimSpace(strings.TrimPrefix(strings.TrimRight(p.Type, " *"), "const ")), " *const")
	if of := pnameParam(f, p); of >= 0 {
		return reading{kind: valueOf, of: of, api: "GL_"}
	}
	switch g := groupOf(p.Group); {
	case g != nil && (p.Bits || base == "GLbitfield"):
		return reading{kind: bitsKind, group: g}
	case g != nil || base == "GLenum":
		return reading{kind: enumKind, group: g, api: "GL_", strict: base != "GLenum"}
	}
	if c != nil && i < len(c.Params) && c.Params[i].Class != "" {
		return reading{kind: object, class: c.Params[i].Class}
	}
	if c != nil && i == len(c.Params) && c.Return.Class != "" {
		return reading{kind: object, class: c.Return.Class}
	}
	return typeReading(base, p)
}

func typeReading(base string, p *file.Param) reading {
	switch base {
	case "GLboolean":
		return reading{kind: boolKind}
	case "EGLBoolean":
		return reading{kind: eglBool}
	case "EGLenum":
		return reading{kind: enumKind, api: "EGL_"}
	case "GLbitfield":
		return reading{kind: bitsKind}
	}
	if strings.HasSuffix(p.Type, "*") || p.Cell == tracepb.Cell_CELL_ULONG && !numbers[base] {
		return reading{kind: address}
	}
	return reading{}
}

// numbers are the types of 64 bits without a sign that are no handles.
var numbers = map[string]bool{"GLuint64": true, "GLuint64EXT": true, "EGLTime": true, "EGLTimeKHR": true, "EGLTimeNV": true,
	"EGLuint64NV": true, "EGLuint64KHR": true, "khronos_uint64_t": true}

//go:embed data/pnames.tsv
var pnamesTable string

// pnames are the readings of the values behind parameter names.
var pnames = sync.OnceValue(func() map[uint64]reading {
	out := map[uint64]reading{}
	tsv.Must("pnames.tsv", pnamesTable, 3, func(row []string) (struct{}, error) {
		e, ok := registry.Builtin().Enum(row[0])
		if !ok {
			panic("pnames.tsv: no enum " + row[0])
		}
		out[e.Value] = parseReading(row[1])
		return struct{}{}, nil
	})
	return out
})

// parseReading reads the second column of pnames.tsv.
func parseReading(text string) reading {
	word, name, _ := strings.Cut(text, ":")
	switch word {
	case "enum":
		return reading{kind: enumKind, group: knownGroup(name), api: "GL_"}
	case "bits":
		return reading{kind: bitsKind, group: knownGroup(name)}
	case "object":
		return reading{kind: object, class: name}
	case "bool":
		return reading{kind: boolKind}
	case "int", "float":
		return reading{}
	}
	panic("unknown reading " + text)
}

// knownGroup is a group that has to be there, or none.
func knownGroup(name string) *group {
	g := groupOf(name)
	if g == nil && name != "-" {
		panic("no enum group " + name)
	}
	return g
}

// values are what the registry calls parameters whose meaning the parameter before them names.
var values = map[string]bool{"param": true, "params": true, "data": true, "value": true, "values": true, "v": true}

// pnameParam finds the parameter that names what p holds; -1 where there is none.
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
