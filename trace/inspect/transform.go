package inspect

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/replay"
	"github.com/gleslayergen/gleslayergen/trace/state"
)

// glslType is a type of an output.
type glslType struct {
	name       string
	components int
	kind       byte // of the components: f, i or u
}

// glslTypes has the types by their enums.
var glslTypes = map[uint32]glslType{
	0x1406: {"float", 1, 'f'}, 0x8B50: {"vec2", 2, 'f'}, 0x8B51: {"vec3", 3, 'f'}, 0x8B52: {"vec4", 4, 'f'},
	0x1404: {"int", 1, 'i'}, 0x8B53: {"ivec2", 2, 'i'}, 0x8B54: {"ivec3", 3, 'i'}, 0x8B55: {"ivec4", 4, 'i'},
	0x1405: {"uint", 1, 'u'}, 0x8DC6: {"uvec2", 2, 'u'}, 0x8DC7: {"uvec3", 3, 'u'}, 0x8DC8: {"uvec4", 4, 'u'},
	0x8B5A: {"mat2", 4, 'f'}, 0x8B5B: {"mat3", 9, 'f'}, 0x8B5C: {"mat4", 16, 'f'}, 0x8B65: {"mat2x3", 6, 'f'}, 0x8B66: {"mat2x4", 8, 'f'},
	0x8B67: {"mat3x2", 6, 'f'}, 0x8B68: {"mat3x4", 12, 'f'}, 0x8B69: {"mat4x2", 8, 'f'}, 0x8B6A: {"mat4x3", 12, 'f'},
}

const (
	position = "gl_Position"
	vec4     = 0x8B52
)

// mostComponents is the number of components that are captured of a vertex. Drivers have 64 to 128.
const mostComponents = 1024

// captures are the outputs to capture.
type captures struct {
	list    []replay.Output
	leftOut []string
	size    int // components of a vertex
}

// capturesOf selects the outputs up to a number of components, gl_Position first.
func capturesOf(components int, list []replay.Output) captures {
	components = min(components, mostComponents)
	c := captures{list: []replay.Output{{Name: position, Type: vec4, Size: 1}}, leftOut: []string{}, size: 4}
	for _, o := range list {
		t, known := glslTypes[o.Type]
		size := t.components * o.Size
		o.Name = strings.TrimSuffix(o.Name, "[0]")
		switch {
		case o.Name == position:
		case !known || size > components-c.size:
			c.leftOut = append(c.leftOut, o.Name)
		default:
			c.list, c.size = append(c.list, o), c.size+size
		}
	}
	return c
}

func (c *captures) names() (out []string) {
	for _, o := range c.list {
		out = append(out, o.Name)
	}
	return out
}

// values returns the outputs of vertices.
func (c *captures) values(words []byte) (*Transformed, error) {
	const word = 4
	if len(words) < word {
		return nil, fmt.Errorf("the player returned %d bytes of vertices", len(words))
	}
	count := int64(binary.LittleEndian.Uint32(words))
	words = words[word:]
	if count*int64(c.size)*word > int64(len(words)) {
		return nil, fmt.Errorf("the player returned %d bytes for %d vertices", len(words), count)
	}
	out := &Transformed{Vertices: int(count), Instances: 1, Outputs: []Output{}, LeftOut: c.leftOut}
	at := 0
	for _, o := range c.list {
		t := glslTypes[o.Type]
		result := Output{Name: o.Name, Type: t.name, Values: [][]float64{}}
		if o.Size > 1 {
			result.Type = fmt.Sprintf("%s[%d]", t.name, o.Size)
		}
		for v := range int(count) {
			var one []float64
			for i := range t.components * o.Size {
				one = append(one, t.number(binary.LittleEndian.Uint32(words[word*(v*c.size+at+i):])))
			}
			result.Values = append(result.Values, one)
		}
		at += t.components * o.Size
		out.Outputs = append(out.Outputs, result)
	}
	return out, nil
}

func (t glslType) number(bits uint32) float64 {
	switch t.kind {
	case 'i':
		return float64(int32(bits))
	case 'u':
		return float64(bits)
	}
	return float64(math.Float32frombits(bits))
}

// Limits of the outputs of a draw, in bytes.
const (
	mostOutputs    = 64 << 20
	unknownOutputs = 16 << 20 // for a draw whose number of vertices is unknown
)

