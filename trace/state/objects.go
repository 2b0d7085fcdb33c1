package state

import "context"

// Objects has the objects of a share group.
type Objects struct {
	Shaders  []Shader  `json:"shaders"`
	Programs []Program `json:"programs"`
	Textures []Texture `json:"textures"`
	Buffers  []Buffer  `json:"buffers"`
}

// Shader is a shader object.
type Shader struct {
	Name    uint64 `json:"name"`
	Label   string `json:"label,omitempty"`
	Type    string `json:"type"`
	Lines   int    `json:"lines"`
	Status  string `json:"status,omitempty"` // GL_TRUE, GL_FALSE, or empty if the program did not query it
	Log     string `json:"log,omitempty"`
	Changed bool   `json:"changed,omitempty"`
}

// Program is a program object.
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

// Uniform is a uniform of a Program; the location is -1 if the program did not query it.
type Uniform struct {
	Location int64  `json:"location"`
	Name     string `json:"name"`
	Type     string `json:"type,omitempty"`
	Value    string `json:"value"`
	Changed  bool   `json:"changed,omitempty"`
}

// Attribute is an attribute of a Program.
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

// Texture is a texture object; its size is that of the largest level.
type Texture struct {
	Name     uint64  `json:"name"`
	Label    string  `json:"label,omitempty"`
	Target   string  `json:"target"`
	Width    int64   `json:"width"`
	Height   int64   `json:"height"`
	Depth    int64   `json:"depth"`
	Format   string  `json:"format"`
	Levels   int     `json:"levels"`
	Contents []int64 `json:"contents"`       // levels with captured pixels
	Lack     string  `json:"lack,omitempty"` // why captured levels cannot be shown
	Written  int     `json:"written"`        // the last call that wrote a level; -1 for none
	Units    []int64 `json:"units"`          // texture and image units of the context that it is bound to
	Exact    bool    `json:"exact"`          // its values are not fractions of 8 bits
	Changed  bool    `json:"changed,omitempty"`
}

// Buffer is a buffer object.
type Buffer struct {
	Name    uint64 `json:"name"`
	Label   string `json:"label,omitempty"`
	Size    int64  `json:"size"`
	Usage   string `json:"usage"`
	Mapped  bool   `json:"mapped,omitempty"`
	Changed bool   `json:"changed,omitempty"`
}

// Objects returns the objects of a call's share group after the call. What the call changed is marked.
func (s *State) Objects(ctx context.Context, call int) (*Objects, error) {
	c, err := s.file.Call(call)
	if err != nil {
		return nil, err
	}
	before, err := s.after(ctx, call-1)
	if err != nil {
		return nil, err
	}
	after, err := s.after(ctx, call)
	if err != nil {
		return nil, err
	}
	v := viewOf{builder: builder{ctx: ctx, payload: s.file.Payload}, is: after.at(sharesKey, shareOf(after, c.Context)), was: before.at(sharesKey, shareOf(before, c.Context))}
	current, _ := after.number(contextsKey, number(c.Context), word("program"))
	out := &Objects{Shaders: []Shader{}, Programs: []Program{}, Textures: []Texture{}, Buffers: []Buffer{}}
	v.each("shaders", func(o object) { out.Shaders = append(out.Shaders, o.shader()) })
	v.each("programs", func(o object) { out.Programs = append(out.Programs, o.program(current)) })
	units := unitsOf(after.at(contextsKey, number(c.Context)))
	v.each("textures", func(o object) {
		t := o.texture()
		t.Units = append([]int64{}, units[t.Name]...)
		out.Textures = append(out.Textures, t)
	})
	v.each("buffers", func(o object) { out.Buffers = append(out.Buffers, o.buffer()) })
	return out, ctx.Err()
}
