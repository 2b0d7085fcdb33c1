package state

import (
	"context"
	"strings"
)

// Drawing is what a draw, dispatch, clear or blit uses.
type Drawing struct {
	Kind        string            `json:"kind"` // draw, dispatch, clear or blit
	Mode        string            `json:"mode,omitempty"`
	IndexType   string            `json:"indexType,omitempty"`
	Parts       []Part            `json:"parts,omitempty"`   // the draws of the call, one unless it is a multi-draw
	Unknown     string            `json:"unknown,omitempty"` // why the parts are not known
	Work        []int64           `json:"work,omitempty"`    // work groups of a dispatch in each dimension
	Restart     bool              `json:"restart,omitempty"` // primitive restart is enabled
	Programs    []ProgramUse      `json:"programs"`
	VertexArray *Link             `json:"vertexArray,omitempty"`
	Attributes  []VertexAttribute `json:"attributes"`
	Indices     *Link             `json:"indices,omitempty"`
	Textures    []TextureUse      `json:"textures"`
	Buffers     []BufferUse       `json:"buffers"`
	Target      *FramebufferUse   `json:"target,omitempty"`
	Source      *FramebufferUse   `json:"source,omitempty"` // of a blit
	Groups      []FactGroup       `json:"groups"`
}

// ProgramUse is a program with the shaders that it has.
type ProgramUse struct {
	Link
	Stage   string      `json:"stage,omitempty"` // of a program pipeline
	Shaders []ShaderUse `json:"shaders"`
}

// ShaderUse is a shader of a program.
type ShaderUse struct {
	Link
	Type string `json:"type"`
}

// kindsOfDrawing maps the prefixes of function names to the kinds.
var kindsOfDrawing = []struct{ prefix, kind string }{
	{"glDispatchCompute", "dispatch"}, {"glClearColor", ""}, {"glClearDepth", ""}, {"glClearStencil", ""}, {"glClearTex", ""}, {"glClearPixel", ""},
	{"glClear", "clear"}, {"glBlitFramebuffer", "blit"}, {"glDrawBuffers", ""}, {"glDraw", "draw"}, {"glMultiDraw", "draw"},
}

// KindOfDrawing returns the kind of a function for Drawing, or "" if it does not draw.
func KindOfDrawing(function string) string {
	for _, k := range kindsOfDrawing {
		if strings.HasPrefix(function, k.prefix) {
			return k.kind
		}
	}
	return ""
}

// Drawing returns what a call uses. Of a call that does not draw, it returns the kind "".
func (s *State) Drawing(ctx context.Context, call int) (*Drawing, error) {
	in, err := s.scope(ctx, call)
	if err != nil {
		return nil, err
	}
	d := &Drawing{Kind: KindOfDrawing(in.call.Function.Name), Programs: []ProgramUse{}, Attributes: []VertexAttribute{}, Textures: []TextureUse{}, Buffers: []BufferUse{}, Groups: []FactGroup{}}
	if d.Kind == "draw" || d.Kind == "dispatch" {
		d.Programs = in.programs()
		d.Textures, d.Buffers = in.textures(), in.uniformBuffers()
	}
	switch d.Kind {
	case "draw":
		d.draws(s, in)
	case "dispatch":
		d.Work, d.Unknown = in.workGroups(s.reader(ctx))
	}
	if d.Kind != "dispatch" && d.Kind != "" {
		d.Target = in.framebuffer("GL_DRAW_FRAMEBUFFER")
		d.Groups = in.groups(d.Kind)
	}
	if d.Kind == "blit" {
		d.Source = in.framebuffer("GL_READ_FRAMEBUFFER")
	}
	return d, ctx.Err()
}

func (d *Drawing) draws(s *State, in *scope) {
	e := in.elements(s.reader(in.ctx))
	d.Mode, d.IndexType, d.Parts, d.Unknown = e.modeName(), e.typeName(), e.parts, e.unknown
	array, _ := in.context.number(word("vertex array"))
	d.VertexArray, d.Attributes = in.link("vertex array", array), in.attributes()
	d.Restart = e.kind != 0 && in.restart()
	if e.kind != 0 {
		buffer, _ := in.array().number(word("element array buffer"))
		d.Indices = in.link("buffer", buffer)
	}
}

func (s *scope) restart() bool {
	on, _ := s.context.number(word("capabilities"), word("GL_PRIMITIVE_RESTART_FIXED_INDEX"))
	return on != 0
}

// inUse returns the programs of the stages: the current program, or those of the program pipeline.
func (s *scope) inUse() (names []uint64, stages []string) {
	if n, _ := s.context.number(word("program")); n != 0 {
		return []uint64{n}, []string{""}
	}
	bound, _ := s.context.number(word("program pipeline"))
	all := s.context.at(word("program pipelines"), number(bound), word("stages"))
	if all == nil {
		return nil, nil
	}
	for _, k := range s.sorted(all, all) {
		if n := all.kids[k].value.one; n != 0 {
			names, stages = append(names, n), append(stages, k.name)
		}
	}
	return names, stages
}

func (s *scope) programs() []ProgramUse {
	out := []ProgramUse{}
	names, stages := s.inUse()
	for i, name := range names {
		use := ProgramUse{Link: *s.link("program", name), Stage: stages[i], Shaders: []ShaderUse{}}
		if attached := s.find("program", name).at(shadersKey); attached != nil {
			for _, k := range s.sorted(attached, attached) {
				shader := uint64(k.number)
				use.Shaders = append(use.Shaders, ShaderUse{*s.link("shader", shader), s.textAt(s.find("shader", shader), word("type"))})
			}
		}
		out = append(out, use)
	}
	return out
}

// program returns a program of the scope as an object.
func (s *scope) program(name uint64) object {
	return object{viewOf: &viewOf{builder: s.builder, is: s.share}, name: name, is: s.find("program", name)}
}
