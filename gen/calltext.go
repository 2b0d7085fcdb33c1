package gen

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
)

// wordTables holds the tables with which the layer formats calls, limited to the groups that its commands
// use.
type wordTables struct {
	Groups   []wordGroup
	Commands []wordCommand
}

// wordGroup maps values to names, sorted by value.
type wordGroup struct {
	Name   string
	Tokens []wordToken
}

// wordToken is a value with its name, and the format of the value after it in an attribute list.
type wordToken struct {
	Value      uint32
	Name, Kind string
	Group      int
}

// wordCommand has the format of each parameter and of the result.
type wordCommand struct {
	Name  string
	Words []word
}

// word is the format of a value. Of is the group, or the parameter that the format depends on.
type word struct {
	Name, Kind string
	Of         int
}

// formatTables returns the tables for the commands that the modules format.
func (p *Plan) formatTables() (*wordTables, error) {
	b := wordBuilder{p: p, index: map[string]int{}}
	b.Groups = []wordGroup{{Name: "none"}}
	for _, c := range p.Commands {
		if !p.canFormat(c) {
			continue
		}
		command := wordCommand{Name: c.Name}
		for _, v := range c.Params {
			command.Words = append(command.Words, b.word(c, v))
		}
		command.Words = append(command.Words, b.result(c))
		b.Commands = append(b.Commands, command)
	}
	return &b.wordTables, b.err
}

// canFormat reports whether a module may format a call of the command. Names of errors are those of the result
// of glGetError.
func (p *Plan) canFormat(c *Command) bool {
	errors := p.HasSet("errors")
	egl := p.HasSet(explainModule) && (c.Hook != "" && strings.HasPrefix(c.Name, "egl") || c.Name == "eglGetError")
	return c.Hook != "" && (p.HasSet("log", "inject", profileModule) || errors && strings.HasPrefix(c.Name, "gl")) || (errors || p.HasSet(profileModule)) && c.Name == getError || egl
}

type wordBuilder struct {
	wordTables
	p     *Plan
	index map[string]int // a table for each group, by its name; names of EGL groups begin with EGL
	err   error
}

func (b *wordBuilder) result(c *Command) word {
	if c.Void() {
		return word{Kind: "NOTHING"}
	}
	w := b.word(c, c.Result)
	if isText(c.Result) {
		w.Kind = "TEXT"
	}
	w.Name = ""
	return w
}

// plainWords maps types of Go and classes to the formats of values for which no table has more.
var plainWords = map[string]string{
	"GLenum": "TOKEN", "EGLenum": "TOKEN", "GLbitfield": "HEX", "GLboolean": "GL_BOOLEAN", "EGLBoolean": "EGL_BOOLEAN",
	"i8": "INT", "i16": "INT", "i32": "INT", "i64": "INT", "isize": "INT",
	"u8": "UINT", "u16": "UINT", "u32": "UINT", "u64": "UINT",
	"f32": "FLOAT", "f64": "DOUBLE",
	string(classUsize): "POINTER", string(classPointer): "POINTER", string(classDeep): "POINTER",
}

func (b *wordBuilder) word(c *Command, v Value) word {
	w := word{Name: v.Name, Kind: cmp.Or(plainWords[v.GoType], plainWords[string(v.Class)])}
	switch r := v.reading; {
	case r.kind == "enum" || r.kind == "bits":
		w.Kind, w.Of = strings.ToUpper(r.kind), b.group(r)
	case r.kind == "attribs" && v.GoType == "*EGLint":
		w.Kind, w.Of = "ATTRIBS", b.group(r)
	case r.kind == "attribs":
		w.Kind, w.Of = "WIDE_ATTRIBS", b.group(r)
	case r.kind == "value-of" && v.Class != classPointer:
		w.Kind, w.Of = "VALUE_OF", slices.IndexFunc(c.Params, func(p Value) bool { return p.Name == r.group })
	case r.kind == "bool" && v.Class != classPointer:
		w.Kind = "EGL_BOOLEAN"
	case isText(v):
		w.Kind, w.Of = textWord(c, v)
	}
	return w
}

// isText reports whether a value points to text that the driver only reads.
func isText(v Value) bool {
	return v.ctype.Const && (v.GoType == "*GLchar" || v.GoType == "*GLubyte" && v.Name == "")
}

// textWord returns the format of a text parameter, which depends on where the text ends: at a zero, or as
// another parameter specifies. For OpenGL ES this follows from the registry's length, if it depends on the
// text alone or on the text and that parameter. egl.xml has no lengths, but its texts end with a zero. Any
// other text is formatted as its address.
func textWord(c *Command, v Value) (kind string, of int) {
	if strings.HasPrefix(c.Name, "egl") {
		return "TEXT", 0
	}
	if v.length.Kind != registry.LenCompSize {
		return "POINTER", 0
	}
	for i, other := range c.Params {
		if other.Name != v.Name && slices.Contains(v.length.Args, other.Name) {
			return "TEXT_OF", i
		}
	}
	return "TEXT", 0
}

// group returns the index of a group's table and creates the table if necessary.
func (b *wordBuilder) group(r reading) int {
	if i, ok := b.index[r.group]; ok {
		return i
	}
	i := len(b.Groups)
	b.index[r.group] = i
	b.Groups = append(b.Groups, wordGroup{Name: r.group})
	tokens := namedTokens(b.p.groups[r.group])
	if r.egl {
		tokens = b.attribs(r.group) // may add groups
	}
	slices.SortFunc(tokens, func(a, b wordToken) int { return cmp.Compare(a.Value, b.Value) })
	b.Groups[i].Tokens = tokens
	return i
}

func namedTokens(values []Named) []wordToken {
	var out []wordToken
	for _, n := range values {
		out = append(out, wordToken{Value: uint32(n.Value), Name: n.Name, Kind: "NOTHING"})
	}
	return out
}

// attribWords maps the readings of attributes to formats.
var attribWords = map[string]string{"isName": "NOTHING", "isInt": "INT", "isHex": "HEX", "isBool": "EGL_BOOLEAN",
	"isHandle": "HEX", "isEnum": "ENUM", "isBits": "BITS_OR_ANY"}

// anyInt is the group in whose lists the value -1 is EGL_DONT_CARE.
const anyInt = "EGLConfigAttrib"

func (b *wordBuilder) attribs(name string) []wordToken {
	i := slices.IndexFunc(b.p.attribs, func(g *attribGroup) bool { return g.goName == name })
	if i < 0 {
		return nil
	}
	var out []wordToken
	for _, a := range b.p.attribs[i].values {
		t := wordToken{Value: uint32(a.value), Name: a.name, Kind: attribWords[a.reading]}
		if t.Kind == "" {
			b.err = fmt.Errorf("attribute %s: attribWords has no format for the value kind %q", a.name, a.reading)
		}
		if t.Kind == "INT" && name == anyInt {
			t.Kind = "INT_OR_ANY"
		}
		if a.group != "" {
			t.Group = b.group(reading{group: a.group, egl: true})
		}
		out = append(out, t)
	}
	return out
}