// roomFor returns the bytes for the outputs of a draw, and the number of its instances.
func (c *captures) roomFor(ctx context.Context, fr *frame, index int) (bytes, instances int, err error) {
	d, err := state.New(fr.part).Drawing(ctx, index)
	if err != nil {
		return 0, 0, err
	}
	vertices, most := int64(0), int64(mostOutputs/4/c.size)
	for _, p := range d.Parts {
		if p.Count < 0 || p.Instances < 0 || p.Count > most || p.Instances > most {
			return 0, 0, outputsError("the draw has too many vertices")
		}
		vertices += p.Count * p.Instances
		instances = max(instances, int(p.Instances))
	}
	switch {
	case d.Unknown != "" || vertices == 0:
		return unknownOutputs, 1, nil
	case vertices > most:
		return 0, 0, outputsError("the draw has too many vertices")
	}
	return int(vertices) * c.size * 4, instances, nil
}

const noProgram = "the draw uses no program"

func outputsError(reason string) error {
	return &Unavailable{"the outputs of the vertex shader", reason}
}

// IDs of what a replay reads for the outputs.
const (
	readOutputs = iota
	readCaptured
)

// Vertices returns the outputs of the vertex shader of a draw, which transform feedback captures from a copy of the program. Before
// OpenGL ES 3.1, that is only gl_Position. It fails with *Unavailable in a context of OpenGL ES 2.0, for programs with a geometry or
// tessellation shader, and for a draw during the program's own transform feedback.
func (i *Inspector) Vertices(ctx context.Context, call int) (out *Transformed, err error) {
	err = i.with(ctx, call, func(ctx context.Context, fr *frame) (err error) {
		out, err = i.vertices(ctx, fr, fr.index(call))
		return err
	})
	return out, err
}

func (i *Inspector) vertices(ctx context.Context, fr *frame, index int) (*Transformed, error) {
	used, sources, err := fr.shadersOf(ctx, index)
	if err != nil {
		return nil, err
	}
	var c captures
	outputs := &task{until: index, then: []replay.Request{replay.Outputs(readOutputs, sources[replay.VertexShader])}, on: func(r *replay.Reading) error {
		if r.Failure != "" {
			return outputsError(r.Failure)
		}
		components, list, err := replay.ParseOutputs(r.Words)
		c = capturesOf(components, list)
		return err
	}}
	if err := i.run(ctx, fr, index, outputs); err != nil {
		return nil, err
	}
	room, instances, err := c.roomFor(ctx, fr, index)
	if err != nil {
		return nil, err
	}
	again := replay.Captured(readCaptured, room).With(&replay.Copy{Linked: used.call, Outputs: c.names(), Sources: sources.plain()})
	around := func(call *file.Call) (out replay.Around) {
		if call.Index == index {
			out.Again = []replay.Again{again}
		}
		return out
	}
	var out *Transformed
	err = i.run(ctx, fr, index, &task{until: index + 1, around: around, on: func(r *replay.Reading) (err error) {
		if r.Failure != "" {
			return outputsError(r.Failure)
		}
		out, err = c.values(r.Words)
		return err
	}})
	if err == nil && out == nil {
		err = outputsError("the replay does not make the draw")
	}
	if err == nil && out.Vertices%instances == 0 {
		out.Vertices, out.Instances = out.Vertices/instances, instances
	}
	return out, err
}

// shadersOf returns the program of a draw and the sources of its shaders.
func (fr *frame) shadersOf(ctx context.Context, index int) (used linked, sources shaders, err error) {
	var draw *file.Call
	uses := false
	err = fr.follow(ctx, index+1, func(c *file.Call, p *programs) error {
		if c.Index == index {
			draw, used, uses = c, p.used(c.Context), p.uses(c.Context)
		}
		return nil
	})
	if err != nil {
		return used, nil, err
	}
	if draw == nil || !draw.Function.IsDraw() {
		return used, nil, outputsError("the call is not a draw")
	}
	if !uses {
		return used, nil, outputsError(noProgram)
	}
	if sources, err = sourcesOf(fr.part, used.sources); err != nil {
		return used, nil, err
	}
	for stage := range sources {
		if stage != replay.VertexShader && stage != replay.FragmentShader {
			return used, nil, outputsError("the program has a geometry or tessellation shader")
		}
	}
	if sources[replay.VertexShader] == "" {
		return used, nil, outputsError("the recording does not have the source of the shader")
	}
	return used, sources, nil
}
