package state

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// TestDefaults checks the initial values of the specification.
func TestDefaults(t *testing.T) {
	checkTree(t, last(t, func(m *tracetest.Thread) { m.Call("glFlush") }), map[string]string{
		"context 1/capabilities/GL_DITHER":                  "GL_TRUE",
		"context 1/capabilities/GL_BLEND":                   "GL_FALSE",
		"context 1/blending/GL_BLEND_SRC_RGB":               "GL_ONE",
		"context 1/blending/GL_BLEND_DST_RGB":               "GL_ZERO",
		"context 1/blending/GL_BLEND_EQUATION_ALPHA":        "GL_FUNC_ADD",
		"context 1/masks/GL_COLOR_WRITEMASK":                "GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE",
		"context 1/masks/GL_STENCIL_WRITEMASK":              "0xFFFFFFFF",
		"context 1/clear values/GL_DEPTH_CLEAR_VALUE":       "1",
		"context 1/depth/GL_DEPTH_FUNC":                     "GL_LESS",
		"context 1/depth/GL_DEPTH_RANGE":                    "0, 1",
		"context 1/stencil/GL_STENCIL_BACK_PASS_DEPTH_FAIL": "GL_KEEP",
		"context 1/rasterization/GL_CULL_FACE_MODE":         "GL_BACK",
		"context 1/rasterization/GL_FRONT_FACE":             "GL_CCW",
		"context 1/rasterization/GL_LINE_WIDTH":             "1",
		"context 1/rasterization/GL_VIEWPORT":               "size of the first surface",
		"context 1/pixel store/GL_UNPACK_ALIGNMENT":         "4",
		"context 1/hints/GL_GENERATE_MIPMAP_HINT":           "GL_DONT_CARE",
		"context 1/program":                                 "0",
		"context 1/handle":                                  "0x1000",
		"context 1/version":                                 "3, 2",
	})
}

// TestCapabilities covers glEnable and glDisable.
func TestCapabilities(t *testing.T) {
	tree := last(t, func(m *tracetest.Thread) {
		m.Call("glEnable", "GL_BLEND").Call("glEnable", "GL_DEPTH_TEST").Call("glDisable", "GL_DITHER").Call("glDisable", "GL_DEPTH_TEST")
		m.Call("glEnablei", "GL_BLEND", 1).Call("glEnable", "GL_SCISSOR_TEST")
	})
	checkTree(t, tree, map[string]string{
		"context 1/capabilities/GL_BLEND": "GL_TRUE", "context 1/capabilities/GL_DEPTH_TEST": "GL_FALSE", "context 1/capabilities/GL_DITHER": "GL_FALSE",
		"context 1/blending/draw buffers/draw buffer 1/GL_BLEND": "GL_TRUE",
	})
	if c := tree.find("context 1/capabilities"); !c.Changed || !c.find("GL_SCISSOR_TEST").Changed || c.find("GL_BLEND").Changed {
		t.Errorf("changed nodes: %+v", c)
	}
	if tree.find("context 1/masks").Changed || tree.find("objects").Changed {
		t.Error("an unchanged node is marked as changed")
	}
}

