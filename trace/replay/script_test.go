package replay

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// functions numbers all commands of the registry.
var functions = sync.OnceValue(func() map[string]uint16 {
	all := map[string]uint16{}
	for i, c := range registry.Builtin().Commands {
		all[c.Name] = uint16(i)
	}
	return all
})

func functionName(id uint16) string {
	own := []string{"SURFACE", "RESIZE", "CONFIG", "VERTICES", "MAPPED", "SOURCE", "TIME", "FRAME", "END", "VALUE", "KEEP"}
	switch id {
	case OpContext:
		return "CONTEXT"
	case OpPayload:
		return "PAYLOAD"
	case OpChange:
		return "CHANGE"
	}
	if id >= OpSurface {
		return own[id-OpSurface]
	}
	for name, n := range functions() {
		if n == id {
			return name
		}
	}
	return fmt.Sprint("function ", id)
}

// recording returns a recording of the calls that write makes on a thread.
func recording(t testing.TB, write func(*tracetest.Thread)) *file.File {
	t.Helper()
	return recordingOf(t, func(w *tracetest.Writer) { write(w.Thread(1)) })
}

// recordingOf returns a recording that write writes.
func recordingOf(t testing.TB, write func(*tracetest.Writer)) *file.File {
	t.Helper()
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{})
	write(w)
	w.Close()
	f, err := file.Read(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// operations returns the script of a recording as lines of text.
func operations(t testing.TB, f *file.File, o Options) (lines []string, s *Script) {
	t.Helper()
	s, err := New(t.Context(), f, functions(), o)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := s.Write(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	b, ok := bytes.CutPrefix(out.Bytes(), []byte(magic))
	if !ok {
		t.Fatalf("script begins with %q", out.Bytes()[:8])
	}
	for len(b) > 0 {
		size := binary.LittleEndian.Uint32(b)
		lines = append(lines, operationText(b[:size]))
		b = b[size:]
	}
	return lines, s
}

var kindNames = []string{"", "r", "data", "offset ", "names", "handles", "texts", "out", "out-names", "out-handles", "callback", "lists", "wide", "kept ", "slots"}

// operationText returns an operation as text: the result, the function and the arguments.
func operationText(b []byte) string {
	le := binary.LittleEndian
	n := int(b[12])
	var args []string
	for i := range n {
		v, k := le.Uint64(b[24+8*i:]), Kind(b[24+8*n+i])
		text := kindNames[k]
		switch k {
		case KindNumber, KindRegister, KindOffset, KindKept:
			text += fmt.Sprint(int64(v))
		case KindData, KindTexts:
			text += fmt.Sprintf("%q", b[uint32(v):][:v>>32])
		case KindNames, KindOutNames, KindHandles, KindOutHandles, KindSlots:
			text += fmt.Sprint(registersIn(b[uint32(v):][:v>>32]))
		case KindWide:
			text += fmt.Sprint(v >> 35)
		}
		args = append(args, text)
	}
	text := fmt.Sprintf("%s(%s)", functionName(le.Uint16(b[4:])), strings.Join(args, ", "))
	if r := le.Uint32(b[8:]); r != 0 {
		text = fmt.Sprintf("r%d = %s", r, text)
	}
	if b[13]&flagSynthetic != 0 {
		text = "+" + text
	}
	return text
}

func registersIn(b []byte) (out []uint32) {
	for ; len(b) >= 4; b = b[4:] {
		out = append(out, binary.LittleEndian.Uint32(b))
	}
	return out
}

func check(t *testing.T, got []string, want string) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(want), "\n")
	for i := range max(len(got), len(lines)) {
		g, w := "", ""
		if i < len(got) {
			g = got[i]
		}
		if i < len(lines) {
			w = strings.TrimSpace(lines[i])
		}
		if g != w {
			t.Errorf("operation %d:\n got %s\nwant %s", i, g, w)
		}
	}
}

func words(list ...uint32) tracetest.Data {
	var b []byte
	for _, n := range list {
		b = binary.LittleEndian.AppendUint32(b, n)
	}
	return tracetest.Bytes(b)
}

