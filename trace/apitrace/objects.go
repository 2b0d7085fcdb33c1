package apitrace

import "github.com/gleslayergen/gleslayergen/trace/file"

// generators has the functions that create the names that a function binds; its last argument is the name.
var generators = map[string]struct {
	function, param string
	shared          bool // by the contexts of a share group
}{
	"glBindBuffer":            {"glGenBuffers", "buffers", true},
	"glBindTexture":           {"glGenTextures", "textures", true},
	"glBindRenderbuffer":      {"glGenRenderbuffers", "renderbuffers", true},
	"glBindFramebuffer":       {"glGenFramebuffers", "framebuffers", false},
	"glBindVertexArray":       {"glGenVertexArrays", "arrays", false},
	"glGetSamplerParameteriv": {"glGenSamplers", "samplers", true},
}

// object identifies an object that existed before the recording.
type object struct {
	generator string
	context   uint32 // 0 for a shared object
	bufferName
}

// generate creates the name of an object at the first call that captures its state.
func (x *writer) generate(c *file.Call, s *contextState) {
	g, ok := generators[c.Function.Name]
	if !ok || len(c.Args) == 0 {
		return
	}
	name := c.Args[len(c.Args)-1].Uint()
	if c.Function.Name == "glGetSamplerParameteriv" {
		name = c.Args[0].Uint()
	}
	o := object{generator: g.function, bufferName: bufferName{s.share, name}}
	if !g.shared {
		o.context = c.Context
	}
	if name == 0 || x.generated[o] || g.shared && !s.restored.objects {
		return
	}
	x.generated[o] = true
	x.remember(1)
	x.fakeCall(c.Thread, g.function, nil, fakeArg{"n", 1}, fakeArg{g.param, []int{int(name)}})
}

// bufferContents writes the contents of the buffer that is bound.
func bufferContents(x *writer, r *restored, c *file.Call) error {
	if !r.objects || r.bound == 0 {
		return nil
	}
	args := []fakeArg{{"target", r.bound}, {"size", int(c.Args[1].Int())}, {"data", address(0)}, {"usage", x.symbol(c, 2)}}
	if hasData(c.Args[3]) {
		data, err := x.file.Payload(c.Args[3].Data.Payloads)
		if err != nil {
			return err
		}
		args[2].value = blob{0, data}
	}
	x.fakeCall(c.Thread, "glBufferData", nil, args...)
	return nil
}

// textureParameter and samplerParameter set the parameters that a program can set.
func textureParameter(x *writer, r *restored, c *file.Call) error {
	if fixedParameters[c.Args[1].Uint()] || !r.objects {
		return nil
	}
	return x.setParameter(c, "glTexParameteri", fakeArg{"target", x.symbol(c, 0)})
}

// fixedParameters are GL_TEXTURE_IMMUTABLE_FORMAT and GL_TEXTURE_IMMUTABLE_LEVELS.
var fixedParameters = map[uint64]bool{0x912F: true, 0x82DF: true}

func samplerParameter(x *writer, r *restored, c *file.Call) error {
	if !r.objects {
		return nil
	}
	return x.setParameter(c, "glSamplerParameteri", fakeArg{"sampler", c.Args[0].Uint()})
}

func (x *writer) setParameter(c *file.Call, function string, of fakeArg) error {
	list, err := x.elements(c, 2)
	if len(list) > 0 {
		x.fakeCall(c.Thread, function, nil, of, fakeArg{"pname", x.symbol(c, 1)}, fakeArg{"param", list[0]})
	}
	return err
}

// Values of glGetFramebufferAttachmentParameteriv.
const (
	attachmentType  = 0x8CD0
	attachmentName  = 0x8CD1
	attachmentLevel = 0x8CD2
	attachmentFace  = 0x8CD3
	attachmentLayer = 0x8CD4
	textureObject   = 0x1702
	renderbuffer    = 0x8D41
	texture2D       = 0x0DE1
)

// attachment attaches an object at the last query of the attachment.
func attachment(x *writer, r *restored, c *file.Call) error {
	at, pname := c.Args[1].Uint(), c.Args[2].Uint()
	if err := x.keep(r, place{pname, at}, c, 3); err != nil {
		return err
	}
	get := func(pname uint64) uint64 {
		if list := r.values[place{pname, at}]; len(list) > 0 {
			return numberOf(list[0])
		}
		return 0
	}
	target, where := fakeArg{"target", x.symbol(c, 0)}, fakeArg{"attachment", x.symbol(c, 1)}
	name, level := get(attachmentName), int(get(attachmentLevel))
	kind := get(attachmentType)
	switch {
	case kind == renderbuffer && pname == attachmentName:
		x.fakeCall(c.Thread, "glFramebufferRenderbuffer", nil, target, where, fakeArg{"renderbuffertarget", named{"GL_RENDERBUFFER", renderbuffer}}, fakeArg{"renderbuffer", name})
	case kind != textureObject || pname != attachmentFace:
	case x.isLayered(c, name):
		x.fakeCall(c.Thread, "glFramebufferTextureLayer", nil, target, where, fakeArg{"texture", name}, fakeArg{"level", level}, fakeArg{"layer", 0})
	default:
		face := get(attachmentFace)
		if face == 0 {
			face = texture2D
		}
		x.fakeCall(c.Thread, "glFramebufferTexture2D", nil, target, where, fakeArg{"textarget", face}, fakeArg{"texture", name}, fakeArg{"level", level})
	}
	return nil
}
