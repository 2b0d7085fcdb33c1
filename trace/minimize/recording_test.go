package minimize

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

const source = `#version 300 es
#define HALF 0.5
uniform vec4 tint; out vec4 color;
float half_of(float x) {
	if (x > HALF) { return x; }
	for (int i = 0; i < 2; i++) {
		x *= 0.5;
	}
	return x
		* 2.0;
}
void main() { color = tint; }
`

// TestSplitShader checks that the parts of a shader are its text, and which of them are statements and blocks.
func TestSplitShader(t *testing.T) {
	s := shader{parts: splitShader([]byte(source))}
	s.group()
	if text := string(bytes.Join(s.parts, nil)); text != source {
		t.Errorf("the parts are %q", text)
	}
	texts := func(groups [][]uint32) (out []string) {
		for _, group := range groups {
			text := ""
			for _, unit := range group {
				text += string(s.parts[unit])
			}
			out = append(out, strings.Join(strings.Fields(text), " "))
		}
		return out
	}
	want := []string{"#version 300 es", "#define HALF 0.5", "uniform vec4 tint;", "out vec4 color;", "return x;", "x *= 0.5;", "return x * 2.0;", "color = tint;"}
	if got := texts(s.statements); !slices.Equal(got, want) {
		t.Errorf("statements %q", got)
	}
	want = []string{"if (x > HALF) { return x; }", "for (int i = 0; i < 2; i++) { x *= 0.5; }",
		"float half_of(float x) { if (x > HALF) { return x; } for (int i = 0; i < 2; i++) { x *= 0.5; } return x * 2.0; }", "void main() { color = tint; }"}
	if got := texts(s.blocks); !slices.Equal(got, want) {
		t.Errorf("blocks %q", got)
	}
}

// record returns a recording with a texture, a shader and two frames.
func record(t *testing.T) *file.File {
	t.Helper()
	return recordWith(t, func(main *tracetest.Thread) {
		main.Call("glGenTextures", 1, tracetest.Bytes([]byte{5, 0, 0, 0}))
		main.Call("glBindTexture", "GL_TEXTURE_2D", 5)
		main.Call("glCreateShader", "GL_FRAGMENT_SHADER", tracetest.Returns(7))
		main.Call("glShaderSource", 7, 1, tracetest.String(source), tracetest.Null())
		main.Call("glDrawArrays", "GL_TRIANGLES", 0, 3)
		main.Call("eglSwapBuffers", tracetest.Display, tracetest.Surface, tracetest.Returns("EGL_TRUE"))
		main.Synthetic("gltrace.VertexData", 0, 4, "GL_FLOAT", false, false, 16, 0, 3, 0, 0, tracetest.Bytes(make([]byte, 48)))
		main.Call("glDrawArrays", "GL_TRIANGLES", 0, 6)
		main.Call("eglSwapBuffers", tracetest.Display, tracetest.Surface, tracetest.Returns("EGL_TRUE"))
		main.Call("glFlush")
	})
}

// recordWith returns a recording of calls in a new context.
func recordWith(t *testing.T, calls func(*tracetest.Thread)) *file.File {
	t.Helper()
	var b bytes.Buffer
	w := tracetest.NewWriter(&b, tracetest.Options{})
	main := w.Thread(1)
	main.Call("eglGetDisplay", 0, tracetest.Returns(tracetest.Display))
	main.Call("eglCreateWindowSurface", tracetest.Display, 1, 2, tracetest.Null(), tracetest.Returns(tracetest.Surface))
	main.Call("eglCreateContext", tracetest.Display, 1, 0, tracetest.Null(), tracetest.Returns(0x1000))
	main.Call("eglMakeCurrent", tracetest.Display, tracetest.Surface, tracetest.Surface, 0x1000, tracetest.Returns("EGL_TRUE"))
	main.NewContext(1, 0x1000, 3, 2, 1)
	calls(main)
	w.Close()
	f, err := file.Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// written returns the calls of a candidate that is written and read again.
func written(t *testing.T, r *Recording, s file.Set) (*file.File, []string) {
	t.Helper()
	var b bytes.Buffer
	if err := r.Write(t.Context(), &b, s); err != nil {
		t.Fatal(err)
	}
	f, err := file.Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, c.Function.Name)
	}
	return f, names
}

