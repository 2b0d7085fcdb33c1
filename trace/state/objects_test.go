package state

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

const tex, buf = "objects/textures/", "objects/buffers/"

// TestTextures covers parameters by all four functions, all kinds of levels, and the target of the first
// bind.
func TestTextures(t *testing.T) {
	checkTree(t, last(t, func(m *tracetest.Thread) {
		m.Call("glActiveTexture", "GL_TEXTURE2").Call("glBindTexture", "GL_TEXTURE_2D", 5).Call("glTexParameterf", "GL_TEXTURE_2D", "GL_TEXTURE_MIN_FILTER", 9729.0)
		m.Call("glTexParameteri", "GL_TEXTURE_2D", "GL_TEXTURE_WRAP_S", "GL_MIRRORED_REPEAT").Call("glTexParameteriv", "GL_TEXTURE_2D", "GL_TEXTURE_SWIZZLE_R", ints(0x1903+1))
		m.Call("glTexParameterf", "GL_TEXTURE_2D", "GL_TEXTURE_MAX_LOD", 2.5)
		m.Call("glTexImage2D", "GL_TEXTURE_2D", 0, "GL_RGB", 8, 4, 0, "GL_RGB", "GL_UNSIGNED_SHORT_5_6_5", tracetest.Bytes(make([]byte, 64)))
		m.Call("glGenerateMipmap", "GL_TEXTURE_2D")
		m.Call("glBindTexture", "GL_TEXTURE_2D", 6).Call("glCompressedTexImage2D", "GL_TEXTURE_2D", 0, "GL_COMPRESSED_RGB8_ETC2", 4, 4, 0, 8, tracetest.Bytes(make([]byte, 8)))
		m.Call("glBindTexture", "GL_TEXTURE_2D_ARRAY", 7).Call("glTexStorage3D", "GL_TEXTURE_2D_ARRAY", 3, "GL_RGBA8", 8, 8, 5)
		m.Call("glTexSubImage3D", "GL_TEXTURE_2D_ARRAY", 1, 0, 0, 2, 4, 4, 1, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Bytes(make([]byte, 64)))
		m.Call("glBindTexture", "GL_TEXTURE_CUBE_MAP", 8).Call("glTexImage2D", "GL_TEXTURE_CUBE_MAP_NEGATIVE_Y", 0, "GL_RGBA", 2, 2, 0, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Null())
		m.Call("glBindTexture", "GL_TEXTURE_EXTERNAL_OES", 9).Call("glBindTexture", "GL_TEXTURE_3D", 10).Call("glTexStorage3D", "GL_TEXTURE_3D", 2, "GL_R8", 4, 4, 4)
		m.Call("glBindSampler", 1, 3).Call("glSamplerParameteri", 3, "GL_TEXTURE_WRAP_R", "GL_CLAMP_TO_EDGE").Call("glBindImageTexture", 0, 7, 1, true, 0, "GL_READ_ONLY", "GL_RGBA8")
	}), map[string]string{
		"context 1/active texture unit":                           "2",
		"context 1/texture units/unit 2/GL_TEXTURE_2D":            "6",
		"context 1/texture units/unit 1/sampler":                  "3",
		"context 1/image units/unit 0/access":                     "GL_READ_ONLY",
		"objects/samplers/sampler 3/parameters/GL_TEXTURE_WRAP_R": "GL_CLAMP_TO_EDGE",
		tex + "texture 5/parameters/GL_TEXTURE_MIN_FILTER":        "GL_LINEAR",
		tex + "texture 5/parameters/GL_TEXTURE_MAG_FILTER":        "GL_LINEAR",
		tex + "texture 5/parameters/GL_TEXTURE_WRAP_S":            "GL_MIRRORED_REPEAT",
		tex + "texture 5/parameters/GL_TEXTURE_SWIZZLE_R":         "GL_GREEN",
		tex + "texture 5/parameters/GL_TEXTURE_MAX_LOD":           "2.5",
		tex + "texture 5/levels/level 0/internal format":          "GL_RGB",
		tex + "texture 5/levels/level 0/contents":                 "64 bytes",
		tex + "texture 5/levels/level 3/width":                    "1",
		tex + "texture 5/levels/level 3/made by":                  "glGenerateMipmap",
		tex + "texture 5/levels/level 4":                          "-",
		tex + "texture 6/levels/level 0/internal format":          "GL_COMPRESSED_RGB8_ETC2",
		tex + "texture 6/levels/level 0/contents":                 "8 bytes",
		tex + "texture 7/immutable levels":                        "3",
		tex + "texture 7/levels/level 2/width":                    "2",
		tex + "texture 7/levels/level 2/depth":                    "5",
		tex + "texture 7/levels/level 1/contents":                 "64 bytes",
		tex + "texture 8/target":                                  "GL_TEXTURE_CUBE_MAP",
		tex + "texture 8/levels/level 0/width":                    "2",
		tex + "texture 9/parameters/GL_TEXTURE_MIN_FILTER":        "GL_LINEAR",
		tex + "texture 9/parameters/GL_TEXTURE_WRAP_T":            "GL_CLAMP_TO_EDGE",
		tex + "texture 10/levels/level 1/depth":                   "2",
	})
}

