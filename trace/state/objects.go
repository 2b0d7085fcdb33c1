package state

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Objects are those of a share group.
type Objects struct {
	Shaders  []Shader  `json:"shaders"`
	Programs []Program `json:"programs"`
	Textures []Texture `json:"textures"`
	Buffers  []Buffer  `json:"buffers"`
}

// Shader is one of Objects.
type Shader struct {
	Name    uint64 `json:"name"`
	Label   string `json:"label,omitempty"`
	Type    string `json:"type"`
	Lines   int    `json:"lines"`
	Status  string `json:"status,omitempty"` // GL_TRUE, GL_FALSE, or nothing where nobody asked
	Log     string `json:"log,omitempty"`
	Changed bool   `json:"changed,omitempty"`
}

// Program is one of Objects.
type Program struct {
	Name       uint64      `json:"name"`
	Label      string      `json:"label,omitempty"`
	Status     string      `json:"status,omitempty"`
	Log        string      `json:"log,omitempty"`
	Shaders    []uint64    `json:"shaders"`
	Uniforms   []Uniform   `json:"uniforms"`
	Attributes []Attribute `json:"attributes"`
	Blocks     []Block     `json:"blocks"`
	Current    bool        `json:"current,omitempty"`
	Changed    bool        `json:"changed,omitempty"`
}

// Uniform is one of a Program; the location is -1 where nobody asked for it.
type Uniform struct {
	Location int64  `json:"location"`
	Name     string `json:"name"`
	Type     string `json:"type,omitempty"`
	Value    string `json:"value"`
	Changed  bool   `json:"changed,omitempty"`
}

// Attribute is one of a Program.
type Attribute struct {
	Name     string `json:"name"`
	Type     string `json:"type,omitempty"`
	Location int64  `json:"location"`
}

// Block is a uniform block of a Program.
type Block struct {
	Index   int64  `json:"index"`
	Name    string `json:"name"`
	Binding int64  `json:"binding"`
}

// Texture is one of Objects; its size is that of the largest level.
type Texture struct {
	Name     uint64  `json:"name"`
	Label    string  `json:"label,omitempty"`
	Target   string  `json:"target"`
	Width    int64   `json:"width"`
	Height   int64   `json:"height"`
	Depth    int64   `json:"depth"`
	Format   string  `json:"format"`
	Levels   int     `json:"levels"`
	Contents []int64 `json:"contents"`       // the levels of which something was captured: those that are images
	Lack     string  `json:"lack,omitempty"` // why of some levels nothing is seen, although it was captured
	Written  int     `json:"written"`        // the call that wrote one of them last; -1 for none
	Changed  bool    `json:"changed,omitempty"`
}

// Buffer is one of Objects.
type Buffer struct {
	Name    uint64 `json:"name"`
	Label   string `json:"label,omitempty"`
	Size    int64  `json:"size"`
	Usage   string `json:"usage"`
	Mapped  bool   `json:"mapped,omitempty"`
	Changed bool   `json:"changed,omitempty"`
}

// Objects are those of a call's share group after it; marked is what the call changed.
func (s *State) Objects(call int) (*Objects, error) {
	c, err := s.file.Call(call)
	if err != nil {
		return nil, err
	}
	before, err := s.after(call - 1)
	if err != nil {
		return nil, err
	}
	after, err := s.after(call)
	if err != nil {
		return nil, err
	}
	v := viewOf{builder: builder{payload: s.file.Payload}, is: after.at(sharesKey, shareOf(after, c.Context)), was: before.at(sharesKey, shareOf(before, c.Context))}
	current, _ := after.number(contextsKey, number(c.Context), word("program"))
	out := &Objects{Shaders: []Shader{}, Programs: []Program{}, Textures: []Texture{}, Buffers: []Buffer{}}
	v.each("shaders", func(o object) { out.Shaders = append(out.Shaders, o.shader()) })
	v.each("programs", func(o object) { out.Programs = append(out.Programs, o.program(current)) })
	v.each("textures", func(o object) { out.Textures = append(out.Textures, o.texture()) })
	v.each("buffers", func(o object) { out.Buffers = append(out.Buffers, o.buffer()) })
	return out, nil
}

// viewOf is a share group, and what it was.
type viewOf struct {
	builder
	is, was *node
}

// object is an object of it.
type object struct {
	*viewOf
	name    uint64
	is, was *node
}

func (v *viewOf) each(kind string, with func(object)) {
	if v.is == nil || v.is.at(word(kind)) == nil {
		return
	}
	all := v.is.at(word(kind))
	for _, k := range v.sorted(all, all) {
		with(object{v, uint64(k.number), all.kids[k], v.was.at(word(kind), k)})
	}
}

func (o object) word(keys ...key) string {
	n := o.is.at(keys...)
	if n == nil {
		return ""
	}
	return o.text(keys[len(keys)-1], n)
}

// plain is a text without the quotes.
func (o object) plain(keys ...key) string {
	n := o.is.at(keys...)
	if n == nil {
		return ""
	}
	return o.string(n.value)
}

func (b *builder) string(v value) string {
	if v.data == nil {
		return v.text
	}
	data, err := b.payload(v.data.Payloads)
	if err != nil {
		return ""
	}
	return trimmed(data)
}

// trimmed is a text of one or several pieces, each of which ends with a zero.
func trimmed(data []byte) string { return strings.ReplaceAll(string(data), "\x00", "") }

