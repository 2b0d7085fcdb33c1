package state

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// attribute records what the recorder queries about an attribute.
func attribute(m *tracetest.Thread, program, index int, kind uint32, name string, location int) {
	m.Synthetic("glGetActiveAttrib", program, index, 64, ints(int32(len(name))), ints(1), ints(int32(kind)), tracetest.String(name))
	m.Synthetic("glGetAttribLocation", program, tracetest.String(name), tracetest.Returns(location))
}

func uniform(m *tracetest.Thread, program, index int, kind uint32, name string, location int) {
	m.Synthetic("glGetActiveUniform", program, index, 64, ints(int32(len(name))), ints(1), ints(int32(kind)), tracetest.String(name))
	m.Synthetic("glGetUniformLocation", program, tracetest.String(name), tracetest.Returns(location))
}

// pipeline records a program with two attributes and a sampler, a vertex array, a texture and a framebuffer.
func pipeline(m *tracetest.Thread) {
	m.Call("glCreateShader", "GL_VERTEX_SHADER", tracetest.Returns(1)).Call("glCreateShader", "GL_FRAGMENT_SHADER", tracetest.Returns(2))
	m.Call("glCreateProgram", tracetest.Returns(3)).Call("glAttachShader", 3, 1).Call("glAttachShader", 3, 2).Call("glLinkProgram", 3)
	m.Call("glObjectLabel", "GL_PROGRAM", 3, -1, tracetest.String("lit"))
	attribute(m, 3, 0, 0x8B51, "place", 0)
	attribute(m, 3, 1, 0x8B52, "tint", 1)
	uniform(m, 3, 0, 0x8B5E, "image", 5)
	m.Call("glUseProgram", 3).Call("glUniform1i", 5, 2)
	m.Call("glActiveTexture", "GL_TEXTURE0").Call("glBindTexture", "GL_TEXTURE_2D", 8)
	m.Call("glActiveTexture", "GL_TEXTURE2").Call("glBindTexture", "GL_TEXTURE_2D", 9)
	m.Call("glTexImage2D", "GL_TEXTURE_2D", 0, "GL_RGBA", 4, 2, 0, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Bytes(make([]byte, 32)))
	m.Call("glBindFramebuffer", "GL_FRAMEBUFFER", 6).Call("glFramebufferTexture2D", "GL_FRAMEBUFFER", "GL_COLOR_ATTACHMENT0", "GL_TEXTURE_2D", 8, 0)
	m.Call("glBindRenderbuffer", "GL_RENDERBUFFER", 7).Call("glRenderbufferStorage", "GL_RENDERBUFFER", "GL_DEPTH_COMPONENT16", 64, 32)
	m.Call("glFramebufferRenderbuffer", "GL_FRAMEBUFFER", "GL_DEPTH_ATTACHMENT", "GL_RENDERBUFFER", 7)
	m.Call("glBindVertexArray", 4).Call("glBindBuffer", "GL_ARRAY_BUFFER", 11)
	m.Call("glBufferData", "GL_ARRAY_BUFFER", 36, floats(0, 1, 2, 3, 4, 5, 6, 7, 8), "GL_STATIC_DRAW")
	m.Call("glVertexAttribPointer", 0, 3, "GL_FLOAT", false, 0, tracetest.Offset(0)).Call("glEnableVertexAttribArray", 0)
	m.Call("glBindBuffer", "GL_ELEMENT_ARRAY_BUFFER", 12).Call("glBufferData", "GL_ELEMENT_ARRAY_BUFFER", 8, tracetest.Bytes([]byte{9, 9, 2, 0, 0xff, 0xff, 1, 0}), "GL_STATIC_DRAW")
	m.Call("glEnable", "GL_BLEND").Call("glEnable", "GL_PRIMITIVE_RESTART_FIXED_INDEX")
}