// TestFixedFunction covers masks, clear values, and other state that a context has once.
func TestFixedFunction(t *testing.T) {
	checkTree(t, last(t, func(m *tracetest.Thread) {
		m.Call("glColorMask", true, false, true, false).Call("glDepthMask", false).Call("glStencilMaskSeparate", "GL_BACK", 0xf0)
		m.Call("glClearColor", 0.1, 0.2, 0.3, 1).Call("glClearDepthf", 0.5).Call("glClearStencil", -1)
		m.Call("glBlendFunci", 1, "GL_ZERO", "GL_ONE").Call("glBlendFuncSeparatei", 2, "GL_ONE", "GL_ONE", "GL_ZERO", "GL_SRC_COLOR")
		m.Call("glBlendFunc", "GL_SRC_ALPHA", "GL_ONE_MINUS_SRC_ALPHA").Call("glBlendEquationiEXT", 2, "GL_MAX").Call("glBlendColor", 1, 0.5, 0, 1)
		m.Call("glStencilFuncSeparate", "GL_FRONT_AND_BACK", "GL_EQUAL", 3, 0xff).Call("glStencilOpSeparate", "GL_FRONT", "GL_INVERT", "GL_ZERO", "GL_REPLACE")
		m.Call("glViewport", 1, 2, 300, 400).Call("glScissor", 5, 6, 7, 8).Call("glPolygonOffset", 1.5, 2).Call("glPixelStorei", "GL_UNPACK_ROW_LENGTH", 64)
		m.Call("glSampleMaski", 0, 0xff).Call("glHint", "GL_GENERATE_MIPMAP_HINT", "GL_NICEST").Call("glDepthFunc", "GL_GEQUAL").Call("glColorMaski", 1, true, true, true, false)
	}), map[string]string{
		"context 1/masks/GL_COLOR_WRITEMASK":                                  "GL_TRUE, GL_FALSE, GL_TRUE, GL_FALSE",
		"context 1/masks/draw buffers/draw buffer 1":                          "GL_TRUE, GL_TRUE, GL_TRUE, GL_FALSE",
		"context 1/masks/GL_DEPTH_WRITEMASK":                                  "GL_FALSE",
		"context 1/masks/GL_STENCIL_WRITEMASK":                                "0xFFFFFFFF",
		"context 1/masks/GL_STENCIL_BACK_WRITEMASK":                           "0x00F0",
		"context 1/clear values/GL_COLOR_CLEAR_VALUE":                         "0.1, 0.2, 0.3, 1",
		"context 1/clear values/GL_DEPTH_CLEAR_VALUE":                         "0.5",
		"context 1/clear values/GL_STENCIL_CLEAR_VALUE":                       "-1",
		"context 1/blending/GL_BLEND_DST_ALPHA":                               "GL_ONE_MINUS_SRC_ALPHA",
		"context 1/blending/draw buffers/draw buffer 1/GL_BLEND_SRC_RGB":      "-",
		"context 1/blending/draw buffers/draw buffer 2/GL_BLEND_EQUATION_RGB": "GL_MAX",
		"context 1/blending/GL_BLEND_COLOR":                                   "1, 0.5, 0, 1",
		"context 1/stencil/GL_STENCIL_FUNC":                                   "GL_EQUAL",
		"context 1/stencil/GL_STENCIL_BACK_REF":                               "3",
		"context 1/stencil/GL_STENCIL_PASS_DEPTH_PASS":                        "GL_REPLACE",
		"context 1/stencil/GL_STENCIL_BACK_PASS_DEPTH_PASS":                   "GL_KEEP",
		"context 1/rasterization/GL_VIEWPORT":                                 "1, 2, 300, 400",
		"context 1/rasterization/GL_SCISSOR_BOX":                              "5, 6, 7, 8",
		"context 1/rasterization/GL_POLYGON_OFFSET_FACTOR":                    "1.5",
		"context 1/rasterization/GL_SAMPLE_MASK_VALUE/word 0":                 "0x00FF",
		"context 1/pixel store/GL_UNPACK_ROW_LENGTH":                          "64",
		"context 1/hints/GL_GENERATE_MIPMAP_HINT":                             "GL_NICEST",
		"context 1/depth/GL_DEPTH_FUNC":                                       "GL_GEQUAL",
	})
}

// TestSnapshot checks that a later snapshot changes nothing: earlier calls set its state.
func TestSnapshot(t *testing.T) {
	checkTree(t, last(t, func(m *tracetest.Thread) {
		m.Call("glDepthFunc", "GL_GEQUAL")
		m.Flags(tracepb.CallFlag_FLAG_SNAPSHOT).Synthetic("glGetIntegerv", "GL_DEPTH_FUNC", ints(0x0201))
	}), map[string]string{"context 1/depth/GL_DEPTH_FUNC": "GL_GEQUAL"})
}

