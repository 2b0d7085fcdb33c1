package apitrace

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/apitrace/events"
	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/record/recorder"
)

var definitions = sync.OnceValue(func() map[string][]byte {
	all, err := recorder.Definitions()
	if err != nil {
		panic(err)
	}
	return all
})

// traceWriter writes a trace of any version. Arguments are those of fakeArg.
type traceWriter struct {
	*encoder
	version int
	out     *bytes.Buffer
}

func newTraceWriter(version int) *traceWriter {
	out := &bytes.Buffer{}
	w := &traceWriter{newEncoder(newContainer(out)), version, out}
	if w.uint(uint64(version)); version >= 6 {
		w.uint(uint64(version))
		w.text("process.name")
		w.text("/bin/game")
		w.text("")
	}
	return w
}

// begin writes the beginning of a call, and returns its number. Version 5 and later can have a stack.
func (w *traceWriter) begin(thread uint32, fake bool, name string, args ...fakeArg) uint64 {
	names := make([]string, len(args))
	for i, a := range args {
		names[i] = a.name
	}
	w.enter(name+"("+strings.Join(names, ","), thread, name, names)
	if fake && w.version >= 6 {
		w.fake()
	}
	if w.version >= 5 {
		w.write([]byte{events.BacktraceDetail, 1, 7})
		if w.calls == 0 {
			w.write([]byte{2, 4, 'm', 'a', 'i', 'n', 4, 12, 0})
		}
	}
	for i, a := range args {
		w.arg(i)
		w.fakeValue(a.value)
	}
	w.writeByte(events.EndDetail)
	w.calls++
	return w.calls - 1
}

func (w *traceWriter) finish(number uint64, result any) {
	w.writeByte(events.Leave)
	w.uint(number)
	if result != nil {
		w.result()
		w.fakeValue(result)
	}
	w.end()
}

// call writes a call: its name, pairs of parameter and value, and the result, which can be nil.
func (w *traceWriter) call(fake bool, name string, result any, args ...any) *traceWriter {
	var list []fakeArg
	for i := 0; i < len(args); i += 2 {
		list = append(list, fakeArg{args[i].(string), args[i+1]})
	}
	w.finish(w.begin(0, fake, name, list...), result)
	return w
}

func (w *traceWriter) bytes() []byte {
	if err := w.flush(); err != nil {
		panic(err)
	}
	return w.out.Bytes()
}

// begun returns a trace with a context and a window of 64 x 48 pixels.
func begun(version int) *traceWriter {
	w := newTraceWriter(version)
	w.call(false, "eglChooseConfig", named{"EGL_TRUE", 1}, "dpy", address(0xd0), "attrib_list", []int{0x3024, 8, 0x3025, -1, configNone}, "configs", []any{address(0xe0)},
		"config_size", 1, "num_config", []int{1})
	w.call(false, "eglCreateContext", address(0xc1), "dpy", address(0xd0), "config", address(0xe0), "share_context", address(0), "attrib_list", []int{majorVersion, 2, configNone})
	w.call(false, "eglCreateWindowSurface", address(0xf0), "dpy", address(0xd0), "config", address(0xe0), "win", uint64(5), "attrib_list", []int{})
	w.call(false, "eglMakeCurrent", named{"EGL_TRUE", 1}, "dpy", address(0xd0), "draw", address(0xf0), "read", address(0xf0), "ctx", address(0xc1))
	w.call(true, "glViewport", nil, "x", 0, "y", 0, "width", 64, "height", 48)
	return w.call(true, "glScissor", nil, "x", 0, "y", 0, "width", 64, "height", 48)
}

// importAll imports a trace.
func importAll(trace []byte) (*Imported, []byte, error) {
	var out bytes.Buffer
	r, err := Import(context.Background(), bytes.NewReader(trace), &out, ImportOptions{Definitions: definitions()})
	return r, out.Bytes(), err
}

