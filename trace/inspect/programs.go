package inspect

import (
	"context"
	"regexp"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// linked is a program as it was linked last.
type linked struct {
	call    int            // that linked it
	sources map[uint32]int // by stage: the calls that set the sources of its shaders
}

// name identifies an object of a share group.
type name struct {
	share uint32
	name  uint64
}

// programs follows the sources of programs, and which of them contexts use.
type programs struct {
	share     func(context uint32) uint32
	kinds     map[name]uint32 // of shaders
	set       map[name]int    // calls that set the sources of shaders
	compiled  map[name]int    // calls that set the sources with which shaders were compiled
	attached  map[name]map[name]bool
	linked    map[name]*linked
	current   map[uint32]uint64          // programs by context
	pipeline  map[uint32]uint64          // pipelines by context
	pipelines map[name]map[uint32]uint64 // programs of the stages of a pipeline, which belongs to a context
}

func newPrograms(share func(context uint32) uint32) *programs {
	return &programs{share, map[name]uint32{}, map[name]int{}, map[name]int{}, map[name]map[name]bool{}, map[name]*linked{},
		map[uint32]uint64{}, map[uint32]uint64{}, map[name]map[uint32]uint64{}}
}

// follows has what changes programs, by function, with its first parameters.
var follows = map[string]struct {
	params string
	do     func(*programs, *file.Call)
}{
	"glCreateShader":         {"type", func(p *programs, c *file.Call) { p.kinds[p.of(c, c.Result.Bits)] = uint32(c.Args[0].Bits) }},
	"glShaderSource":         {"shader", func(p *programs, c *file.Call) { p.set[p.of(c, c.Args[0].Bits)] = c.Index }},
	"glCompileShader":        {"shader", func(p *programs, c *file.Call) { s := p.of(c, c.Args[0].Bits); p.compiled[s] = p.set[s] }},
	"glAttachShader":         {"program shader", (*programs).attach},
	"glDetachShader":         {"program shader", func(p *programs, c *file.Call) { delete(p.attached[p.of(c, c.Args[0].Bits)], p.of(c, c.Args[1].Bits)) }},
	"glLinkProgram":          {"program", (*programs).link},
	"glCreateShaderProgramv": {"type", (*programs).create},
	"glProgramBinary":        {"program", func(p *programs, c *file.Call) { delete(p.linked, p.of(c, c.Args[0].Bits)) }},
	"glUseProgram":           {"program", func(p *programs, c *file.Call) { p.current[c.Context] = c.Args[0].Bits }},
	"glBindProgramPipeline":  {"pipeline", func(p *programs, c *file.Call) { p.pipeline[c.Context] = c.Args[0].Bits }},
	"glUseProgramStages":     {"pipeline stages program", (*programs).useStages},
}

// of returns an object that a call names.
func (p *programs) of(c *file.Call, number uint64) name { return name{p.share(c.Context), number} }

// add adds the next call of the recording.
func (p *programs) add(c *file.Call) {
	if c.Synthetic() || !strings.HasPrefix(c.Function.Name, "gl") {
		return
	}
	plain := strings.TrimRight(c.Function.Name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	if f, ok := follows[plain]; ok && c.Function.Begins(f.params) {
		f.do(p, c)
	}
}

func (p *programs) attach(c *file.Call) {
	program := p.of(c, c.Args[0].Bits)
	if p.attached[program] == nil {
		p.attached[program] = map[name]bool{}
	}
	p.attached[program][p.of(c, c.Args[1].Bits)] = true
}

func (p *programs) link(c *file.Call) {
	program := p.of(c, c.Args[0].Bits)
	l := &linked{c.Index, map[uint32]int{}}
	for shader := range p.attached[program] {
		if call, known := p.compiled[shader]; known {
			l.sources[p.kinds[shader]] = call
		}
	}
	p.linked[program] = l
}

func (p *programs) create(c *file.Call) {
	p.linked[p.of(c, c.Result.Bits)] = &linked{c.Index, map[uint32]int{uint32(c.Args[0].Bits): c.Index}}
}

// stageBits has the stages by the bits of glUseProgramStages.
var stageBits = map[uint64]uint32{1: replay.VertexShader, 2: replay.FragmentShader, 4: 0x8DD9, 8: 0x8E88, 16: 0x8E87, 32: 0x91B9}

func (p *programs) useStages(c *file.Call) {
	pipeline := name{c.Context, c.Args[0].Bits}
	if p.pipelines[pipeline] == nil {
		p.pipelines[pipeline] = map[uint32]uint64{}
	}
	for bit, stage := range stageBits {
		if c.Args[1].Bits&bit != 0 {
			p.pipelines[pipeline][stage] = c.Args[2].Bits
		}
	}
}

// uses reports whether a context has a program or a pipeline.
func (p *programs) uses(context uint32) bool {
	return p.current[context] != 0 || p.pipeline[context] != 0
}

// used returns the program that a context uses, or the last one that was linked of those of its pipeline. Some sources can be missing.
func (p *programs) used(context uint32) linked {
	if current := p.current[context]; current != 0 {
		if l := p.linked[name{p.share(context), current}]; l != nil {
			return *l
		}
		return linked{}
	}
	out := linked{sources: map[uint32]int{}}
	for stage, program := range p.pipelines[name{context, p.pipeline[context]}] {
		if l := p.linked[name{p.share(context), program}]; l != nil && l.sources[stage] != 0 {
			out.sources[stage], out.call = l.sources[stage], max(out.call, l.call)
		}
	}
	return out
}

// sourceOf returns the source that a call of glShaderSource or glCreateShaderProgramv sets.
func sourceOf(f *file.File, call int) (string, error) {
	c, err := f.Call(call)
	if err != nil {
		return "", err
	}
	v, ok := c.Arg("string")
	if !ok {
		v, _ = c.Arg("strings")
	}
	if !v.HasData() {
		return "", &Unavailable{"the source of the shader", "the recording does not have it"}
	}
	data, err := f.Payload(v.Data.Payloads)
	if err != nil {
		return "", err
	}
	lengths, err := calltext.TextLengths(f.Payload, c)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	for one := range calltext.Texts(data, lengths) {
		out.WriteString(strings.TrimRight(string(one), "\x00"))
	}
	return out.String(), nil
}

// shaders are the sources of the shaders of a draw, by stage.
type shaders map[uint32]string

// sourcesOf returns the sources of stages.
func sourcesOf(f *file.File, calls map[uint32]int) (shaders, error) {
	out := shaders{}
	for stage, call := range calls {
		source, err := sourceOf(f, call)
		if err != nil {
			return nil, err
		}
		out[stage] = source
	}
	return out, nil
}

var (
	comment = regexp.MustCompile(`(?s)//[^\n]*|/\*.*?\*/`)
	discard = regexp.MustCompile(`\bdiscard\b|\bgl_SampleMask\b`)
	version = regexp.MustCompile(`(?m)^\s*#\s*version\s+([0-9]+)[^\n]*`)
)

// discards reports whether the fragment shader can discard fragments.
func (s shaders) discards() bool {
	return discard.MatchString(comment.ReplaceAllString(s[replay.FragmentShader], " "))
}

// plain returns the shaders with a fragment shader that discards nothing.
func (s shaders) plain() shaders {
	out := shaders{}
	for stage, source := range s {
		out[stage] = source
	}
	line := version.FindString(comment.ReplaceAllString(s[replay.VertexShader], " "))
	if line == "" || strings.Contains(line, "100") {
		out[replay.FragmentShader] = strings.TrimSpace(line) + "\nvoid main() { gl_FragColor = vec4(1.0); }\n"
	} else {
		out[replay.FragmentShader] = strings.TrimSpace(line) + "\nprecision mediump float;\nout vec4 color;\nvoid main() { color = vec4(1.0); }\n"
	}
	return out
}

// follow calls use for each call of a recording up to an index, with the programs before the call.
func (fr *frame) follow(ctx context.Context, to int, use func(c *file.Call, p *programs) error) error {
	p := newPrograms(fr.script.Share)
	for c, err := range fr.part.Calls(0, to) {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = use(c, p)
		}
		if err != nil {
			return err
		}
		p.add(c)
	}
	return nil
}
