//go:build ignore

package core

/*
#include "zz_generated_core.h"
*/
import "C"

import "example.com/layer/gles"

func init() { gles.BindShaders(shader, program) }

func shader(name gles.GLuint) (gles.ShaderInfo, bool) {
	var s C.struct_layer_shader_info
	if C.layer_shader(C.GLuint(name), &s) == 0 {
		return gles.ShaderInfo{}, false
	}
	defer C.layer_free_shader(&s)
	return shaderInfo(&s), true
}

func shaderInfo(s *C.struct_layer_shader_info) gles.ShaderInfo {
	return gles.ShaderInfo{Type: gles.GLenum(s._type), Source: C.GoString(s.source), Hash: uint64(s.hash), Label: C.GoString(&s.label[0])}
}

func program(name gles.GLuint) (gles.ProgramInfo, bool) {
	var p C.struct_layer_program_info
	if C.layer_program(C.GLuint(name), &p) == 0 {
		return gles.ProgramInfo{}, false
	}
	defer C.layer_free_program(&p)
	info := gles.ProgramInfo{Hash: uint64(p.hash), Label: C.GoString(&p.label[0])}
	for i := range p.count {
		info.Shaders = append(info.Shaders, shaderInfo(&p.shaders[i]))
	}
	return info, true
}