// TestVertexArrays checks both forms of attributes, and that each vertex array has its own element buffer.
func TestVertexArrays(t *testing.T) {
	va := "context 1/vertex arrays/vertex array "
	checkTree(t, last(t, func(m *tracetest.Thread) {
		m.Call("glBindVertexArray", 1).Call("glBindBuffer", "GL_ARRAY_BUFFER", 11).Call("glBindBuffer", "GL_ELEMENT_ARRAY_BUFFER", 12)
		m.Call("glVertexAttribPointer", 0, 3, "GL_FLOAT", false, 12, tracetest.Offset(24)).Call("glEnableVertexAttribArray", 0).Call("glVertexAttribDivisor", 0, 2)
		m.Call("glVertexAttribIPointer", 1, 2, "GL_UNSIGNED_BYTE", 0, tracetest.Offset(0))
		m.Call("glBindVertexArray", 2).Call("glBindVertexBuffer", 3, 13, 64, 20).Call("glVertexAttribFormat", 5, 4, "GL_HALF_FLOAT", true, 8).Call("glVertexAttribBinding", 5, 3)
		m.Call("glVertexBindingDivisor", 3, 1).Call("glVertexAttrib3f", 7, 1, 2, 3)
	}), map[string]string{
		"context 1/vertex array":                   "2",
		va + "1/element array buffer":              "12",
		va + "2/element array buffer":              "0",
		va + "1/attributes/attribute 0/enabled":    "GL_TRUE",
		va + "1/attributes/attribute 0/buffer":     "11",
		va + "1/attributes/attribute 0/size":       "3",
		va + "1/attributes/attribute 0/stride":     "12",
		va + "1/attributes/attribute 0/pointer":    "0x18",
		va + "1/attributes/attribute 0/divisor":    "2",
		va + "1/attributes/attribute 1/integer":    "GL_TRUE",
		va + "1/attributes/attribute 1/type":       "GL_UNSIGNED_BYTE",
		va + "1/attributes/attribute 1/enabled":    "GL_FALSE",
		va + "2/bindings/binding 3/buffer":         "13",
		va + "2/bindings/binding 3/offset":         "64",
		va + "2/bindings/binding 3/divisor":        "1",
		va + "2/attributes/attribute 5/type":       "GL_HALF_FLOAT",
		va + "2/attributes/attribute 5/binding":    "3",
		"context 1/current attributes/attribute 7": "1, 2, 3",
	})
}