// Names are registers from their creation to their deletion; names that the program chose are numbers.
func TestNames(t *testing.T) {
	got, _ := operations(t, recording(t, func(c *tracetest.Thread) {
		c.NewContext(1, 0xc1, 3, 2, 1)
		c.Call("glGenTextures", 2, words(7, 9))
		c.Call("glBindTexture", "GL_TEXTURE_2D", 9)
		c.Call("glBindTexture", "GL_TEXTURE_2D", 33)
		c.Call("glDeleteTextures", 3, words(9, 33, 0))
		c.Call("glBindTexture", "GL_TEXTURE_2D", 9)
		c.Call("glDeleteTextures", 1, words(34))
		c.Call("glCreateShader", "GL_VERTEX_SHADER", tracetest.Returns(3))
		c.Call("glCreateProgram", tracetest.Returns(4))
		c.Call("glAttachShader", 4, 3)
		c.Call("glDeleteShader", 3)
		c.Call("glDetachShader", 4, 3)
		c.Call("glFenceSync", "GL_SYNC_GPU_COMMANDS_COMPLETE", 0, tracetest.Returns(uint64(0x7f0012345678)))
		c.Call("glDeleteSync", uint64(0x7f0012345678))
		c.Call("glObjectLabel", "GL_TEXTURE", 7, -1, tracetest.String("sky"))
	}), Options{To: -1})
	check(t, got, `
		FRAME(0)
		glGenTextures(2, out-names[1 2])
		glBindTexture(3553, r2)
		glBindTexture(3553, 33)
		VALUE(3, 33)
		glDeleteTextures(3, names[2 3 0])
		glBindTexture(3553, 9)
		glDeleteTextures(1, data"\"\x00\x00\x00")
		r2 = glCreateShader(35633)
		r3 = glCreateProgram()
		glAttachShader(r3, r2)
		glDeleteShader(r2)
		glDetachShader(r3, r2)
		r4 = glFenceSync(37143, 0)
		glDeleteSync(r4)
		glObjectLabel(5890, r1, -1, data"sky\x00")
		END()`)
}

