package restore

import (
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// capture is how a call that captured state is converted.
type capture struct {
	params  string // names of the first parameters; another function of the name is ignored
	convert func(*Restorer, *restored, *file.Call) error
}

// captures has the calls by name; others are left out.
var captures = map[string]capture{
	"glActiveTexture":                       {"texture", activeTexture},
	"glBindBuffer":                          {"target buffer", bindBuffer},
	"glBindTexture":                         {"target texture", bindTexture},
	"glBindVertexArray":                     {"array", bindArray},
	"glBindFramebuffer":                     {"target framebuffer", bindFramebuffer},
	"glBindRenderbuffer":                    {"target renderbuffer", repeat},
	"glGetError":                            {"", pendingError},
	"glIsEnabled":                           {"cap", isEnabled},
	"glGetIntegerv":                         {"pname data", stateValue},
	"glGetBooleanv":                         {"pname data", stateValue},
	"glGetFloatv":                           {"pname data", stateValue},
	"glGetInteger64i_v":                     {"target index data", indexedValue},
	"glGetVertexAttribiv":                   {"index pname params", attributeValue},
	"glGetVertexAttribfv":                   {"index pname params", attributeValue},
	"glGetVertexAttribPointerv":             {"index pname pointer", attributePointer},
	"glGetRenderbufferParameteriv":          {"target pname params", renderbufferValue},
	"glBindTransformFeedback":               {"target id", bindFeedback},
	"glGetBufferParameteri64v":              {"target pname params", mappingValue},
	"glGetBufferPointerv":                   {"target pname params", mapping},
	"glGetProgramPipelineiv":                {"pipeline pname params", pipelineValue},
	"glGetObjectLabel":                      {"identifier name bufSize length label", objectLabel("glObjectLabel")},
	"glGetObjectLabelKHR":                   {"identifier name bufSize length label", objectLabel("glObjectLabelKHR")},
	"glGetTexParameteriv":                   {"target pname params", textureParameter},
	"glGetSamplerParameteriv":               {"sampler pname params", samplerParameter},
	"glGetFramebufferAttachmentParameteriv": {"target attachment pname params", attachment},
	"glGetShaderiv":                         {"shader pname params", shaderValue},
	"glGetShaderSource":                     {"shader bufSize length source", shaderSource},
	"glGetProgramiv":                        {"program pname params", programValue},
	"glGetAttachedShaders":                  {"program maxCount count shaders", attachedShaders},
	"glGetAttribLocation":                   {"program name", attribLocation},
	"glGetActiveUniform":                    {"program index bufSize length size type", activeUniform},
	"glGetUniformLocation":                  {"program name", uniformLocation},
	"glGetUniformfv":                        {"program location params", uniformValue("f")},
	"glGetUniformiv":                        {"program location params", uniformValue("i")},
	"glGetUniformuiv":                       {"program location params", uniformValue("ui")},
	"glGetActiveUniformBlockiv":             {"program uniformBlockIndex pname params", uniformBlock},
	"gltrace.Buffer":                        {"name size usage data", bufferContents},
	"gltrace.Texture":                       {"name target level internal_format width height depth format type data", textureContents},
}

// repeat makes the call itself.
func repeat(x *Restorer, _ *restored, c *file.Call) error { return x.target.Repeat(c) }

func bindArray(x *Restorer, r *restored, c *file.Call) error {
	r.inArray = true
	return x.target.Repeat(c)
}

const feedbackSize = 0x8C85 // GL_TRANSFORM_FEEDBACK_BUFFER_SIZE

// bindFeedback binds a transform feedback, whose bindings follow. Those of the one that is bound in the end came before.
func bindFeedback(x *Restorer, r *restored, c *file.Call) error {
	r.inFeedback, r.feedback = true, map[place][]any{}
	return x.target.Repeat(c)
}

func bindTexture(x *Restorer, r *restored, c *file.Call) error {
	r.levels = 0
	return x.target.Repeat(c)
}

// bindFramebuffer binds a framebuffer. The queries of the buffers that it uses follow its second binding.
func bindFramebuffer(x *Restorer, r *restored, c *file.Call) error {
	r.inFramebuffer = c.Args[0].Uint() == drawFramebuffer
	return x.target.Repeat(c)
}

// Values of the queries of a framebuffer.
const (
	drawFramebuffer = 0x8CA9
	readBuffer      = 0x0C02
	drawBuffer0     = 0x8825
	lastDrawBuffer  = drawBuffer0 + 15
)

// selection keeps a buffer that draws use, and sets all at the last query of a framebuffer: the buffer that reads use.
func selection(x *Restorer, r *restored, c *file.Call) error {
	list, err := x.elements(c, 1)
	if err != nil || len(list) == 0 {
		return err
	}
	if value := int(Number(list[0])); c.Args[0].Uint() != readBuffer {
		r.drawn = append(r.drawn, value)
		x.remember(1)
		return nil
	}
	x.call(c, "glDrawBuffers", nil, Arg{"n", len(r.drawn)}, Arg{"bufs", r.drawn})
	x.call(c, "glReadBuffer", nil, Arg{"src", list[0]})
	r.inFramebuffer, r.drawn = false, nil
	return nil
}

func activeTexture(x *Restorer, r *restored, c *file.Call) error {
	r.unit = c.Args[0].Uint() - texture0
	return x.target.Repeat(c)
}

func bindBuffer(x *Restorer, r *restored, c *file.Call) error {
	r.bound = c.Args[0].Uint()
	return x.target.Repeat(c)
}

func isEnabled(x *Restorer, r *restored, c *file.Call) error {
	r.enabled = append(r.enabled, toggle{x.symbol(c, 0), c.Result.Uint() != 0})
	x.remember(1)
	return nil
}

// unitBindings has the queries that depend on the active texture unit.
var unitBindings = map[uint64]bool{0x8069: true, 0x8514: true, 0x806A: true, 0x8C1D: true, 0x900A: true, 0x8919: true}

const elementBinding = 0x8895

func stateValue(x *Restorer, r *restored, c *file.Call) error {
	p := place{c.Args[0].Uint(), noIndex}
	if r.inFramebuffer && (p.name == readBuffer || p.name >= drawBuffer0 && p.name <= lastDrawBuffer) {
		return selection(x, r, c)
	}
	if unitBindings[p.name] {
		p.index = r.unit
	}
	err := x.keep(r, p, c, 1)
	if p.name == elementBinding && r.inArray { // of the vertex array that is bound
		x.set(c, r, "array", noIndex)
	}
	return err
}

func indexedValue(x *Restorer, r *restored, c *file.Call) error {
	p := place{c.Args[0].Uint(), c.Args[1].Uint()}
	if !r.inFeedback {
		return x.keep(r, p, c, 2)
	}
	of := &restored{values: r.feedback}
	err := x.keep(of, p, c, 2)
	if p.name == feedbackSize { // the last query of a binding
		x.set(c, of, "feedback", p.index)
	}
	return err
}

func attributeValue(x *Restorer, r *restored, c *file.Call) error {
	return x.keep(r, place{c.Args[1].Uint(), c.Args[0].Uint()}, c, 2)
}

// attributePointer keeps an offset: data in the program's memory is that of gltrace.VertexData.
func attributePointer(x *Restorer, r *restored, c *file.Call) error {
	offset, err := x.pointer(c, 2)
	r.values[place{c.Args[1].Uint(), c.Args[0].Uint()}] = []any{offset}
	x.remember(1)
	return err
}

func renderbufferValue(x *Restorer, r *restored, c *file.Call) error {
	return x.keep(r, place{c.Args[1].Uint(), noIndex}, c, 2)
}

// pointer returns the pointer that a query stored in argument i.
func (x *Restorer) pointer(c *file.Call, i int) (Address, error) {
	list, err := x.file.Words(c.Args[i])
	var out Address
	for at, part := range list {
		out |= Address(part) << (32 * at)
	}
	return out, err
}