// TestDeletion checks that deleted names are removed, and unbound in the current context.
func TestDeletion(t *testing.T) {
	fb := "context 1/framebuffers/framebuffer 4/attachments/"
	checkTree(t, last(t, func(m *tracetest.Thread) {
		m.Call("glBindTexture", "GL_TEXTURE_2D", 5).Call("glActiveTexture", "GL_TEXTURE1").Call("glBindTexture", "GL_TEXTURE_2D", 5)
		m.Call("glBindFramebuffer", "GL_FRAMEBUFFER", 4).Call("glFramebufferTexture2D", "GL_FRAMEBUFFER", "GL_COLOR_ATTACHMENT0", "GL_TEXTURE_2D", 5, 0)
		m.Call("glBindRenderbuffer", "GL_RENDERBUFFER", 6).Call("glRenderbufferStorageMultisample", "GL_RENDERBUFFER", 4, "GL_DEPTH24_STENCIL8", 64, 32)
		m.Call("glFramebufferRenderbuffer", "GL_FRAMEBUFFER", "GL_DEPTH_STENCIL_ATTACHMENT", "GL_RENDERBUFFER", 6)
		m.Call("glBindBuffer", "GL_ARRAY_BUFFER", 7).Call("glVertexAttribPointer", 0, 3, "GL_FLOAT", false, 0, tracetest.Offset(0)).Call("glBindBufferRange", "GL_UNIFORM_BUFFER", 2, 7, 256, 512)
		m.Call("glBindFramebuffer", "GL_READ_FRAMEBUFFER", 0)
		m.Call("glBindVertexArray", 3).Call("glDeleteTextures", 2, ints(5, 99)).Call("glDeleteBuffers", 1, ints(7)).Call("glDeleteRenderbuffers", 1, ints(0))
		m.Call("glDeleteVertexArrays", 1, ints(3))
	}), map[string]string{
		tex + "texture 5": "-",
		buf + "buffer 7":  "-",
		"context 1/texture units/unit 0/GL_TEXTURE_2D":                         "0",
		"context 1/texture units/unit 1/GL_TEXTURE_2D":                         "0",
		fb + "GL_COLOR_ATTACHMENT0":                                            "-",
		fb + "GL_DEPTH_ATTACHMENT/name":                                        "0x0006",
		fb + "GL_STENCIL_ATTACHMENT/type":                                      "GL_RENDERBUFFER",
		"context 1/framebuffer bindings/GL_DRAW_FRAMEBUFFER":                   "4",
		"context 1/framebuffer bindings/GL_READ_FRAMEBUFFER":                   "0",
		"objects/renderbuffers/renderbuffer 6/internal format":                 "GL_DEPTH24_STENCIL8",
		"objects/renderbuffers/renderbuffer 6/samples":                         "4",
		"context 1/buffers/GL_ARRAY_BUFFER":                                    "0",
		"context 1/indexed buffers/GL_UNIFORM_BUFFER/binding 2/buffer":         "0",
		"context 1/indexed buffers/GL_UNIFORM_BUFFER/binding 2/offset":         "256",
		"context 1/vertex arrays/vertex array 0/attributes/attribute 0/buffer": "7", // in a vertex array that is not bound
		"context 1/vertex array":                                               "0",
		"context 1/vertex arrays/vertex array 3":                               "gone",
	})
}

// TestPrograms covers shaders, uniforms by location, and deletion that is deferred until the last use.
func TestPrograms(t *testing.T) {
	pg := "objects/programs/program 3/"
	tree := last(t, func(m *tracetest.Thread) {
		m.Call("glCreateShader", "GL_VERTEX_SHADER", tracetest.Returns(1)).Call("glCreateShader", "GL_FRAGMENT_SHADER", tracetest.Returns(2))
		m.Call("glShaderSource", 1, 1, tracetest.String("void main() {}"), tracetest.Null()).Call("glCompileShader", 1).Call("glGetShaderiv", 1, "GL_COMPILE_STATUS", ints(1))
		m.Call("glGetShaderInfoLog", 1, 100, ints(4), tracetest.String("fine"))
		m.Call("glCreateProgram", tracetest.Returns(3)).Call("glAttachShader", 3, 1).Call("glAttachShader", 3, 2).Call("glDeleteShader", 1).Call("glDeleteShader", 2).Call("glDetachShader", 3, 2)
		m.Call("glBindAttribLocation", 3, 4, tracetest.String("position")).Call("glLinkProgram", 3).Call("glGetProgramiv", 3, "GL_LINK_STATUS", ints(1)).Call("glUseProgram", 3)
		m.Call("glGetUniformLocation", 3, tracetest.String("lights[0]"), tracetest.Returns(5)).Call("glUniform2fv", 5, 2, floats(1, 2, 3, 4)).Call("glUniform1i", 9, -7).Call("glProgramUniform3ui", 3, 10, 1, 2, 3)
		m.Call("glUniformMatrix2fv", 12, 1, false, floats(1, 0, 0, 1)).Call("glUniform4f", -1, 0, 0, 0, 0)
		m.Call("glUniformBlockBinding", 3, 0, 6).Call("glGetUniformBlockIndex", 3, tracetest.String("Lights"), tracetest.Returns(0)).Call("glDeleteProgram", 3)
		m.Call("glCreateProgram", tracetest.Returns(8)).Call("glDeleteProgram", 8)
		m.Call("glBindProgramPipeline", 2).Call("glUseProgramStages", 2, 3, 11)
	})
	checkTree(t, tree, map[string]string{
		"objects/shaders/shader 1/type":                                            "GL_VERTEX_SHADER",
		"objects/shaders/shader 1/source":                                          `"void main() {}"`,
		"objects/shaders/shader 1/compile status":                                  "GL_TRUE",
		"objects/shaders/shader 1/log":                                             `"fine"`,
		"objects/shaders/shader 1/delete status":                                   "GL_TRUE",
		"objects/shaders/shader 2":                                                 "-",
		pg + "shaders/shader 1":                                                    "1",
		pg + "shaders/shader 2":                                                    "-",
		pg + "bound attributes/position":                                           "4",
		pg + "link status":                                                         "GL_TRUE",
		pg + "delete status":                                                       "GL_TRUE",
		pg + "uniforms/location 5/name":                                            `"lights[0]"`,
		pg + "uniforms/location 5/value":                                           "1, 2",
		pg + "uniforms/location 6/value":                                           "3, 4",
		pg + "uniforms/location 9/value":                                           "-7",
		pg + "uniforms/location 10/value":                                          "1, 2, 3",
		pg + "uniforms/location 12/value":                                          "1, 0, 0, 1",
		pg + "uniform blocks/block 0/binding":                                      "6",
		pg + "uniform blocks/block 0/name":                                         `"Lights"`,
		"objects/programs/program 8":                                               "-",
		"context 1/program pipelines/program pipeline 2/stages/GL_FRAGMENT_SHADER": "11",
	})
	gone := last(t, func(m *tracetest.Thread) {
		m.Call("glCreateShader", "GL_VERTEX_SHADER", tracetest.Returns(1)).Call("glCreateProgram", tracetest.Returns(3)).Call("glAttachShader", 3, 1).Call("glDeleteShader", 1)
		m.Call("glUseProgram", 3).Call("glDeleteProgram", 3).Call("glUseProgram", 0)
	})
	checkTree(t, gone, map[string]string{"objects/programs/program 3": "gone", "objects/shaders/shader 1": "gone", "context 1/program": "0"})
}

