package apitrace

import (
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// capture is how a call that captured state is converted.
type capture struct {
	params  string // names of the first parameters; another function of the name is ignored
	convert func(*writer, *restored, *file.Call) error
}

// captures has the calls by name; others are left out.
var captures = map[string]capture{
	"eglMakeCurrent":                        {"dpy draw read ctx", made},
	"glActiveTexture":                       {"texture", activeTexture},
	"glBindBuffer":                          {"target buffer", bindBuffer},
	"glBindTexture":                         {"target texture", made},
	"glBindVertexArray":                     {"array", made},
	"glBindFramebuffer":                     {"target framebuffer", made},
	"glBindRenderbuffer":                    {"target renderbuffer", made},
	"glIsEnabled":                           {"cap", isEnabled},
	"glGetIntegerv":                         {"pname data", stateValue},
	"glGetBooleanv":                         {"pname data", stateValue},
	"glGetFloatv":                           {"pname data", stateValue},
	"glGetInteger64i_v":                     {"target index data", indexedValue},
	"glGetVertexAttribiv":                   {"index pname params", attributeValue},
	"glGetVertexAttribfv":                   {"index pname params", attributeValue},
	"glGetVertexAttribPointerv":             {"index pname pointer", attributePointer},
	"glGetRenderbufferParameteriv":          {"target pname params", renderbufferValue},
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

// made makes the call itself.
func made(x *writer, _ *restored, c *file.Call) error { return x.made(c) }

func activeTexture(x *writer, r *restored, c *file.Call) error {
	r.unit = c.Args[0].Uint() - texture0
	return x.made(c)
}

func bindBuffer(x *writer, r *restored, c *file.Call) error {
	r.bound = c.Args[0].Uint()
	return x.made(c)
}

func isEnabled(x *writer, r *restored, c *file.Call) error {
	r.enabled = append(r.enabled, toggle{x.symbol(c, 0), c.Result.Uint() != 0})
	x.remember(1)
	return nil
}

// unitBindings has the queries that depend on the active texture unit.
var unitBindings = map[uint64]bool{0x8069: true, 0x8514: true, 0x806A: true, 0x8C1D: true, 0x900A: true, 0x8919: true}

func stateValue(x *writer, r *restored, c *file.Call) error {
	p := place{c.Args[0].Uint(), noIndex}
	if unitBindings[p.name] {
		p.index = r.unit
	}
	return x.keep(r, p, c, 1)
}

func indexedValue(x *writer, r *restored, c *file.Call) error {
	return x.keep(r, place{c.Args[0].Uint(), c.Args[1].Uint()}, c, 2)
}

func attributeValue(x *writer, r *restored, c *file.Call) error {
	return x.keep(r, place{c.Args[1].Uint(), c.Args[0].Uint()}, c, 2)
}

// attributePointer keeps an offset: data in the program's memory is that of gltrace.VertexData.
func attributePointer(x *writer, r *restored, c *file.Call) error {
	list, err := numbersOf(x.file, c.Args[2])
	var offset uint64
	for i, part := range list {
		offset |= uint64(part) << (32 * i)
	}
	r.values[place{c.Args[1].Uint(), c.Args[0].Uint()}] = []any{address(offset)}
	x.remember(1)
	return err
}

func renderbufferValue(x *writer, r *restored, c *file.Call) error {
	return x.keep(r, place{c.Args[1].Uint(), noIndex}, c, 2)
}