// A recording becomes the calls, with the operations of the player before and after them.
func TestCalls(t *testing.T) {
	b := calls()
	f, err := file.Read(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	got, s := operations(t, f, Options{To: -1, Timed: true})
	check(t, got, `
		FRAME(0)
		TIME(0)
		r1 = eglGetDisplay(0)
		eglChooseConfig(r1, 0, out-handles[2 3], 2, out)
		CONFIG(3, data"80\x00\x00")
		r4 = eglCreateContext(r1, r3, 0, 0)
		CONFIG(2, data"!0\x00\x00\x00\x00\x00\x00\"0\x00\x00\b\x00\x00\x00#0\x00\x00\b\x00\x00\x00$0\x00\x00\b\x00\x00\x00%0\x00\x00\x18\x00\x00\x00&0\x00\x00\b\x00\x00\x0010\x00\x00\x00\x00\x00\x00@0\x00\x00\x04\x00\x00\x0080\x00\x00")
		SURFACE(64, 48)
		r5 = eglCreateWindowSurface(r1, r2, 5, 0)
		eglMakeCurrent(r1, r5, r5, r4)
		CONTEXT(r4)
		glGenBuffers(1, out-names[6])
		glBindBuffer(34962, r6)
		VERTICES(1, 2, 5120, 1, 0, 4, 2, 1, 1, data"xab")
		glDrawArrays(0, 2, 1)
		glMapBufferRange(34962, 8, 4, 2)
		MAPPED(r6, 10, data"ab")
		r7 = glCreateProgram()
		glShaderSource(1, 2, texts"a\x00b\x00", data"\x01\x00\x00\x00\xff\xff\xff\xff")
		+glBindAttribLocation(r7, 1, data"position\x00")
		glLinkProgram(r7)
		glUseProgram(r7)
		+r8 = glGetUniformLocation(r7, data"color\x00")
		glUniform1i(r8, 5)
		VALUE(9, 8)
		glDeleteBuffers(2, names[6 9])
		SOURCE(1, 1, 875713112, data"abcd")
		r6 = eglCreateImage(r1, 0, 12912, 0, wide2)
		RESIZE(r5, 65, 48)
		TIME(3600)
		eglSwapBuffers(r1, r5)
		FRAME(1)
		eglDestroyImage(r1, r6)
		END()`)
	left := []LeftOut{{missingObject, 1, 26, []string{"eglDestroySurface"}}}
	if got := s.LeftOut(); !reflect.DeepEqual(got, left) || s.Plays(26) || !s.Plays(25) {
		t.Errorf("left out: %v", got)
	}
}

// A call that failed is made with a null pointer instead of the data that the driver did not read. A call whose data has an unknown
// size is left out.
func TestFailedCalls(t *testing.T) {
	f := recording(t, func(one *tracetest.Thread) {
		one.NewContext(1, 7, 3, 2, 1)
		one.Call("glDrawElements", "GL_POINTS", -1, "GL_UNSIGNED_BYTE", tracetest.Uncaptured(tracepb.Capture_CAPTURE_FAILED))
		one.Call("glBufferSubData", "GL_ARRAY_BUFFER", 0, 4, tracetest.Uncaptured(tracepb.Capture_CAPTURE_UNKNOWN))
	})
	got, s := operations(t, f, Options{To: -1})
	check(t, got, `
		FRAME(0)
		glDrawElements(0, -1, 5121, 0)
		END()`)
	left := s.LeftOut()
	if len(left) != 1 || left[0].Reason != missingData || !slices.Equal(left[0].Functions, []string{"glBufferSubData"}) {
		t.Errorf("left out: %v", left)
	}
}

// With Images, each thread waits for the GPU at the end, and makes its context current again: the recorder then reads images.
func TestPendingImages(t *testing.T) {
	got, _ := operations(t, recording(t, func(c *tracetest.Thread) {
		c.Call("eglGetDisplay", 0, tracetest.Returns(0xd0))
		c.Call("eglCreateContext", 0xd0, 0, 0, tracetest.Null(), tracetest.Returns(0xc1))
		c.Call("eglMakeCurrent", 0xd0, 0, 0, 0xc1, tracetest.Returns(1))
		c.Call("glDrawArrays", "GL_POINTS", 0, 1)
	}), Options{To: -1, Images: true})
	check(t, got, `
		FRAME(0)
		r1 = eglGetDisplay(0)
		r2 = eglCreateContext(r1, 0, 0, 0)
		eglMakeCurrent(r1, 0, 0, r2)
		CONTEXT(r2)
		glDrawArrays(0, 0, 1)
		+glFinish()
		+eglMakeCurrent(r1, 0, 0, r2)
		END()`)
}

// Handles of bindless textures are registers; those of another driver have other values.
func TestTextureHandles(t *testing.T) {
	const handle = uint64(0x100000005)
	got, s := operations(t, recording(t, func(c *tracetest.Thread) {
		c.NewContext(1, 0xc1, 3, 2, 1)
		c.Call("glGetTextureHandleNV", 7, tracetest.Returns(handle))
		c.Call("glMakeTextureHandleResidentNV", handle)
		c.Call("glUniformHandleui64NV", 3, handle)
		c.Call("glUniformHandleui64NV", 3, handle+1)
		c.Call("glUniformHandleui64vNV", 3, 1, tracetest.Bytes(binary64([]uint64{handle})))
	}), Options{To: -1})
	check(t, got, `
		FRAME(0)
		r1 = glGetTextureHandleNV(7)
		glMakeTextureHandleResidentNV(r1)
		glUniformHandleui64NV(3, r1)
		END()`)
	if left := s.LeftOut(); len(left) != 2 || left[0].Reason != missingObject || s.LeftOutOfFrames() != 2 {
		t.Errorf("left out: %+v", left)
	}
}

// A call of EGL that failed because its object did not exist is not made, and does not count as a difference.
func TestInvalidObjectOfFailedCall(t *testing.T) {
	for returned, reason := range map[int]string{0: invalidObject, 1: missingObject} {
		_, s := operations(t, recording(t, func(c *tracetest.Thread) {
			c.Call("eglDestroySurface", 0, uint64(0x7f0012345678), tracetest.Returns(returned))
		}), Options{To: -1})
		if left := s.LeftOut(); len(left) != 1 || left[0].Reason != reason || s.LeftOutOfFrames() != returned {
			t.Errorf("eglDestroySurface = %d: left out: %+v, %d of the frames", returned, left, s.LeftOutOfFrames())
		}
	}
}

// What a recording repeats is one fact.
func TestFacts(t *testing.T) {
	of := func(repeats int) int {
		_, s := operations(t, recording(t, func(c *tracetest.Thread) {
			c.NewContext(1, 0xc1, 3, 2, 1)
			for range repeats {
				c.Call("glLinkProgram", 4)
				c.Call("eglGetConfigAttrib", 0xd0, 0xe0, "EGL_RED_SIZE", words(8), tracetest.Returns(1))
			}
		}), Options{To: -1})
		return s.survey.kept
	}
	if one, many := of(1), of(10); one != 4 || many != one {
		t.Errorf("%d facts, repeated %d", one, many)
	}
}

// Windows have the size of the options from their creation on; pixmaps have their own.
func TestWindowSize(t *testing.T) {
	surface := func(handle, width, height int) []any {
		return []any{0xd0, handle, "EGL_WINDOW_BIT", width, height, 1, 8, 8, 8, 0, 24, 8, 0, 0, "EGL_WINDOW_BIT", "EGL_OPENGL_ES2_BIT"}
	}
	f := recording(t, func(c *tracetest.Thread) {
		c.Call("eglCreateWindowSurface", 0, 0, 5, tracetest.Null(), tracetest.Returns(0xf0))
		c.Call("eglCreatePixmapSurface", 0, 0, 6, tracetest.Null(), tracetest.Returns(0xf1))
		for _, size := range []int{64, 65} {
			c.Synthetic("gltrace.Surface", surface(0xf0, size, size)...)
			c.Synthetic("gltrace.Surface", surface(0xf1, size, size)...)
		}
	})
	got, _ := operations(t, f, Options{To: -1, Width: 640, Height: 480})
	check(t, got, `
		FRAME(0)
		SURFACE(640, 480)
		r1 = eglCreateWindowSurface(0, 0, 5, 0)
		SURFACE(64, 64)
		r2 = eglCreatePixmapSurface(0, 0, 6, 0)
		RESIZE(r2, 65, 65)
		END()`)
}

// The device that a display returns is a handle in an array of EGLAttrib.
func TestDevice(t *testing.T) {
	got, s := operations(t, recording(t, func(c *tracetest.Thread) {
		c.Call("eglGetDisplay", 0, tracetest.Returns(0xd0))
		c.Call("eglQueryDisplayAttribEXT", 0xd0, "EGL_DEVICE_EXT", tracetest.Bytes(binary64([]uint64{0xde})), tracetest.Returns(1))
		c.Call("eglQueryDeviceStringEXT", 0xde, "EGL_EXTENSIONS")
	}), Options{To: -1})
	check(t, got, `
		FRAME(0)
		r1 = eglGetDisplay(0)
		eglQueryDisplayAttribEXT(r1, 12844, out-handles[2])
		eglQueryDeviceStringEXT(r2, 12373)
		END()`)
	if left := s.LeftOut(); len(left) > 0 {
		t.Errorf("left out: %v", left)
	}
}

// TestLostData checks that a call is left out if the data that it passes was in a damaged part of the file, also if the pointer can be
// null. Data that the driver writes is not needed.
func TestLostData(t *testing.T) {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{})
	one := w.Thread(1)
	one.Call("glBufferData", "GL_ARRAY_BUFFER", 4, words(1), "GL_STATIC_DRAW")
	one.Call("glGenTextures", 1, words(2))
	one.Call("glReadPixels", 0, 0, 1, 1, "GL_RGBA", "GL_UNSIGNED_BYTE", words(3))
	w.Close()
	for i, want := range []string{"glBufferData", "glGenTextures", ""} {
		data, at := []byte(nil), 0
		for _, d := range tracetest.Damage(out.Bytes()) {
			if d.Type == tracepb.ChunkType_CHUNK_PAYLOAD {
				if at == i {
					data = d.Data
				}
				at++
			}
		}
		f, err := file.Read(bytes.NewReader(data), int64(len(data)))
		if err != nil || at != 3 {
			t.Fatal(at, err)
		}
		_, s := operations(t, f, Options{To: -1})
		got := ""
		for _, left := range s.LeftOut() {
			got += strings.Join(left.Functions, " ")
		}
		if got != want {
			t.Errorf("payload %d: left out %q, want %q", i+1, got, want)
		}
	}
}
