package view

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// kinds returns the rows of a comparison in short form: a sign and the function.
func kinds(c comparison) (all []string) {
	for _, r := range c.Rows {
		sign := map[string]string{"same": "=", "changed": "~", "added": "+", "removed": "-"}[r.Kind]
		one := r.A
		if one == nil {
			one = r.B
		}
		all = append(all, sign+one.Name)
	}
	return all
}

// frames returns a recording of two frames with a given display.
func frames(display int, uniform float64, data []byte, more bool) []byte {
	return recorded(func(t *tracetest.Thread) {
		swap := func() { t.Call("eglSwapBuffers", display, 1, tracetest.Returns("EGL_TRUE")) }
		t.Call("glClear", 0x4100).Call("glUniform1f", 0, 0.5).Call("glBufferData", "GL_ARRAY_BUFFER", 3, tracetest.Bytes([]byte("abc")), "GL_STATIC_DRAW")
		t.Call("glDrawArrays", "GL_TRIANGLES", 0, 3)
		swap()
		t.Call("glClear", 0x4100).Call("glUniform1f", 0, uniform).Call("glBufferData", "GL_ARRAY_BUFFER", 3, tracetest.Bytes(data), "GL_STATIC_DRAW")
		if more {
			t.Call("glFlush")
		}
		t.Call("glDrawArrays", "GL_TRIANGLES", 0, 3)
		swap()
	})
}

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		uniform float64
		data    string
		more    bool
		want    string
	}{
		{0.5, "abc", false, "[=glClear =glUniform1f =glBufferData =glDrawArrays =eglSwapBuffers]"},
		{0.7, "abc", false, "[=glClear ~glUniform1f =glBufferData =glDrawArrays =eglSwapBuffers]"},
		{0.5, "abd", true, "[=glClear =glUniform1f ~glBufferData +glFlush =glDrawArrays =eglSwapBuffers]"}, // equal text, different bytes
	} {
		s := serve(t, frames(1, c.uniform, []byte(c.data), c.more), Options{})
		if got := getJSON[comparison](t, s, "/api/compare?a=0&b=1"); fmt.Sprint(kinds(got)) != c.want || got.Partial {
			t.Errorf("%+v: %v", c, kinds(got))
		}
	}
	s := serve(t, frames(1, 0.5, []byte("abc"), true), Options{})
	if got := getJSON[comparison](t, s, "/api/compare?a=1&b=0"); got.Summary["removed"] != 1 || got.Summary["same"] != 5 || got.Rows[3].B != nil || got.Rows[3].A.I != 8 {
		t.Errorf("%v, %v", kinds(got), got.Summary)
	}
}

// TestCompareExplains: data is shown from its first difference.
func TestCompareExplains(t *testing.T) {
	of := func(numbers []float32, bytes string) func(*tracetest.Thread) {
		return func(t *tracetest.Thread) {
			var b []byte
			for _, n := range numbers {
				b = binary.LittleEndian.AppendUint32(b, math.Float32bits(n))
			}
			t.Call("glUniformMatrix4fv", 3, 1, false, tracetest.Bytes(b))
			t.Call("glBufferData", "GL_ARRAY_BUFFER", len(bytes), tracetest.Bytes([]byte(bytes)), "GL_STATIC_DRAW")
			t.Call("eglSwapBuffers", 1, 1, tracetest.Returns("EGL_TRUE"))
		}
	}
	one, two := make([]float32, 16), make([]float32, 16)
	two[13] = 0.5
	s := serve(t, recorded(func(t *tracetest.Thread) {
		of(one, "0123456789abcdef")(t)
		of(two, "01234x6789abcdef")(t)
		of(two, "01234x")(t)
	}), Options{})
	got := getJSON[comparison](t, s, "/api/compare?a=0&b=1")
	parts := func(n, arg int) string { return got.Rows[n].A.Args[arg].Part + " | " + got.Rows[n].B.Args[arg].Part }
	if parts(0, 3) != "[13] 0, 0, 0 | [13] 0.5, 0, 0" || parts(1, 2) != "@5 35 36 37 38 39 61 62 63 ... | @5 78 36 37 38 39 61 62 63 ..." {
		t.Errorf("%s; %s", parts(0, 3), parts(1, 2))
	}
	if got = getJSON[comparison](t, s, "/api/compare?a=1&b=2"); parts(1, 2) != "@6 36 37 38 39 61 62 63 64 ... | 6 bytes" {
		t.Error(parts(1, 2))
	}
}

// TestKeys: calls are equal if each part is equal, not if the concatenations are.
func TestKeys(t *testing.T) {
	parts := [][2]string{{"ab", "c"}, {"a", "bc"}, {"abc", ""}, {"ab", "c"}}
	f := open(t, recorded(func(t *tracetest.Thread) {
		for _, of := range parts {
			t.Call("glGetActiveUniform", 4, 0, 64, tracetest.Bytes([]byte(of[0])), tracetest.Bytes([]byte(of[1])), tracetest.Null(), tracetest.Null())
		}
	}))
	keys := map[key]string{}
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		hashed := 0
		keys[keyOf(f, c, []string{c.Function.Name}, false, &hashed)] += fmt.Sprint(c.Index)
		keys[keyOf(f, c, []string{c.Function.Name[:5], c.Function.Name[5:]}, false, &hashed)] += fmt.Sprint(c.Index)
	}
	if got := slices.Sorted(maps.Values(keys)); fmt.Sprint(got) != "[03 03 1 1 2 2]" {
		t.Errorf("equal calls: %v", got)
	}
}