func drawing(t *testing.T, f *file.File, call int) *Drawing {
	t.Helper()
	d, err := New(f).Drawing(t.Context(), call)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDrawing(t *testing.T) {
	f := record(t, func(_ *tracetest.Writer, m *tracetest.Thread) {
		pipeline(m)
		m.Call("glDrawElementsInstancedBaseVertex", "GL_TRIANGLE_STRIP", 3, "GL_UNSIGNED_SHORT", tracetest.Offset(2), 2, -1)
	})
	d := drawing(t, f, f.Len()-1)
	if d.Kind != "draw" || d.Mode != "GL_TRIANGLE_STRIP" || d.IndexType != "GL_UNSIGNED_SHORT" || !d.Restart || d.Indices.Number != 12 || d.VertexArray.Number != 4 {
		t.Errorf("%+v", d)
	}
	if want := []Part{{Count: 3, Instances: 2, Base: -1, Offset: 2, Primitives: 2, client: d.Parts[0].client}}; !reflect.DeepEqual(d.Parts, want) {
		t.Errorf("%+v", d.Parts)
	}
	if p := d.Programs[0]; p.Label != "lit" || p.Number != 3 || len(p.Shaders) != 2 || p.Shaders[1].Type != "GL_FRAGMENT_SHADER" {
		t.Errorf("%+v", d.Programs)
	}
	if a := d.Attributes; len(a) != 2 || a[0].Name != "place" || a[0].Stride != 12 || a[0].Buffer.Number != 11 || a[1].Array || a[1].Value != "0, 0, 0, 1" {
		t.Errorf("%+v", d.Attributes)
	}
	if u := d.Textures; len(u) != 1 || u[0].Uniform != "image" || u[0].Unit != 2 || u[0].Object.Number != 9 || u[0].Texture.Width != 4 {
		t.Errorf("%+v", d.Textures)
	}
	if a := d.Target.Attachments; len(a) != 2 || a[0].Point != "GL_COLOR_ATTACHMENT0" || a[0].Object.Ref != (Ref{"texture", 8}) || a[1].Object.Ref != (Ref{"renderbuffer", 7}) || a[1].Width != 64 || a[1].Format != "GL_DEPTH_COMPONENT16" {
		t.Errorf("%+v", d.Target)
	}
	seen := fmt.Sprint(d.Groups)
	for _, want := range []string{"{Blending on [", "{GL_BLEND_SRC_RGB GL_ONE}", "{Depth test off [", "{GL_DEPTH_WRITEMASK GL_TRUE}"} {
		if !strings.Contains(seen, want) {
			t.Errorf("%s is missing in %s", want, seen)
		}
	}
}

// TestOtherDrawings: functions that draw without vertices, and those that only look alike.
func TestOtherDrawings(t *testing.T) {
	f := record(t, func(_ *tracetest.Writer, m *tracetest.Thread) {
		m.Call("glBindFramebuffer", "GL_READ_FRAMEBUFFER", 6)
		m.Call("glClear", 0x4000).Call("glBlitFramebuffer", 0, 0, 1, 1, 0, 0, 1, 1, 0x4000, "GL_NEAREST").Call("glDispatchCompute", 1, 2, 3)
		m.Call("glClearColor", 0, 0, 0, 0).Call("glDrawBuffers", 1, ints(0x8CE0))
		m.Call("glBindBuffer", "GL_DISPATCH_INDIRECT_BUFFER", 5).Call("glBufferData", "GL_DISPATCH_INDIRECT_BUFFER", 16, ints(0, 4, 5, 6), "GL_STATIC_DRAW")
		m.Call("glDispatchComputeIndirect", 4).Call("glDispatchComputeIndirect", 8)
	})
	for call, want := range map[int]string{2: "clear", 3: "blit", 4: "dispatch", 5: "", 6: ""} {
		d := drawing(t, f, call)
		if d.Kind != want || (want == "blit") != (d.Source != nil) || (want == "clear" || want == "blit") != (d.Target != nil) {
			t.Errorf("call %d: %+v", call, d)
		}
	}
	if d := drawing(t, f, 4); fmt.Sprint(d.Work) != "[1 2 3]" {
		t.Errorf("%v", d.Work)
	}
	if d := drawing(t, f, 9); fmt.Sprint(d.Work) != "[4 5 6]" {
		t.Errorf("%v, %s", d.Work, d.Unknown)
	}
	if d := drawing(t, f, 10); d.Work != nil || !strings.Contains(d.Unknown, "outside") {
		t.Errorf("%v, %s", d.Work, d.Unknown)
	}
}

// TestDraws: the draws of multi-draws and indirect draws.
func TestDraws(t *testing.T) {
	f := record(t, func(_ *tracetest.Writer, m *tracetest.Thread) {
		m.Call("glMultiDrawArraysEXT", "GL_LINES", ints(4, 10), ints(2, 6), 2) // 1
		m.Call("glBindBuffer", "GL_DRAW_INDIRECT_BUFFER", 5)
		m.Call("glDrawArraysIndirect", "GL_POINTS", tracetest.Offset(4)) // 3: the contents are not known
		m.Call("glBufferData", "GL_DRAW_INDIRECT_BUFFER", 24, ints(0, 7, 2, 3, 1, 0), "GL_STATIC_DRAW")
		m.Call("glDrawArraysIndirect", "GL_POINTS", tracetest.Offset(4))                          // 5
		m.Call("glDrawElementsIndirect", "GL_POINTS", "GL_UNSIGNED_SHORT", tracetest.Offset(4))   // 6
		m.Call("glDrawElementsIndirect", "GL_POINTS", "GL_UNSIGNED_SHORT", tracetest.Offset(400)) // 7: outside
	})
	for call, want := range map[int][]Part{
		1: {{First: 4, Count: 2, Instances: 1, Primitives: 1}, {First: 10, Count: 6, Instances: 1, Primitives: 3}}, 3: nil,
		5: {{Count: 7, Instances: 2, First: 3, Instance: 1, Primitives: 14}}, 6: {{Count: 7, Instances: 2, Offset: 6, Base: 1, Primitives: 14}}, 7: nil,
	} {
		if d := drawing(t, f, call); !reflect.DeepEqual(d.Parts, want) || (want == nil) != (d.Unknown != "") {
			t.Errorf("call %d: %+v, %s", call, d.Parts, d.Unknown)
		}
	}
}

func TestPrimitives(t *testing.T) {
	for _, c := range []struct{ mode, n, want int }{{0, 3, 3}, {1, 5, 2}, {2, 3, 3}, {2, 1, 0}, {3, 4, 3}, {4, 7, 2}, {5, 2, 0}, {5, 6, 4}, {6, 5, 3}, {10, 8, 2}, {13, 8, 2}, {14, 9, 3}, {99, 9, 0}} {
		if got := primitives(uint64(c.mode), int64(c.n), 3); got != int64(c.want) {
			t.Errorf("mode %d, %d vertices: %d, expected %d", c.mode, c.n, got, c.want)
		}
	}
}
