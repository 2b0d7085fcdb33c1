package state

import (
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

// marked returns the paths of the innermost nodes with a mark.
func marked(t *Tree, has func(*Tree) bool, path string) (out []string) {
	for _, child := range t.Children {
		if has(child) {
			out = append(out, marked(child, has, path+"/"+child.Name)...)
		}
	}
	if out == nil {
		return []string{strings.TrimPrefix(path, "/")}
	}
	return out
}

func drawnTree(t *testing.T) *Tree {
	t.Helper()
	return last(t, func(m *tracetest.Thread) {
		m.Call("glUseProgram", 5)
		m.Synthetic("glGetActiveUniform", 5, 0, 64, ints(4), ints(1), ints(0x8B5E), tracetest.String("uMap"))
		m.Call("glGetUniformLocation", 5, tracetest.String("uMap"), tracetest.Returns(3)).Call("glUniform1i", 3, 1)
		m.Call("glBindTexture", "GL_TEXTURE_2D", 7).Call("glActiveTexture", "GL_TEXTURE1").Call("glBindTexture", "GL_TEXTURE_2D", 8)
		m.Call("glBindTexture", "GL_TEXTURE_3D", 9)
		m.Call("glBindVertexArray", 1).Call("glBindBuffer", "GL_ARRAY_BUFFER", 11).Call("glBufferData", "GL_ARRAY_BUFFER", 4, tracetest.Bytes(make([]byte, 4)), "GL_STATIC_DRAW")
		m.Call("glVertexAttribPointer", 0, 3, "GL_FLOAT", false, 12, tracetest.Offset(0)).Call("glEnableVertexAttribArray", 0)
		m.Call("glVertexAttribPointer", 1, 3, "GL_FLOAT", false, 12, tracetest.Offset(0))
		m.Call("glEnable", "GL_DEPTH_TEST").Call("glDepthFunc", "GL_LEQUAL").Call("glBlendFunc", "GL_ONE", "GL_ONE").Call("glPixelStorei", "GL_UNPACK_ALIGNMENT", 1)
		m.Call("glDrawArrays", "GL_TRIANGLES", 0, 3)
	})
}

// TestUsed: a draw depends on the enabled parts of the context, and on the objects that its program reaches.
func TestUsed(t *testing.T) {
	used := strings.Join(marked(drawnTree(t), func(n *Tree) bool { return n.Used }, ""), "\n")
	for path, want := range map[string]bool{
		"context 1/depth/GL_DEPTH_FUNC": true, "context 1/texture units/unit 1/GL_TEXTURE_2D": true, "objects/textures/texture 8/": true,
		"context 1/vertex arrays/vertex array 1/attributes/attribute 0/": true, "objects/buffers/buffer 11/": true, "objects/programs/program 5/": true,
		"context 1/blending": false, "context 1/pixel store": false, "objects/textures/texture 7": false, "objects/textures/texture 9": false,
		"context 1/vertex arrays/vertex array 1/attributes/attribute 1/": false, "context 1/texture units/unit 0": false, "context 1/stencil": false,
	} {
		if strings.Contains(used, path) != want {
			t.Errorf("%s: used %v, want %v", path, !want, want)
		}
	}
	if t.Failed() {
		t.Log(used)
	}
}

// TestSet: values that differ from their defaults, and objects, are marked; values equal to them are not.
func TestSet(t *testing.T) {
	differ := strings.Join(marked(drawnTree(t), func(n *Tree) bool { return n.Set }, ""), "\n")
	for path, want := range map[string]bool{
		"context 1/depth/GL_DEPTH_FUNC": true, "context 1/blending/GL_BLEND_DST_RGB": true, "context 1/capabilities/GL_DEPTH_TEST": true, "objects/textures/texture 9": true,
		"context 1/blending/GL_BLEND_SRC_RGB": false, "context 1/capabilities/GL_DITHER": false, "context 1/stencil": false, "context 1/depth/GL_DEPTH_RANGE": false,
	} {
		if strings.Contains(differ, path) != want {
			t.Errorf("%s: differs %v, want %v", path, !want, want)
		}
	}
	if t.Failed() {
		t.Log(differ)
	}
}

// TestWas: a changed value has the previous one.
func TestWas(t *testing.T) {
	tree := last(t, func(m *tracetest.Thread) { m.Call("glDepthFunc", "GL_LEQUAL") })
	if n := tree.find("context 1/depth/GL_DEPTH_FUNC"); n.Was != "GL_LESS" || !n.Changed {
		t.Errorf("%+v", n)
	}
}