// TestCompareTwo: in two recordings, the same object may have different handles.
func TestCompareTwo(t *testing.T) {
	s := serve(t, frames(1, 0.5, []byte("abc"), false), Options{Other: open(t, frames(2, 0.7, []byte("abc"), false)), OtherName: "b"})
	for path, want := range map[string]string{
		"/api/compare?a=0&b=1&other=other": "[=glClear ~glUniform1f =glBufferData =glDrawArrays =eglSwapBuffers]",
		"/api/compare?a=0&b=1":             "[=glClear =glUniform1f =glBufferData =glDrawArrays =eglSwapBuffers]",
	} {
		if got := fmt.Sprint(kinds(getJSON[comparison](t, s, path))); got != want {
			t.Errorf("%s: %s", path, got)
		}
	}
}

// TestCompareHandles: lists of handles are compared in one recording, but not between two.
func TestCompareHandles(t *testing.T) {
	of := func(configs ...string) []byte {
		return recorded(func(t *tracetest.Thread) {
			for _, config := range configs {
				t.Call("eglChooseConfig", 1, tracetest.Null(), tracetest.Bytes([]byte(config)), 1, tracetest.Bytes([]byte{1, 0, 0, 0}), tracetest.Returns("EGL_TRUE"))
				t.Call("eglSwapBuffers", 1, 1, tracetest.Returns("EGL_TRUE"))
			}
		})
	}
	s := serve(t, of("12345678", "abcdefgh"), Options{Other: open(t, of("87654321"))})
	for path, want := range map[string]string{"/api/compare?a=0&b=1": "[~eglChooseConfig =eglSwapBuffers]", "/api/compare?a=0&b=0&other=other": "[=eglChooseConfig =eglSwapBuffers]"} {
		if got := fmt.Sprint(kinds(getJSON[comparison](t, s, path))); got != want {
			t.Errorf("%s: %s", path, got)
		}
	}
}

// TestCompareAddresses: addresses are not shown as changed between two recordings, except for null.
func TestCompareAddresses(t *testing.T) {
	of := func(address byte, length, offset uint64, name string) []byte {
		return recorded(func(t *tracetest.Thread) {
			list := tracetest.Bytes([]byte{address, 0, 0, 0, 0, 0x7f, 0, 0})
			t.Call("glGetBufferPointerv", "GL_ARRAY_BUFFER", "GL_BUFFER_MAP_POINTER", list)
			t.Call("eglChooseConfig", 1, tracetest.Null(), list, length, tracetest.Bytes([]byte{1, 0, 0, 0}), tracetest.Returns("EGL_TRUE"))
			t.Call("glBufferData", "GL_ARRAY_BUFFER", 4, tracetest.Data{Address: uint64(address), Capture: tracepb.Capture_CAPTURE_OFF}, "GL_STATIC_DRAW")
			t.Call("glDrawElements", "GL_TRIANGLES", 3, "GL_UNSIGNED_SHORT", tracetest.Offset(offset))
			t.Call("glGetUniformLocation", 1, tracetest.String(name), tracetest.Returns(1))
			t.Call("eglMakeCurrent", address, 0, 0, address, tracetest.Returns("EGL_TRUE"))
			t.Call("eglMakeCurrent", address, address*(address&1), 0, 0, tracetest.Returns("EGL_TRUE"))
			t.Call("eglSwapBuffers", address, 1, tracetest.Returns("EGL_TRUE"))
		})
	}
	s := serve(t, of(1, 1, 6, "a"), Options{Other: open(t, of(2, 2, 12, "b"))})
	got := getJSON[comparison](t, s, "/api/compare?a=0&b=0&other=other")
	const want = "[=glGetBufferPointerv ~eglChooseConfig =glBufferData ~glDrawElements ~glGetUniformLocation =eglMakeCurrent ~eglMakeCurrent =eglSwapBuffers]"
	if fmt.Sprint(kinds(got)) != want {
		t.Fatalf("%v, want %s", kinds(got), want)
	}
	if changed := got.Rows[1]; !changed.A.Args[2].Strange || !changed.B.Args[2].Strange || changed.A.Args[2].Part+changed.B.Args[2].Part != "" {
		t.Errorf("%+v, %+v", changed.A.Args, changed.B.Args)
	}
}

// TestLongFrames: of frames with very many calls, only the first calls are compared.
func TestLongFrames(t *testing.T) {
	s := serve(t, recorded(func(t *tracetest.Thread) {
		for range mostCompared + 10 {
			t.Call("glFlush")
		}
		t.Call("eglSwapBuffers", 1, 1, tracetest.Returns("EGL_TRUE"))
	}), Options{})
	if got := getJSON[comparison](t, s, "/api/compare?a=0&b=0"); !got.Partial || len(got.Rows) != mostCompared || got.Summary["same"] != mostCompared {
		t.Errorf("%d rows, %v", len(got.Rows), got.Summary)
	}
}
