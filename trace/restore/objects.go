package restore

import "github.com/gleslayergen/gleslayergen/trace/file"

// generators has the functions that create the names of the objects that a function names.
var generators = map[string]struct {
	name            string // parameter of the function
	function, param string
	shared          bool // by the contexts of a share group
}{
	"glBindBuffer":            {"buffer", "glGenBuffers", "buffers", true},
	"glBindTexture":           {"texture", "glGenTextures", "textures", true},
	"glBindRenderbuffer":      {"renderbuffer", "glGenRenderbuffers", "renderbuffers", true},
	"glBindFramebuffer":       {"framebuffer", "glGenFramebuffers", "framebuffers", false},
	"glBindVertexArray":       {"array", "glGenVertexArrays", "arrays", false},
	"glBindTransformFeedback": {"id", "glGenTransformFeedbacks", "ids", false},
	"glGetSamplerParameteriv": {"sampler", "glGenSamplers", "samplers", true},
	"glGetProgramPipelineiv":  {"pipeline", "glGenProgramPipelines", "pipelines", false},
	"glGetQueryObjectuiv":     {"id", "glGenQueries", "ids", false},
}

// object identifies an object that existed before the recording.
type object struct {
	generator string
	context   uint32 // 0 for a shared object
	member
}

// generate creates the name of an object at the first call that captures its state.
func (x *Restorer) generate(c *file.Call, r *restored) {
	g, ok := generators[c.Function.Name]
	v, named := c.Arg(g.name)
	if !ok || !named {
		return
	}
	name := v.Uint()
	o := object{generator: g.function, member: member{x.target.Share(c.Context), name}}
	if !g.shared {
		o.context = c.Context
	}
	if name == 0 || x.generated[o] || g.shared && !r.objects {
		return
	}
	x.generated[o] = true
	x.remember(1)
	x.call(c, g.function, nil, Arg{"n", 1}, Arg{g.param, []int{int(name)}})
}

// bufferContents writes the contents of the buffer that is bound.
func bufferContents(x *Restorer, r *restored, c *file.Call) error {
	if !r.objects || r.bound == 0 {
		return nil
	}
	r.contents, r.size = Address(0), int(c.Args[1].Int())
	args := []Arg{{"target", r.bound}, {"size", int(c.Args[1].Int())}, {"data", Address(0)}, {"usage", x.symbol(c, 2)}}
	if c.Args[3].HasData() {
		data, err := x.file.Payload(c.Args[3].Data.Payloads)
		if err != nil {
			return err
		}
		args[2].Value = Blob(data)
		r.contents = Blob(data)
	}
	x.call(c, "glBufferData", nil, args...)
	return nil
}

// textureParameter and samplerParameter set the parameters that a program can set.
func textureParameter(x *Restorer, r *restored, c *file.Call) error {
	switch name := c.Args[1].Uint(); {
	case !r.objects || name == immutableFormat:
		return nil
	case name == immutableLevels:
		list, err := x.elements(c, 2)
		if len(list) > 0 {
			r.levels = int(int32(Number(list[0])))
		}
		return err
	}
	return x.setParameter(c, "glTexParameteri", Arg{"target", x.symbol(c, 0)})
}

// The parameters that a program cannot set: GL_TEXTURE_IMMUTABLE_FORMAT and GL_TEXTURE_IMMUTABLE_LEVELS.
const (
	immutableFormat = 0x912F
	immutableLevels = 0x82DF
)

func samplerParameter(x *Restorer, r *restored, c *file.Call) error {
	if !r.objects {
		return nil
	}
	return x.setParameter(c, "glSamplerParameteri", Arg{"sampler", c.Args[0].Uint()})
}

func (x *Restorer) setParameter(c *file.Call, function string, of Arg) error {
	list, err := x.elements(c, 2)
	if len(list) > 0 {
		x.call(c, function, nil, of, Arg{"pname", x.symbol(c, 1)}, Arg{"param", list[0]})
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
func attachment(x *Restorer, r *restored, c *file.Call) error {
	at, pname := c.Args[1].Uint(), c.Args[2].Uint()
	if err := x.keep(r, place{pname, at}, c, 3); err != nil {
		return err
	}
	get := func(pname uint64) uint64 {
		if list := r.values[place{pname, at}]; len(list) > 0 {
			return Number(list[0])
		}
		return 0
	}
	target, where := Arg{"target", x.symbol(c, 0)}, Arg{"attachment", x.symbol(c, 1)}
	name, level := get(attachmentName), int(get(attachmentLevel))
	kind := get(attachmentType)
	switch {
	case kind == renderbuffer && pname == attachmentName:
		x.call(c, "glFramebufferRenderbuffer", nil, target, where, Arg{"renderbuffertarget", Enum{"GL_RENDERBUFFER", renderbuffer}}, Arg{"renderbuffer", name})
	case kind != textureObject:
	case x.isLayered(c, name):
		if pname != attachmentLayer {
			return nil
		}
		x.call(c, "glFramebufferTextureLayer", nil, target, where, Arg{"texture", name}, Arg{"level", level}, Arg{"layer", int(get(attachmentLayer))})
	case pname == attachmentFace:
		face := get(attachmentFace)
		if face == 0 {
			face = texture2D
		}
		x.call(c, "glFramebufferTexture2D", nil, target, where, Arg{"textarget", face}, Arg{"texture", name}, Arg{"level", level})
	}
	return nil
}
