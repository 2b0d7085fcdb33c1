package scene

import (
	"math"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

// Names of objects.
const (
	litProgram, depthProgram                            = 5, 6
	ballArray, groundArray                              = 1, 2
	ballVertices, ballIndices, groundVertices, perFrame = 1, 2, 3, 4
	shadowMap, colourTarget, firstAlbedo                = 1, 2, 3
	shadowBuffer, sceneBuffer                           = 1, 2
)

type uniform struct {
	location int
	name     string
	typ      uint32
}

const mat4, vec2, vec3, vec4, float, sampler, shadowSampler = 0x8B5C, 0x8B50, 0x8B51, 0x8B52, 0x1406, 0x8B5E, 0x8B62

var litUniforms = []uniform{{0, "uModel", mat4}, {1, "uViewProjection", mat4}, {2, "uLightMatrix", mat4}, {3, "uLight", vec3},
	{4, "uColor", vec4}, {5, "uGloss", float}, {6, "uAlbedo", sampler}, {7, "uShadowMap", shadowSampler}}

func (p *program) shaders() {
	for i, s := range []struct{ kind, source, label string }{{"GL_VERTEX_SHADER", litVertex, "lit.vert"}, {"GL_FRAGMENT_SHADER", litFragment, "lit.frag"},
		{"GL_VERTEX_SHADER", depthVertex, "depth.vert"}, {"GL_FRAGMENT_SHADER", depthFragment, "depth.frag"}} {
		p.shader(i+1, s.kind, s.source, s.label)
	}
	p.link(litProgram, 1, 2, litUniforms)
	p.link(depthProgram, 3, 4, []uniform{{0, "uModel", mat4}, {1, "uLightMatrix", mat4}})
	p.shader(7, "GL_FRAGMENT_SHADER", Script, Script)
	p.call("glUseProgram", litProgram)
	p.call("glUniform1i", 6, 0)
	p.call("glUniform1i", 7, 1)
}

func (p *program) shader(name int, kind, source, label string) {
	p.call("glCreateShader", kind, tracetest.Returns(name))
	p.call("glShaderSource", name, 1, tracetest.String(source), tracetest.Null())
	p.took(6e5, "glCompileShader", name)
	compiled := uint32(1)
	if source == Script {
		compiled = 0
	}
	p.call("glGetShaderiv", name, "GL_COMPILE_STATUS", tracetest.Bytes(words(compiled)))
	p.call("glObjectLabel", "GL_SHADER", name, -1, tracetest.String(label))
}

func (p *program) link(name, vertex, fragment int, uniforms []uniform) {
	p.call("glCreateProgram", tracetest.Returns(name))
	p.call("glAttachShader", name, vertex)
	p.call("glAttachShader", name, fragment)
	p.took(3e6, "glLinkProgram", name)
	p.call("glGetProgramiv", name, "GL_LINK_STATUS", tracetest.Bytes(words(1)))
	for i, attribute := range []string{"aPosition", "aNormal", "aTexCoord"} {
		kind := []uint32{vec3, vec3, vec2}[i]
		p.render.Synthetic("glGetActiveAttrib", name, i, 64, tracetest.Bytes(words(uint32(len(attribute)))), tracetest.Bytes(words(1)), tracetest.Bytes(words(kind)), tracetest.String(attribute))
		p.render.Synthetic("glGetAttribLocation", name, tracetest.String(attribute), tracetest.Returns(i))
	}
	for i, u := range uniforms {
		p.render.Synthetic("glGetActiveUniform", name, i, 64, tracetest.Bytes(words(uint32(len(u.name)))), tracetest.Bytes(words(1)), tracetest.Bytes(words(u.typ)), tracetest.String(u.name))
		p.call("glGetUniformLocation", name, tracetest.String(u.name), tracetest.Returns(u.location))
	}
}

// meshes creates a ball and the ground.
func (p *program) meshes() {
	var corners []float64
	var order []byte
	const rings, around = 12, 20
	for r := range rings + 1 {
		for a := range around + 1 {
			up, out := math.Sincos(math.Pi * (float64(r)/rings - 0.5))
			sin, cos := math.Sincos(2 * math.Pi * float64(a) / around)
			corners = append(corners, out*cos, up, out*sin, out*cos, up, out*sin, float64(a)/around, float64(r)/rings)
			if i := r*(around+1) + a; r < rings && a < around {
				for _, n := range []int{i, i + around + 1, i + 1, i + 1, i + around + 1, i + around + 2} {
					order = append(order, byte(n), byte(n>>8))
				}
			}
		}
	}
	p.call("glGenVertexArrays", 2, tracetest.Bytes(words(1, 2)))
	p.call("glGenBuffers", 4, tracetest.Bytes(words(1, 2, 3, 4)))
	p.mesh(ballArray, ballVertices, "ball", floats(corners...))
	p.call("glBindBuffer", "GL_ELEMENT_ARRAY_BUFFER", ballIndices)
	p.took(9e4, "glBufferData", "GL_ELEMENT_ARRAY_BUFFER", len(order), tracetest.Bytes(order), "GL_STATIC_DRAW")
	p.mesh(groundArray, groundVertices, "ground", floats(-40, 0, -40, 0, 1, 0, 0, 0, 40, 0, -40, 0, 1, 0, 40, 0, -40, 0, 40, 0, 1, 0, 0, 40, 40, 0, 40, 0, 1, 0, 40, 40))
	p.call("glBindBuffer", "GL_UNIFORM_BUFFER", perFrame)
	p.call("glBufferData", "GL_UNIFORM_BUFFER", 64, tracetest.Null(), "GL_DYNAMIC_DRAW")
}

func (p *program) mesh(array, buffer int, label string, vertices []byte) {
	p.call("glBindVertexArray", array)
	p.call("glBindBuffer", "GL_ARRAY_BUFFER", buffer)
	p.took(2e5, "glBufferData", "GL_ARRAY_BUFFER", len(vertices), tracetest.Bytes(vertices), "GL_STATIC_DRAW")
	p.call("glObjectLabel", "GL_BUFFER", buffer, -1, tracetest.String(label))
	for i, part := range []struct{ size, at int }{{3, 0}, {3, 12}, {2, 24}} {
		p.call("glVertexAttribPointer", i, part.size, "GL_FLOAT", false, 32, tracetest.Offset(uint64(part.at)))
		p.call("glEnableVertexAttribArray", i)
	}
}

// targets creates the render targets, and the initial textures.
func (p *program) targets() {
	p.call("glGenTextures", 6, tracetest.Bytes(words(1, 2, 3, 4, 5, 6)))
	p.call("glBindTexture", "GL_TEXTURE_2D", shadowMap)
	p.call("glTexStorage2D", "GL_TEXTURE_2D", 1, "GL_DEPTH_COMPONENT24", 1024, 1024)
	p.call("glBindTexture", "GL_TEXTURE_2D", colourTarget)
	p.call("glTexStorage2D", "GL_TEXTURE_2D", 1, "GL_RGBA16F", 1280, 720)
	p.call("glGenFramebuffers", 2, tracetest.Bytes(words(1, 2)))
	p.call("glBindFramebuffer", "GL_FRAMEBUFFER", shadowBuffer)
	p.call("glFramebufferTexture2D", "GL_FRAMEBUFFER", "GL_DEPTH_ATTACHMENT", "GL_TEXTURE_2D", shadowMap, 0)
	p.call("glBindFramebuffer", "GL_FRAMEBUFFER", sceneBuffer)
	p.call("glFramebufferTexture2D", "GL_FRAMEBUFFER", "GL_COLOR_ATTACHMENT0", "GL_TEXTURE_2D", colourTarget, 0)
	p.took(4e4, "glCheckFramebufferStatus", "GL_FRAMEBUFFER", tracetest.Returns("GL_FRAMEBUFFER_COMPLETE"))
	for n := range 4 {
		p.albedo(n)
	}
}

// albedo uploads a texture with all its levels on the second thread.
func (p *program) albedo(n int) {
	l, size := p.loader, 128
	l.Call("glBindTexture", "GL_TEXTURE_2D", firstAlbedo+n)
	for level := 0; size > 0; level, size = level+1, size/2 {
		l.Took(time.Duration(size*size)*9*time.Nanosecond+20*time.Microsecond).Call("glTexImage2D", "GL_TEXTURE_2D", level, "GL_RGBA", size, size, 0, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Bytes(pattern(size, n)))
	}
	l.Call("glTexParameteri", "GL_TEXTURE_2D", "GL_TEXTURE_MIN_FILTER", "GL_LINEAR_MIPMAP_LINEAR")
	l.Call("glObjectLabel", "GL_TEXTURE", firstAlbedo+n, -1, tracetest.String([]string{"bricks", "waves", "rings", "stripes"}[n]))
	l.Took(90 * time.Microsecond).Call("glFlush")
}

// pattern returns a tileable image.
func pattern(size, kind int) []byte {
	out := make([]byte, 0, 4*size*size)
	for y := range size {
		for x := range size {
			u, v := float64(x)/float64(size), float64(y)/float64(size)
			k := []float64{bricks(u, v), 0.5 + 0.5*math.Sin(12*math.Pi*u+3*math.Sin(4*math.Pi*v)), 0.5 + 0.5*math.Cos(40*math.Hypot(u-0.5, v-0.5)), 0.5 + 0.5*math.Sin(8*math.Pi*(u+v))}[kind]
			dark, bright := []vec{{0.42, 0.36, 0.33}, {0.1, 0.3, 0.55}, {0.2, 0.22, 0.3}, {0.5, 0.2, 0.25}}[kind], []vec{{0.75, 0.35, 0.25}, {0.75, 0.9, 0.95}, {0.95, 0.8, 0.45}, {0.95, 0.9, 0.85}}[kind]
			for _, c := range dark.mix(bright, k) {
				out = append(out, byte(255*c))
			}
			out = append(out, byte(255*(0.5+0.5*u)))
		}
	}
	return out
}

func bricks(u, v float64) float64 {
	row := math.Floor(v * 8)
	_, x := math.Modf(u*4 + math.Mod(row, 2)/2)
	_, y := math.Modf(v * 8)
	if x < 0.06 || y < 0.12 {
		return 0
	}
	return 0.8 + 0.2*math.Sin(row*7+math.Floor(u*4)*3)
}