func (o object) number(name string) int64 { v, _ := o.is.number(word(name)); return int64(v) }

// changed looks at values, not at nodes: moments that were reached by different ways share none.
func (o object) changed() bool { return o.was == nil || differ(o.is, o.was) }

func differ(a, b *node) bool {
	if a == b {
		return false
	}
	if !a.value.equal(b.value) || len(a.kids) != len(b.kids) {
		return true
	}
	for k, kid := range a.kids {
		if b.kids[k] == nil || differ(kid, b.kids[k]) {
			return true
		}
	}
	return false
}

func (o object) shader() Shader {
	s := Shader{Name: o.name, Label: o.plain(word("label")), Type: o.word(word("type")), Status: o.word(word("compile status")), Log: o.plain(word("log")), Changed: o.changed()}
	if source := o.plain(word("source")); source != "" {
		s.Lines = strings.Count(strings.TrimSuffix(source, "\n"), "\n") + 1
	}
	return s
}

func (o object) texture() Texture {
	t := Texture{Name: o.name, Label: o.plain(word("label")), Target: o.word(word("target")), Contents: []int64{}, Written: -1, Changed: o.changed()}
	levels := o.is.at(word("levels"))
	if levels == nil {
		return t
	}
	t.Levels = len(levels.kids)
	for _, k := range o.sorted(levels, levels) {
		l := object{o.viewOf, o.name, levels.kids[k], nil}
		if c := l.is.at(word("contents")); c != nil && c.pieces != nil && t.seen(c.pieces) {
			t.Contents, t.Written = append(t.Contents, k.number), max(t.Written, int(c.value.one))
		}
		if l.number("width") > t.Width || t.Format == "" {
			t.Width, t.Height, t.Depth, t.Format = l.number("width"), l.number("height"), l.number("depth"), l.word(word("internal format"))
		}
	}
	return t
}

// seen reports whether something is seen of contents, and keeps why not.
func (t *Texture) seen(last *piece) bool {
	if err := last.image.shows(); err != nil {
		t.Lack = err.Error()
		return false
	}
	return true
}

func (o object) buffer() Buffer {
	return Buffer{Name: o.name, Label: o.plain(word("label")), Size: o.number("size"), Usage: o.word(word("usage")), Mapped: o.number("mapped") != 0, Changed: o.changed()}
}

func (o object) program(current uint64) Program {
	p := Program{Name: o.name, Label: o.plain(word("label")), Status: o.word(word("link status")), Log: o.plain(word("log")), Current: o.name == current, Changed: o.changed()}
	p.Shaders, p.Uniforms, p.Attributes, p.Blocks = []uint64{}, o.uniforms(), []Attribute{}, []Block{}
	o.kids("shaders", func(k key, _ object) { p.Shaders = append(p.Shaders, uint64(k.number)) })
	o.kids("attributes", func(_ key, a object) {
		name, location := a.plain(word("name")), int64(-1)
		if n, ok := o.is.number(word("attribute locations"), word(name)); ok {
			location = int64(int32(n))
		}
		p.Attributes = append(p.Attributes, Attribute{name, a.word(word("type")), location})
	})
	o.kids("uniform blocks", func(k key, b object) {
		p.Blocks = append(p.Blocks, Block{k.number, b.plain(word("name")), b.number("binding")})
	})
	return p
}

// kids calls with for the children of a part, in order.
func (o object) kids(part string, with func(key, object)) {
	n := o.is.at(word(part))
	if n == nil {
		return
	}
	var was *node
	if o.was != nil {
		was = o.was.at(word(part))
	}
	for _, k := range o.sorted(n, n) {
		with(k, object{o.viewOf, o.name, n.kids[k], was.at(k)})
	}
}

// active is a uniform that the program has, by its name.
type active struct {
	kind string
	size int64
}

// uniforms are those with a location, and those that are only known to be there.
func (o object) uniforms() []Uniform {
	known := map[string]active{}
	o.kids("active uniforms", func(_ key, u object) {
		known[u.plain(word("name"))] = active{u.word(word("type")), max(u.number("size"), 1)}
	})
	seen, out := map[string]bool{}, []Uniform{}
	array, first := "", int64(0) // the last one that has a name
	o.kids("uniforms", func(k key, u object) {
		one := Uniform{Location: k.number, Name: u.plain(word("name")), Value: u.word(word("value")), Changed: u.changed()}
		if one.Name != "" {
			array, first = base(one.Name), one.Location
		} else if at := one.Location - first; array != "" && at < known[array+"[0]"].size {
			one.Name = fmt.Sprintf("%s[%d]", array, at)
		}
		one.Type = cmp.Or(known[one.Name].kind, known[base(one.Name)+"[0]"].kind)
		seen[one.Name], seen[base(one.Name)+"[0]"] = true, true
		out = append(out, one)
	})
	for name, a := range known {
		if !seen[name] {
			out = append(out, Uniform{Location: -1, Name: name, Type: a.kind})
		}
	}
	slices.SortFunc(out, func(a, b Uniform) int {
		return cmp.Or(cmp.Compare(uint64(a.Location), uint64(b.Location)), strings.Compare(a.Name, b.Name))
	})
	return out
}

// base is the name of an array without its index.
func base(name string) string {
	before, _ := strings.CutSuffix(name, "]")
	if at := strings.LastIndexByte(before, '['); at >= 0 && before != name {
		return name[:at]
	}
	return name
}