// TestAttach checks that the state that the recorder queried at the start of the recording is used, with
// textures and buffers.
func TestAttach(t *testing.T) {
	attach := tracepb.CallFlag_FLAG_SYNTHETIC | tracepb.CallFlag_FLAG_ATTACH
	checkTree(t, last(t, func(m *tracetest.Thread) {
		fact := func(name string, args ...any) { m.Flags(attach).Call(name, args...) }
		fact("glIsEnabled", "GL_BLEND", tracetest.Returns("GL_TRUE"))
		fact("glGetIntegerv", "GL_BLEND_SRC_RGB", ints(0x0302))
		fact("glGetIntegerv", "GL_ACTIVE_TEXTURE", ints(0x84C3))
		fact("glGetIntegerv", "GL_TEXTURE_BINDING_2D", ints(7))
		fact("glGetIntegerv", "GL_CURRENT_PROGRAM", ints(4))
		fact("glGetFloatv", "GL_COLOR_CLEAR_VALUE", floats(0.25, 0, 0, 1))
		fact("glGetIntegerv", "GL_DEPTH_RANGE", ints(0, 2147483647))
		fact("glGetIntegerv", "GL_VIEWPORT", ints(0, 0, 640, 480))
		fact("glGetIntegerv", "GL_DRAW_FRAMEBUFFER_BINDING", ints(2))
		fact("glGetIntegerv", "GL_COPY_WRITE_BUFFER_BINDING", ints(9)) // has the value of GL_COPY_WRITE_BUFFER
		fact("glGetIntegerv", "GL_MAX_TEXTURE_SIZE", ints(8192))
		fact("glGetIntegeri_v", "GL_UNIFORM_BUFFER_BINDING", 3, ints(9))
		fact("glGetTexParameteriv", "GL_TEXTURE_2D", "GL_TEXTURE_MAG_FILTER", ints(0x2600))
		fact("gltrace.Texture", 7, "GL_TEXTURE_2D", 0, "GL_RGBA8", 2, 1, 1, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Bytes(make([]byte, 8)))
		fact("gltrace.Buffer", 9, 16, "GL_STREAM_DRAW", tracetest.Bytes(make([]byte, 16)))
		fact("glBindBuffer", "GL_COPY_READ_BUFFER", 9)
		fact("glGetBufferParameteri64v", "GL_COPY_READ_BUFFER", "GL_BUFFER_MAPPED", wide(1))
		fact("glGetBufferParameteri64v", "GL_COPY_READ_BUFFER", "GL_BUFFER_ACCESS_FLAGS", wide(2))
		fact("glGetBufferParameteri64v", "GL_COPY_READ_BUFFER", "GL_BUFFER_MAP_OFFSET", wide(8))
		fact("glGetBufferParameteri64v", "GL_COPY_READ_BUFFER", "GL_BUFFER_MAP_LENGTH", wide(4))
		fact("glGetObjectLabelKHR", "GL_BUFFER", 9, 5, ints(4), tracetest.String("mesh"))
		fact("glGetProgramPipelineiv", 3, "GL_VERTEX_SHADER", ints(4))
		fact("glGetProgramPipelineiv", 3, "GL_COMPUTE_SHADER", ints(0))
		fact("glBindTransformFeedback", "GL_TRANSFORM_FEEDBACK", 2)
		fact("glGetInteger64i_v", "GL_TRANSFORM_FEEDBACK_BUFFER_BINDING", 1, wide(9))
		fact("glBindTransformFeedback", "GL_TRANSFORM_FEEDBACK", 0)
		fact("glGetQueryObjectuiv", 6, "GL_QUERY_RESULT_AVAILABLE", ints(0))
		fact("glGetActiveUniform", 4, 0, 32, ints(5), ints(1), ints(0x8B52), tracetest.String("color"))
		fact("glGetUniformLocation", 4, tracetest.String("color"), tracetest.Returns(2))
		fact("glGetUniformfv", 4, 2, floats(1, 2, 3, 4))
		m.Call("glFlush")
	}), map[string]string{
		"context 1/capabilities/GL_BLEND":                                             "GL_TRUE",
		"context 1/blending/GL_BLEND_SRC_RGB":                                         "GL_SRC_ALPHA",
		"context 1/active texture unit":                                               "3",
		"context 1/texture units/unit 3/GL_TEXTURE_2D":                                "7",
		"context 1/program":                                                           "4",
		"context 1/buffers/GL_COPY_WRITE_BUFFER":                                      "9",
		"context 1/clear values/GL_COLOR_CLEAR_VALUE":                                 "0.25, 0, 0, 1",
		"context 1/depth/GL_DEPTH_RANGE":                                              "0, 1",
		"context 1/rasterization/GL_VIEWPORT":                                         "0, 0, 640, 480",
		"context 1/framebuffer bindings/GL_DRAW_FRAMEBUFFER":                          "2",
		"context 1/limits/GL_MAX_TEXTURE_SIZE":                                        "8192",
		"context 1/indexed buffers/GL_UNIFORM_BUFFER/binding 3/buffer":                "9",
		"objects/textures/texture 7/target":                                           "GL_TEXTURE_2D",
		"objects/textures/texture 7/parameters/GL_TEXTURE_MAG_FILTER":                 "GL_NEAREST",
		"objects/textures/texture 7/levels/level 0/internal format":                   "GL_RGBA8",
		"objects/textures/texture 7/levels/level 0/contents":                          "8 bytes",
		"objects/buffers/buffer 9/size":                                               "16",
		"objects/buffers/buffer 9/usage":                                              "GL_STREAM_DRAW",
		"objects/buffers/buffer 9/mapped":                                             "GL_TRUE",
		"objects/buffers/buffer 9/map access":                                         "GL_MAP_WRITE_BIT",
		"objects/buffers/buffer 9/map offset":                                         "8",
		"objects/buffers/buffer 9/map length":                                         "4",
		"objects/buffers/buffer 9/label":                                              `"mesh"`,
		"context 1/program pipelines/program pipeline 3/stages/GL_VERTEX_SHADER":      "4",
		"context 1/transform feedbacks/transform feedback 2/buffers/binding 1/buffer": "9",
		"context 1/transform feedback":                                                "0",
		"context 1/queries/query 6/available":                                         "GL_FALSE",
		"objects/programs/program 4/active uniforms/uniform 0/name":                   `"color"`,
		"objects/programs/program 4/active uniforms/uniform 0/type":                   "GL_FLOAT_VEC4",
		"objects/programs/program 4/uniforms/location 2/name":                         `"color"`,
		"objects/programs/program 4/uniforms/location 2/value":                        "1, 2, 3, 4",
	})
}