// lastOf returns the number of the last call of a function.
func lastOf(names []string, name string) uint32 {
	for i := len(names) - 1; i >= 0; i-- {
		if names[i] == name {
			return uint32(i)
		}
	}
	return 0
}

// TestNeeds checks that calls are left out with the calls that they need, and calls of the recorder with those of the program.
func TestNeeds(t *testing.T) {
	f := record(t)
	r, err := Read(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	p := r.Problem()
	x := reducer{Problem: &p, Result: Result{Set: p.All()}}
	_, all := written(t, r, x.Set)
	if len(all) != f.Len() || r.Calls(x.Set) != f.Len()-2 {
		t.Errorf("all calls: %v", all)
	}
	for _, c := range []struct{ removed, with string }{
		{"glGenTextures", "glBindTexture"},
		{"glCreateShader", "glShaderSource"},
		{"glDrawArrays", "gltrace.VertexData"},
		{"glFlush", ""},
	} {
		_, names := written(t, r, x.close(x.without([][]uint32{{lastOf(all, c.removed)}})))
		want := slices.Delete(slices.Clone(all), int(lastOf(all, c.removed)), int(lastOf(all, c.removed))+1)
		want = slices.DeleteFunc(want, func(name string) bool { return name == c.with })
		if !slices.Equal(names, want) {
			t.Errorf("without %s: %v, want %v", c.removed, names, want)
		}
	}
	if _, names := written(t, r, x.close(x.without([][]uint32{{lastOf(all, "eglCreateContext")}}))); !slices.Equal(names, all[:2]) {
		t.Errorf("without the context: %v", names)
	}
}

// TestShaderLines removes lines of a shader while its text has two of them, and reads the text in the recording of the result.
func TestShaderLines(t *testing.T) {
	r, err := Read(t.Context(), record(t))
	if err != nil {
		t.Fatal(err)
	}
	p := r.Problem()
	p.Passes = []Pass{{Groups: r.lines, Repeat: true}}
	text := func(s file.Set) string {
		f, names := written(t, r, s)
		c, err := f.Call(int(lastOf(names, "glShaderSource")))
		if err != nil {
			t.Fatal(err)
		}
		v, _ := c.Arg("string")
		data, err := f.Payload(v.Data.Payloads)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	p.Fails = func(_ context.Context, s file.Set) (bool, error) {
		return strings.Contains(text(s), "uniform vec4 tint;") && strings.Contains(text(s), "x *= 0.5;"), nil
	}
	result, err := p.Minimize(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := "uniform vec4 tint;float half_of(float x) {\n\tfor (int i = 0; i < 2; i++) {\n\t\tx *= 0.5;\n\t}\n}\n\x00"
	if got := text(result.Set); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestSizes halves images while a test needs more than three pixels in a row, and reads the pixels in the recording of the result.
func TestSizes(t *testing.T) {
	f := recordWith(t, func(main *tracetest.Thread) {
		pixels := make([]byte, 8*4*2)
		for i := range pixels {
			pixels[i] = byte(i / 2) // two bytes for each pixel
		}
		main.Call("glTexImage2D", "GL_TEXTURE_2D", 0, "GL_RG8", 8, 4, 0, "GL_RG", "GL_UNSIGNED_BYTE", tracetest.Bytes(pixels))
		main.Call("glTexImage2D", "GL_TEXTURE_2D", 0, "GL_RG8", 7, 1, 0, "GL_RG", "GL_UNSIGNED_BYTE", tracetest.Null())
		main.Call("glTexImage2D", "GL_TEXTURE_2D", 0, "GL_RG8", 5, 5, 0, "GL_RG", "GL_UNSIGNED_BYTE", tracetest.Offset(8)) // keeps its size
		main.Call("glRenderbufferStorage", "GL_RENDERBUFFER", "GL_RGBA8", 64, 64)
	})
	r, err := Read(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	p := r.Problem()
	p.Passes = []Pass{{Groups: r.sizes}}
	sizes := func(s file.Set) (out [][2]uint64, pixels []byte) {
		f, _ := written(t, r, s)
		for c, err := range f.Calls(0, f.Len()) {
			if err != nil {
				t.Fatal(err)
			}
			width, known := c.Arg("width")
			height, _ := c.Arg("height")
			if known && !c.Function.IsOwn() {
				out = append(out, [2]uint64{width.Bits, height.Bits})
			}
			if v, _ := c.Arg("pixels"); v.HasData() {
				if pixels, err = f.Payload(v.Data.Payloads); err != nil {
					t.Fatal(err)
				}
			}
		}
		return out, pixels
	}
	p.Fails = func(_ context.Context, s file.Set) (bool, error) {
		all, _ := sizes(s)
		return all[0][0] > 3 && all[3][0] > 8, nil
	}
	result, err := p.Minimize(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	all, pixels := sizes(result.Set)
	if want := [][2]uint64{{4, 2}, {1, 1}, {5, 5}, {16, 16}}; !slices.Equal(all, want) {
		t.Errorf("sizes %v, want %v", all, want)
	}
	if want := []byte{0, 0, 2, 2, 4, 4, 6, 6, 16, 16, 18, 18, 20, 20, 22, 22}; !slices.Equal(pixels, want) {
		t.Errorf("pixels %v, want %v", pixels, want)
	}
}

// sizesOf returns the values of a parameter of the calls of a candidate that have it, by function.
func sizesOf(t *testing.T, r *Recording, s file.Set, param string) (out []string) {
	t.Helper()
	f, _ := written(t, r, s)
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if v, known := c.Arg(param); known && !c.Function.IsOwn() {
			out = append(out, fmt.Sprintf("%s %d", c.Function.Name, v.Bits))
		}
	}
	return out
}

// TestChains halves a texture with storage, a mip chain and the faces of a cube map: a halving changes all levels together, and
// removes the smallest one.
func TestChains(t *testing.T) {
	upload := func(t *tracetest.Thread, level, x, width int) {
		t.Call("glTexSubImage2D", "GL_TEXTURE_2D", level, x, 0, width, 1, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Bytes(make([]byte, 4*width)))
	}
	r, err := Read(t.Context(), recordWith(t, func(main *tracetest.Thread) {
		main.Call("glTexStorage2D", "GL_TEXTURE_2D", 4, "GL_RGBA8", 8, 1)
		upload(main, 0, 0, 8)
		upload(main, 0, 4, 2) // a part
		upload(main, 1, 0, 4)
		upload(main, 2, 0, 2)
		upload(main, 3, 0, 1)
		main.Call("glBindTexture", "GL_TEXTURE_2D", 2)
		for level := range 4 {
			main.Call("glTexImage2D", "GL_TEXTURE_2D", level, "GL_RGBA", 8>>level, 8>>level, 0, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Null())
		}
		main.Call("glTexImage2D", "GL_TEXTURE_2D", 0, "GL_RGBA", 16, 16, 0, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Null())
		for face := range 6 {
			main.Call("glTexImage2D", 0x8515+face, 0, "GL_RGBA", 4, 4, 0, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Null())
		}
	}))
	if err != nil {
		t.Fatal(err)
	}
	p := r.Problem()
	x := reducer{Problem: &p, Result: Result{Set: p.All()}}
	const sub, image = "glTexSubImage2D", "glTexImage2D"
	for at, want := range map[int][]string{
		0: {"glTexStorage2D 4", sub + " 4", sub + " 1", sub + " 2", sub + " 1", image + " 8", image + " 4", image + " 2", image + " 1", image + " 16"},
		3: {"glTexStorage2D 8", sub + " 8", sub + " 2", sub + " 4", sub + " 2", sub + " 1", image + " 4", image + " 2", image + " 1", image + " 16"},
		6: {"glTexStorage2D 8", sub + " 8", sub + " 2", sub + " 4", sub + " 2", sub + " 1", image + " 8", image + " 4", image + " 2", image + " 1", image + " 16"},
	} {
		s := x.close(x.without(r.sizes(nil)[at : at+1]))
		got := sizesOf(t, r, s, "width")
		face := image + " 4"
		if at == 6 {
			face = image + " 2"
		}
		if want = append(want, slices.Repeat([]string{face}, 6)...); !slices.Equal(got, want) {
			t.Errorf("group %d: %v, want %v", at, got, want)
		}
		if at == 0 {
			if got := sizesOf(t, r, s, "xoffset"); !slices.Equal(got, []string{sub + " 0", sub + " 2", sub + " 0", sub + " 0"}) {
				t.Errorf("offsets %v", got)
			}
			if got := sizesOf(t, r, s, "levels"); !slices.Equal(got, []string{"glTexStorage2D 3"}) {
				t.Errorf("levels %v", got)
			}
		}
	}
}

// TestBufferSizes halves the data of a buffer while a test needs more than three bytes.
func TestBufferSizes(t *testing.T) {
	r, err := Read(t.Context(), recordWith(t, func(main *tracetest.Thread) {
		main.Call("glBufferData", "GL_ARRAY_BUFFER", 10, tracetest.Bytes([]byte("0123456789")), "GL_STATIC_DRAW")
		main.Call("glBufferData", "GL_ARRAY_BUFFER", 64, tracetest.Null(), "GL_STATIC_DRAW")
		main.Call("glBufferData", "GL_ARRAY_BUFFER", 9, tracetest.Uncaptured(tracepb.Capture_CAPTURE_NO_ROOM), "GL_STATIC_DRAW") // keeps its size
	}))
	if err != nil {
		t.Fatal(err)
	}
	p := r.Problem()
	p.Passes = []Pass{{Groups: r.sizes}}
	const name = "glBufferData "
	p.Fails = func(_ context.Context, s file.Set) (bool, error) {
		return sizesOf(t, r, s, "size")[0] != name+"2" && sizesOf(t, r, s, "size")[0] != name+"1", nil
	}
	result, err := p.Minimize(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := sizesOf(t, r, result.Set, "size"); !slices.Equal(got, []string{name + "5", name + "1", name + "9"}) {
		t.Errorf("sizes %v", got)
	}
	f, names := written(t, r, result.Set)
	c, err := f.Call(slices.Index(names, "glBufferData"))
	if err != nil {
		t.Fatal(err)
	}
	if data, err := f.Payload(c.Args[2].Data.Payloads); err != nil || string(data) != "01234" {
		t.Errorf("%q, %v", data, err)
	}
}

// TestPasses checks the groups of the passes.
func TestPasses(t *testing.T) {
	r, err := Read(t.Context(), record(t))
	if err != nil {
		t.Fatal(err)
	}
	p := r.Problem()
	all := p.All()
	count := func(groups [][]uint32) (out []int) {
		for _, group := range groups {
			out = append(out, len(group))
		}
		return out
	}
	for name, c := range map[string]struct {
		groups [][]uint32
		want   []int
	}{
		"frames":    {r.frames(all), []int{10, 2, 1}},
		"objects":   {r.objects(all), []int{1, 1, 1, 1, 1, 1}},
		"functions": {r.functions(all), []int{1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2}},
		"draws":     {r.draws(all), []int{9, 2, 2, 1, 1}},
	} {
		if got := count(c.groups); !slices.Equal(got, c.want) {
			t.Errorf("%s: groups of %v calls, want %v", name, got, c.want)
		}
	}
	list, err := r.lastFrames(t.Context(), all)
	if err != nil || len(list) != 1 || r.Calls(list[0]) >= r.Calls(all) {
		t.Errorf("%d candidates with the last frames, %v", len(list), err)
	}
	if _, names := written(t, r, list[0]); slices.Contains(names[:len(names)-4], "eglSwapBuffers") {
		t.Errorf("the last frame: %v", names)
	}
}