// lines returns the calls of a recording as text. Those that are not of the program begin with a +.
func lines(t *testing.T, recording []byte) (out []string) {
	t.Helper()
	f, err := file.Read(bytes.NewReader(recording), int64(len(recording)))
	if err != nil {
		t.Fatal(err)
	}
	formatter := calltext.NewFormatter(f.Payload)
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		line := formatter.Line(c)
		if c.Synthetic() {
			line = "+" + line
		}
		out = append(out, line)
	}
	return out
}

// imported returns the calls that follow those of begun.
func imported(t *testing.T, w *traceWriter) []string {
	t.Helper()
	const begin = 6
	r, recording, err := importAll(w.bytes())
	if err != nil || r.Cut || r.Unfinished > 0 || r.Format != w.version {
		t.Fatalf("%+v, %v", r, err)
	}
	return lines(t, recording)[begin:]
}

func TestImport(t *testing.T) {
	float := []byte{0, 0, 0x80, 0x3F}
	for _, c := range []struct {
		name  string
		calls func(*traceWriter)
		want  []string
	}{
		{"values", func(w *traceWriter) {
			w.call(false, "glUniform2f", nil, "location", 3, "v0", float32(0.5), "v1", -2)
			w.call(false, "glTexParameterf", nil, "target", named{"GL_TEXTURE_2D", 0xDE1}, "pname", named{"GL_TEXTURE_MIN_FILTER", 0x2801}, "param", named{"GL_LINEAR", 0x2601})
			w.call(false, "glGenTextures", nil, "n", 2, "textures", []int{8, 9})
			w.call(false, "glGetUniformLocation", -1, "program", 4, "name", "color")
			w.call(false, "glFenceSync", address(0x55aa), "condition", named{"GL_SYNC_GPU_COMMANDS_COMPLETE", 0x9117}, "flags", 0)
			w.call(false, "glGetString", "Mesa", "name", named{"GL_VENDOR", 0x1F00})
		}, []string{"glUniform2f(location=3, v0=0.5, v1=-2)", "glTexParameterf(target=GL_TEXTURE_2D, pname=GL_TEXTURE_MIN_FILTER, param=GL_LINEAR)",
			"glGenTextures(n=2, textures=[8, 9])", `glGetUniformLocation(program=4, name="color") = -1`, "glFenceSync(condition=GL_SYNC_GPU_COMMANDS_COMPLETE, flags=GL_NONE) = 0x55aa",
			`glGetString(name=GL_VENDOR) = "Mesa"`}},
		{"texts", func(w *traceWriter) {
			w.call(false, "glShaderSource", nil, "shader", 1, "count", 2, "string", []string{"a", "b\n"}, "length", address(0))
			w.call(false, "glShaderSource", nil, "shader", 1, "count", 2, "string", []string{"ab", "c"}, "length", []int{2, -1})
		}, []string{`glShaderSource(shader=1, count=2, string=["a", "b\n"], length=NULL)`, `glShaderSource(shader=1, count=2, string=["ab", "c"], length=[2, -1])`}},
		{"pointers", func(w *traceWriter) {
			w.call(false, "glDrawElements", nil, "mode", 4, "count", 3, "type", 0x1403, "indices", address(0))
			w.call(false, "glDrawElements", nil, "mode", 4, "count", 3, "type", 0x1401, "indices", blob{0, []byte("abc")})
			w.call(false, "glReadPixels", nil, "x", 0, "y", 0, "width", 1, "height", 1, "format", 0x1908, "type", 0x1401, "pixels", address(0x7f00))
			w.call(false, "glBindBuffer", nil, "target", packBuffer, "buffer", 7)
			w.call(false, "glReadPixels", nil, "x", 0, "y", 0, "width", 1, "height", 1, "format", 0x1908, "type", 0x1401, "pixels", address(0x10))
			w.call(false, "glBufferSubData", nil, "target", packBuffer, "offset", 0, "size", 4, "data", address(0x7f00))
		}, []string{"glDrawElements(mode=GL_TRIANGLES, count=3, type=GL_UNSIGNED_SHORT, indices=offset 0)", "glDrawElements(mode=GL_TRIANGLES, count=3, type=GL_UNSIGNED_BYTE, indices=3 bytes)",
			"glReadPixels(x=0, y=0, width=1, height=1, format=GL_RGBA, type=GL_UNSIGNED_BYTE, pixels=0x7f00 (not captured: disabled by an option of the recording))",
			"glBindBuffer(target=GL_PIXEL_PACK_BUFFER, buffer=7)", "glReadPixels(x=0, y=0, width=1, height=1, format=GL_RGBA, type=GL_UNSIGNED_BYTE, pixels=offset 16)",
			"glBufferSubData(target=GL_PIXEL_PACK_BUFFER, offset=0, size=4, data=0x7f00 (not captured: size unknown))"}},
		{"client arrays", func(w *traceWriter) {
			w.call(false, "glBindBuffer", nil, "target", arrayBuffer, "buffer", 7)
			for range 2 {
				w.call(true, "glBindBuffer", nil, "target", arrayBuffer, "buffer", 0)
				w.call(true, "glVertexAttribPointer", nil, "index", 1, "size", 1, "type", 0x1406, "normalized", 0, "stride", 8, "pointer", blob{8, float})
				w.call(true, "glBindBuffer", nil, "target", arrayBuffer, "buffer", 7)
				w.call(false, "glDrawArrays", nil, "mode", 0, "first", 0, "count", 2)
			}
		}, []string{"glBindBuffer(target=GL_ARRAY_BUFFER, buffer=7)", "+glBindBuffer(target=GL_ARRAY_BUFFER, buffer=0)",
			"+glVertexAttribPointer(index=1, size=1, type=GL_FLOAT, normalized=GL_FALSE, stride=8, pointer=0x1000 (captured at each draw))", "+glBindBuffer(target=GL_ARRAY_BUFFER, buffer=7)",
			vertexData, "glDrawArrays(mode=GL_POINTS, first=0, count=2)", vertexData, "glDrawArrays(mode=GL_POINTS, first=0, count=2)"}},
		{"mapped buffers", func(w *traceWriter) {
			w.call(false, "glBindBuffer", nil, "target", elementBuffer, "buffer", 7)
			w.call(false, "glMapBufferRange", address(0x9000), "target", elementBuffer, "offset", 8, "length", 4, "access", 2)
			w.call(true, "memcpy", address(0x9002), "dest", address(0x9002), "src", blob{0, []byte("ab")}, "n", 2)
			w.call(false, "glUnmapBuffer", 1, "target", elementBuffer)
			w.call(true, "memcpy", address(0x9002), "dest", address(0x9002), "src", blob{0, []byte("ab")}, "n", 2)
		}, []string{"glBindBuffer(target=GL_ELEMENT_ARRAY_BUFFER, buffer=7)", "glMapBufferRange(target=GL_ELEMENT_ARRAY_BUFFER, offset=8, length=4, access=GL_MAP_WRITE_BIT) = 0x9000",
			"+gltrace.Mapped(target=GL_ELEMENT_ARRAY_BUFFER, buffer=7, offset=10, length=2, data=2 bytes)", "glUnmapBuffer(target=GL_ELEMENT_ARRAY_BUFFER) = GL_TRUE"}},
		{"pixels with gaps", func(w *traceWriter) {
			tex := func(data string) {
				w.call(false, "glTexSubImage2D", nil, "target", 0xDE1, "level", 0, "xoffset", 0, "yoffset", 0, "width", 1, "height", 2, "format", 0x1909, "type", 0x1401, "pixels", blob{0, []byte(data)})
			}
			tex("a...b")
			w.call(false, "glPixelStorei", nil, "pname", named{"GL_UNPACK_ALIGNMENT", alignment}, "param", 1)
			tex("ab")
			w.call(true, "glPixelStorei", nil, "pname", named{"GL_UNPACK_SKIP_ROWS", skipRows}, "param", 1)
			tex(".ab")
		}, []string{texSub, "glPixelStorei(pname=GL_UNPACK_ALIGNMENT, param=1)", texSub, texSub}},
		{"attributes", func(w *traceWriter) {
			w.call(true, "glBindAttribLocation", nil, "program", 4, "index", 3, "name", "position")
			w.call(false, "glLinkProgram", nil, "program", 4)
		}, []string{"glLinkProgram(program=4)", `+glGetAttribLocation(program=4, name="position") = 3`}},
		{"deleted vertex arrays", func(w *traceWriter) {
			array := func() {
				w.call(true, "glVertexAttribPointer", nil, "index", 1, "size", 1, "type", 0x1406, "normalized", 0, "stride", 8, "pointer", blob{8, float})
				w.call(false, "glDrawArrays", nil, "mode", 0, "first", 0, "count", 2)
			}
			w.call(false, "glBindVertexArray", nil, "array", 3)
			w.call(false, "glVertexAttribDivisor", nil, "index", 1, "divisor", 2)
			array()
			w.call(false, "glDeleteVertexArrays", nil, "n", 1, "arrays", []int{3})
			w.call(false, "glBindVertexArray", nil, "array", 3)
			array()
		}, []string{"glBindVertexArray(array=3)", "glVertexAttribDivisor(index=1, divisor=2)", definesArray, strings.Replace(vertexData, "divisor=0", "divisor=2", 1),
			"glDrawArrays(mode=GL_POINTS, first=0, count=2)", "glDeleteVertexArrays(n=1, arrays=[3])", "glBindVertexArray(array=3)", definesArray, vertexData,
			"glDrawArrays(mode=GL_POINTS, first=0, count=2)"}},
		{"surfaces with the same handle", func(w *traceWriter) {
			current := func() {
				w.call(false, "eglMakeCurrent", named{"EGL_TRUE", 1}, "dpy", address(0xd0), "draw", address(0xf0), "read", address(0xf0), "ctx", address(0xc1))
				w.call(false, "glViewport", nil, "x", 0, "y", 0, "width", 80, "height", 20)
			}
			w.call(false, "eglDestroySurface", named{"EGL_TRUE", 1}, "dpy", address(0xd0), "surface", address(0xf0))
			w.call(false, "eglCreatePbufferSurface", address(0xf0), "dpy", address(0xd0), "config", address(0xe0), "attrib_list", []int{})
			current()
			w.call(false, "eglTerminate", named{"EGL_TRUE", 1}, "dpy", address(0xd0))
			current()
			w.call(false, "eglCreateWindowSurface", address(0xf0), "dpy", address(0xd0), "config", address(0xe0), "win", uint64(5), "attrib_list", []int{})
			current()
		}, []string{"eglDestroySurface(dpy=0xd0, surface=0xf0) = EGL_TRUE", "eglCreatePbufferSurface(dpy=0xd0, config=0xe0, attrib_list=NULL) = 0xf0", makesCurrent, viewport80,
			"eglTerminate(dpy=0xd0) = EGL_TRUE", makesCurrent, viewport80, "eglCreateWindowSurface(dpy=0xd0, config=0xe0, win=0x5, attrib_list=NULL) = 0xf0", makesCurrent,
			strings.Replace(strings.Replace(surface, "width=64", "width=80", 1), "height=48", "height=20", 1), viewport80}},
		{"windows", func(w *traceWriter) {
			w.call(false, "glViewport", nil, "x", 0, "y", 0, "width", 80, "height", 20)
			w.call(false, "glBindFramebuffer", nil, "target", anyFramebuffer, "framebuffer", 1)
			w.call(false, "glViewport", nil, "x", 0, "y", 0, "width", 512, "height", 512)
		}, []string{strings.Replace(surface, "width=64", "width=80", 1), "glViewport(x=0, y=0, width=80, height=20)", "glBindFramebuffer(target=GL_FRAMEBUFFER, framebuffer=1)",
			"glViewport(x=0, y=0, width=512, height=512)"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := begun(events.Version)
			c.calls(w)
			if got := imported(t, w); !slices.Equal(got, c.want) {
				t.Errorf("\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

const (
	makesCurrent = "eglMakeCurrent(dpy=0xd0, draw=0xf0, read=0xf0, ctx=0xc1) = EGL_TRUE"
	viewport80   = "glViewport(x=0, y=0, width=80, height=20)"
	definesArray = "+glVertexAttribPointer(index=1, size=1, type=GL_FLOAT, normalized=GL_FALSE, stride=8, pointer=0x1000 (captured at each draw))"
	vertexData   = "+gltrace.VertexData(index=1, size=1, type=GL_FLOAT, normalized=GL_FALSE, integer=GL_FALSE, stride=8, first=0, count=2, divisor=0, start=0, data=12 bytes)"
	texSub       = "glTexSubImage2D(target=GL_TEXTURE_2D, level=0, xoffset=0, yoffset=0, width=1, height=2, format=GL_LUMINANCE, type=GL_UNSIGNED_BYTE, pixels=2 bytes)"
	surface      = "+gltrace.Surface(display=0xd0, surface=0xf0, kind=EGL_WINDOW_BIT, width=64, height=48, config=0, red=8, green=0, blue=0, alpha=0, depth=0, stencil=0, samples=0, colorspace=0, surface_type=0, renderable_type=0)"
)

// Data that was written to mapped memory is lost if the buffer is not known.
func TestImportLost(t *testing.T) {
	w := newTraceWriter(events.Version)
	write := func() {
		w.call(true, "memcpy", address(0x9002), "dest", address(0x9002), "src", blob{0, []byte("ab")}, "n", 2)
	}
	write()
	w.call(false, "glBindBuffer", nil, "target", elementBuffer, "buffer", 7)
	write()
	r, _, err := importAll(w.bytes())
	if err != nil || r.Lost != 2 || r.Calls != 1 {
		t.Errorf("%+v, %v", r, err)
	}
}

// apitrace rounds the number of vectors of an array with a divisor down. A draw that needs one more lacks data, which its recording
// says.
func TestImportDivisor(t *testing.T) {
	for _, c := range []struct {
		instances, divisor, vectors int
		short                       int
	}{{4, 2, 2, 0}, {5, 2, 2, 1}, {5, 0, 2, 0}, {1, 1, 1, 0}, {7, 3, 3, 0}, {7, 3, 2, 1}} {
		w := begun(events.Version)
		w.call(false, "glVertexAttribDivisor", nil, "index", 1, "divisor", c.divisor)
		w.call(true, "glVertexAttribPointer", nil, "index", 1, "size", 1, "type", 0x1406, "normalized", 0, "stride", 4, "pointer", blob{0, make([]byte, 4*c.vectors)})
		w.call(false, "glDrawArraysInstanced", nil, "mode", 0, "first", 0, "count", 2, "instancecount", c.instances)
		r, out, err := importAll(w.bytes())
		if err != nil || r.Short != c.short {
			t.Fatalf("%+v: %+v, %v", c, r, err)
		}
		f, err := file.Read(bytes.NewReader(out), int64(len(out)))
		if err != nil {
			t.Fatal(err)
		}
		lacking, list := file.LackingArrays{}, 0
		for c, err := range f.Calls(0, f.Len()) {
			if err != nil {
				t.Fatal(err)
			}
			if lacking.Add(c) {
				list++
			}
		}
		if list != c.short {
			t.Errorf("%+v: %d draws lack data", c, list)
		}
	}
}

// A million names are deleted in one pass, also with mapped and bound buffers.
func TestImportDeletesMany(t *testing.T) {
	x := &importer{contexts: map[uint64]*importContext{}}
	s := &importContext{contextState: *newContextState(), mapped: &mappings{}, arrays: map[uint64]vertexArray{}}
	for i := range uint64(mostMapped) {
		s.bind(i, i)
		s.mapped.set(importMapping{address: i << 12, size: 1, buffer: i})
	}
	if len(s.bound) != mostTargets {
		t.Errorf("%d targets are kept", len(s.bound))
	}
	w := newTraceWriter(events.Version)
	names := make([]int, 1<<20)
	for i := range names {
		names[i] = i
	}
	w.call(false, "glDeleteBuffers", nil, "n", len(names), "buffers", names)
	r, err := events.NewReader(bytes.NewReader(w.bytes()))
	if err != nil {
		t.Fatal(err)
	}
	c, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	before, set := time.Now(), map[int]bool{}
	for _, name := range names {
		set[name] = true
	}
	once := time.Since(before) // a pass over the names
	before = time.Now()
	x.deletedBuffers(&importThread{context: s}, c)
	if took := time.Since(before); took > 30*once {
		t.Errorf("it took %s, a pass over %d names takes %s", took, len(set), once)
	}
	if len(s.bound) != 0 || len(s.mapped.list) != 0 {
		t.Errorf("%d bindings and %d mappings are left", len(s.bound), len(s.mapped.list))
	}
}

// A definition is decoded once, however many signatures have its name.
func TestImportSignatures(t *testing.T) {
	x, err := newImporter(&events.Reader{}, io.Discard, definitions())
	if err != nil {
		t.Fatal(err)
	}
	params := []string{"target", "buffer"}
	first, err := x.plan(&events.Function{Name: "glBindBuffer", Params: params})
	if err != nil || !first.known {
		t.Fatalf("%+v, %v", first, err)
	}
	if again, err := x.plan(&events.Function{Name: "glBindBuffer", Params: params}); again != first || err != nil {
		t.Errorf("another plan, %v", err)
	}
	if own, err := x.planOf("glBindBuffer"); own != first || err != nil {
		t.Errorf("another plan of the call that the import adds, %v", err)
	}
	for _, f := range []*events.Function{{Name: "glBindBuffer", Params: params[:1]}, {Name: "gltrace.Mapped"}, {Name: "glNoSuchFunction"}} {
		if p, err := x.plan(f); p.known || err != nil {
			t.Errorf("%s with %d parameters is known, %v", f.Name, len(f.Params), err)
		}
	}
	if len(x.decoded) != 1 {
		t.Errorf("%d definitions are kept", len(x.decoded))
	}
}

// A recording begins with its context and the size of its window, in all versions of the format and in each container.
func TestImportVersions(t *testing.T) {
	want := []string{"eglCreateContext(", "eglCreateWindowSurface(", "eglMakeCurrent(", "+gltrace.Context(number=1, handle=0xc1, major=2, minor=0, share=1, desktop=GL_FALSE)", surface}
	for version := events.Oldest; version <= events.Version; version++ {
		trace := begun(version).bytes()
		for name, packed := range map[string][]byte{"snappy": trace, "gzip": repacked(t, trace, func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }),
			"zstd": repacked(t, trace, func(w io.Writer) io.WriteCloser { z, _ := zstd.NewWriter(w); return z })} {
			r, recording, err := importAll(packed)
			if err != nil || r.Format != version {
				t.Fatalf("version %d, %s: %+v, %v", version, name, r, err)
			}
			got := lines(t, recording)[1:]
			for i := range want {
				if !strings.HasPrefix(got[i], want[i]) {
					t.Errorf("version %d, %s: %q, expected %q", version, name, got[i], want[i])
				}
			}
		}
	}
	if _, _, err := importAll(newTraceWriter(3).bytes()); err == nil || err.Error() != "version 3 of apitrace's format is not supported: only 4 to 6 are" {
		t.Error(err)
	}
	if _, _, err := importAll([]byte("GLTRACE\x01")); err != events.ErrFormat {
		t.Error(err)
	}
}

// repacked returns a trace in another container.
func repacked(t *testing.T, trace []byte, pack func(io.Writer) io.WriteCloser) []byte {
	t.Helper()
	var out bytes.Buffer
	w := pack(&out)
	if _, err := w.Write(unpacked(t, trace)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Calls of other APIs are refused, and unknown functions are counted.
func TestImportOthers(t *testing.T) {
	w := begun(events.Version)
	w.call(false, "glBegin", nil, "mode", 4).call(false, "glBegin", nil, "mode", 4).call(false, "glFlush", nil, "more", 1).call(true, "malloc", address(1), "size", 4)
	w.call(false, "gltrace.Error", nil, "error", 1280) // a name of the recorder
	r, _, err := importAll(w.bytes())
	if err != nil || r.Calls != 4 || !maps.Equal(r.LeftOut, map[string]int{"glBegin": 2, "glFlush": 1, "gltrace.Error": 1}) {
		t.Errorf("%+v, %v", r, err)
	}
	w = newTraceWriter(events.Version)
	w.call(false, "eglBindAPI", named{"EGL_TRUE", 1}, "api", named{"EGL_OPENGL_API", desktopAPI})
	w.call(false, "eglCreateContext", address(0xc1), "dpy", address(0xd0), "config", address(0xe0), "share_context", address(0), "attrib_list", []int{})
	if _, _, err := importAll(w.bytes()); err != errDesktop {
		t.Error(err)
	}
	w = newTraceWriter(events.Version).call(false, "glXSwapBuffers", nil, "dpy", address(1), "drawable", 2)
	if _, _, err := importAll(w.bytes()); err == nil || err.Error() != "the trace calls glXSwapBuffers: only traces of EGL with OpenGL ES can be imported" {
		t.Error(err)
	}
	if _, _, err := importAll(newTraceWriter(events.Version).bytes()); err == nil || err.Error() != "the trace has no calls of EGL or OpenGL ES" {
		t.Error(err)
	}
}

// Calls are in the order in which they returned, on the threads that made them, although they have no times.
func TestImportThreads(t *testing.T) {
	w := newTraceWriter(events.Version)
	wait := w.begin(5, false, "eglWaitClient")
	for range 3 {
		w.finish(w.begin(0, false, "eglGetError"), 0x3000)
		w.finish(w.begin(7, false, "eglQueryAPI"), 0x30A0)
	}
	w.finish(wait, 1)
	w.begin(0, false, "eglReleaseThread")
	r, recording, err := importAll(w.bytes())
	if err != nil || r.Unfinished != 1 || r.Calls != 7 {
		t.Fatalf("%+v, %v", r, err)
	}
	f, err := file.Read(bytes.NewReader(recording), int64(len(recording)))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil || c.Duration != file.Untimed || c.Start != 0 {
			t.Fatalf("%+v, %v", c, err)
		}
		got = append(got, fmt.Sprint(c.Thread, c.Function.Name))
	}
	want := []string{"1eglGetError", "2eglQueryAPI", "1eglGetError", "2eglQueryAPI", "1eglGetError", "2eglQueryAPI", "3eglWaitClient"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, expected %q", got, want)
	}
	if reasons, err := f.CannotReplay(t.Context()); err != nil || len(reasons) > 0 {
		t.Errorf("%+v, %v", reasons, err)
	}
}

// A truncated trace is imported up to the cut.
func TestImportCut(t *testing.T) {
	w := begun(events.Version)
	if err := w.flush(); err != nil {
		t.Fatal(err)
	}
	whole := w.out.Len()
	w.call(false, "glFlush", nil)
	trace := w.bytes()
	_, all, err := importAll(trace)
	if err != nil {
		t.Fatal(err)
	}
	for n := whole; n < len(trace); n++ {
		r, recording, err := importAll(trace[:n])
		if err != nil || r.Cut != (n > whole) || len(lines(t, recording)) != len(lines(t, all))-1 {
			t.Fatalf("%d of %d bytes: %+v, %v", n, len(trace), r, err)
		}
	}
}

// The calls of a recording are in its import after an export, in the same order.
func TestRoundTrip(t *testing.T) {
	for name, recording := range map[string][]byte{"sample": tracetest.Sample(5), "arrays": arrays()} {
		var trace bytes.Buffer
		if err := export(recording, &trace); err != nil {
			t.Fatal(err)
		}
		r, imported, err := importAll(trace.Bytes())
		if err != nil || len(r.LeftOut) > 0 || r.Cut || r.Unfinished > 0 {
			t.Fatalf("%s: %+v, %v", name, r, err)
		}
		rest := ofProgram(lines(t, imported))
		for _, want := range ofProgram(lines(t, recording)) {
			at := slices.Index(rest, want)
			if at < 0 {
				t.Fatalf("%s: missing: %s\n%.2000s", name, want, strings.Join(rest, "\n"))
			}
			rest = rest[at+1:]
		}
	}
}

// ofProgram returns the calls of the program. A trace does not have why data is missing.
func ofProgram(calls []string) (out []string) {
	for _, c := range calls {
		if !strings.HasPrefix(c, "+") {
			out = append(out, strings.ReplaceAll(c, "size unknown", "disabled by an option of the recording"))
		}
	}
	return out
}