// TestOthers covers other objects of ES 3: queries, syncs, transform feedback, labels, debug groups.
func TestOthers(t *testing.T) {
	checkTree(t, last(t, func(m *tracetest.Thread) {
		m.Call("glBeginQuery", "GL_ANY_SAMPLES_PASSED", 4).Call("glEndQuery", "GL_ANY_SAMPLES_PASSED").Call("glGetQueryObjectuiv", 4, "GL_QUERY_RESULT", ints(1))
		m.Call("glFenceSync", "GL_SYNC_GPU_COMMANDS_COMPLETE", 0, tracetest.Returns(0x55)).Call("glClientWaitSync", 0x55, 0, 0, tracetest.Returns("GL_ALREADY_SIGNALED"))
		m.Call("glBindTransformFeedback", "GL_TRANSFORM_FEEDBACK", 2).Call("glBindBufferBase", "GL_TRANSFORM_FEEDBACK_BUFFER", 0, 6).Call("glBeginTransformFeedback", "GL_POINTS").Call("glPauseTransformFeedback")
		m.Call("glBindBuffer", "GL_ARRAY_BUFFER", 6).Call("glObjectLabel", "GL_BUFFER", 6, 5, tracetest.String("mesh")).Call("glPushDebugGroup", "GL_DEBUG_SOURCE_APPLICATION", 1, -1, tracetest.String("shadows"))
		m.Call("glPushGroupMarkerEXT", 0, tracetest.String("<script>")).Call("glPushGroupMarkerEXT", 0, tracetest.String("x")).Call("glPopGroupMarkerEXT")
		m.Call("glGetString", "GL_RENDERER", tracetest.Returns(tracetest.String("a driver")))
	}), map[string]string{
		"context 1/queries/query 4/target":                                            "GL_ANY_SAMPLES_PASSED",
		"context 1/queries/query 4/result":                                            "1",
		"context 1/queries/query 4/active":                                            "GL_FALSE",
		"objects/syncs/sync 85/status":                                                "GL_SIGNALED",
		"context 1/transform feedbacks/transform feedback 2/paused":                   "GL_TRUE",
		"context 1/transform feedbacks/transform feedback 2/mode":                     "GL_POINTS",
		"context 1/transform feedbacks/transform feedback 2/buffers/binding 0/buffer": "6",
		buf + "buffer 6/label":                                                        `"mesh"`,
		"context 1/debug groups/group 1":                                              `"shadows"`,
		"context 1/debug groups/group 2":                                              `"<script>"`,
		"context 1/debug groups/group 3":                                              "-",
		"context 1/strings/GL_RENDERER":                                               `"a driver"`,
	})
}
