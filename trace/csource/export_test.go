package csource

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

var update = flag.Bool("update", false, "rewrite the expected program")

// memoryStore keeps data in memory.
type memoryStore map[string][]byte

func (s memoryStore) Add(data []byte) (string, error) {
	sum := sha256.Sum256(data)
	name := hex.EncodeToString(sum[:]) + ".bin"
	s[name] = bytes.Clone(data)
	return name, nil
}

// export converts a recording.
func export(recording []byte, last int) (text string, data memoryStore, x *Export, err error) {
	f, err := file.Read(bytes.NewReader(recording), int64(len(recording)))
	if err != nil {
		return "", nil, nil, err
	}
	if x, err = New(context.Background(), f, last); err != nil {
		return "", nil, nil, err
	}
	var out bytes.Buffer
	x.Title, x.DataName, data = "a \"*/\n.gltrace", "game.c.data", memoryStore{}
	err = x.Write(context.Background(), &out, data)
	return out.String(), data, x, err
}

func words(list ...uint32) tracetest.Data {
	var b []byte
	for _, n := range list {
		b = binary.LittleEndian.AppendUint32(b, n)
	}
	return tracetest.Bytes(b)
}

// scene returns a recording with the calls that are not written as they are.
func scene() []byte {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{})
	t := w.Thread(1)
	t.Call("eglGetDisplay", 0, tracetest.Returns(0xd0))
	t.Call("eglInitialize", 0xd0, tracetest.Null(), tracetest.Null(), tracetest.Returns(1))
	t.Call("eglChooseConfig", 0xd0, tracetest.Null(), tracetest.Bytes(make([]byte, 8)), 1, words(1), tracetest.Returns(1))
	t.Call("eglCreateContext", 0xd0, 0xe0, 0, words(0x3098, 2, 0x3038), tracetest.Returns(0xc1))
	t.NewContext(1, 0xc1, 3, 2, 1)
	t.Call("eglCreateWindowSurface", 0xd0, 0xe0, 5, tracetest.Null(), tracetest.Returns(0xf0))
	t.Call("eglMakeCurrent", 0xd0, 0xf0, 0xf0, 0xc1, tracetest.Returns(1))
	t.Synthetic("gltrace.Surface", 0xd0, 0xf0, "EGL_WINDOW_BIT", 64, 48, 1, 8, 8, 8, 0, 24, 8, 0, 0, "EGL_WINDOW_BIT", "EGL_OPENGL_ES2_BIT")
	t.Call("glPushDebugGroupKHR", "GL_DEBUG_SOURCE_APPLICATION", 1, -1, tracetest.String("shadows */ \n"))
	t.Call("glCreateShader", "GL_VERTEX_SHADER", tracetest.Returns(3))
	t.Call("glShaderSource", 3, 1, tracetest.Bytes([]byte("void main() {\n}\n\x00")), tracetest.Null())
	t.Call("glCreateProgram", tracetest.Returns(4))
	t.Call("glLinkProgram", 4)
	t.Call("glUseProgram", 4)
	t.Synthetic("glGetUniformLocation", 4, tracetest.String("lights[2].color"), tracetest.Returns(3))
	t.Call("glUniform4f", 3, 1, 0.5, 0.25, 0)
	t.Call("glGenBuffers", 2, words(7, 8))
	t.Call("glBindBuffer", "GL_ARRAY_BUFFER", 7)
	t.Call("glBufferData", "GL_ARRAY_BUFFER", 8, tracetest.Bytes([]byte("\x00\x00\x80\x3f\x00\x00\x00\x40")), "GL_STATIC_DRAW")
	t.Call("glBufferData", "GL_ARRAY_BUFFER", 500, tracetest.Bytes(bytes.Repeat([]byte{7}, 500)), "GL_STATIC_DRAW")
	t.Call("glMapBufferRange", "GL_ARRAY_BUFFER", 8, 4, "GL_MAP_WRITE_BIT", tracetest.Returns(0x9000))
	t.Synthetic("gltrace.Mapped", "GL_ARRAY_BUFFER", 7, 10, 2, tracetest.Bytes([]byte("ab")))
	t.Call("glUnmapBuffer", "GL_ARRAY_BUFFER", tracetest.Returns(1))
	t.Call("glPopDebugGroupKHR")
	t.Synthetic("gltrace.VertexData", 1, 2, "GL_BYTE", true, false, 4, 2, 1, 0, 1, tracetest.Bytes([]byte("xab")))
	t.Call("glDrawArrays", "GL_POINTS", 2, 1)
	t.Call("glBindTexture", "GL_TEXTURE_2D", 33)
	t.Call("glTexImage2D", "GL_TEXTURE_2D", 0, "GL_LUMINANCE", 5, 5, 0, "GL_LUMINANCE", "GL_UNSIGNED_BYTE", tracetest.Bytes(make([]byte, 25)))
	t.Call("glTexImage2D", "GL_TEXTURE_2D", 0, "GL_RGBA", 1, 2, 0, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Bytes(make([]byte, 8)))
	t.Call("glPixelStorei", "GL_UNPACK_ROW_LENGTH", 7)
	t.Call("glTexImage2D", "GL_TEXTURE_2D", 0, "GL_RGBA", 1, 2, 0, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Bytes(make([]byte, 8)))
	t.Call("glDeleteBuffers", 2, words(7, 9))
	t.Call("glGetIntegerv", "GL_VIEWPORT", words(0, 0, 64, 48))
	t.Call("eglDestroySurface", 0xd0, 0xf1, tracetest.Returns(1))
	t.Call("eglSwapBuffers", 0xd0, 0xf0, tracetest.Returns(1))
	w.Thread(2).Call("eglBindAPI", "EGL_OPENGL_ES_API", tracetest.Returns(1))
	w.Thread(1).Call("glFinish").Call("eglSwapBuffers", 0xd0, 0xf0, tracetest.Returns(1))
	w.Close()
	return out.Bytes()
}

// TestProgram compares the program of a recording with the expected one, and compiles it.
func TestProgram(t *testing.T) {
	got, data, x, err := export(scene(), -1)
	if err != nil {
		t.Fatal(err)
	}
	const path = "testdata/scene.txt"
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || got != string(want) {
		t.Errorf("%v: the program differs from %s; to rewrite it: go test -update\n%s", err, path, got)
	}
	if limits := x.Limits(); len(limits) != 1 || !strings.Contains(limits[0], "eglDestroySurface") {
		t.Errorf("limits: %q", limits)
	}
	for name, content := range data {
		if len(data) != 1 || !strings.Contains(got, `{"`+name+`", 500}`) || len(content) != 500 {
			t.Errorf("data %s: %d bytes", name, len(content))
		}
	}
	for _, compiler := range []string{"gcc", "clang"} {
		cmd := exec.CommandContext(t.Context(), compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-x", "c", "-")
		cmd.Stdin = strings.NewReader(got)
		if printed, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", compiler, err, printed)
		}
	}
}

// TestEmptyAttributes disables the enabled attributes that have neither a buffer nor data during a draw.
func TestEmptyAttributes(t *testing.T) {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{})
	m := w.Thread(1)
	m.Call("eglCreateContext", 0xd0, 0xe0, 0, words(0x3098, 2, 0x3038), tracetest.Returns(0xc1))
	m.NewContext(1, 0xc1, 3, 2, 1)
	m.Call("eglMakeCurrent", 0xd0, 0, 0, 0xc1, tracetest.Returns(1))
	draw := func(count int) { m.Call("glDrawArrays", "GL_POINTS", 0, count) }
	m.Call("glEnableVertexAttribArray", 3)
	draw(1) // nothing has set the array
	m.Synthetic("gltrace.VertexData", 3, 2, "GL_BYTE", true, false, 4, 0, 1, 0, 0, tracetest.Bytes([]byte("ab")))
	draw(2)
	draw(3) // without data
	m.Call("glGenBuffers", 1, words(7))
	m.Call("glBindBuffer", "GL_ARRAY_BUFFER", 7)
	m.Call("glVertexAttribPointer", 3, 2, "GL_FLOAT", false, 0, tracetest.Offset(0))
	draw(4)
	m.Call("glBindBuffer", "GL_ARRAY_BUFFER", 0)
	draw(5)
	m.Call("glVertexAttribPointer", 3, 2, "GL_FLOAT", false, 0, 0x7000)
	draw(6)
	m.Call("glDisableVertexAttribArray", 3)
	draw(7)
	m.Call("glEnableVertexAttribArray", 3)
	m.Call("glGenVertexArrays", 1, words(5))
	m.Call("glBindVertexArray", 5)
	draw(8) // another vertex array
	m.Call("glEnableVertexAttribArray", 3)
	m.Call("glBindVertexBuffer", 9, 7, 0, 8)
	m.Call("glVertexAttribBinding", 3, 9)
	draw(9)
	m.Call("glDeleteBuffers", 1, words(7))
	draw(10)
	m.Call("glDeleteVertexArrays", 1, words(5))
	draw(11) // the first one again
	w.Close()
	got, _, _, err := export(out.Bytes(), -1)
	if err != nil {
		t.Fatal(err)
	}
	for count, want := range map[int]bool{1: true, 2: false, 3: true, 4: false, 5: false, 6: true, 7: false, 8: false, 9: false, 10: true, 11: true} {
		call := fmt.Sprintf("glDrawArrays(GL_POINTS, 0, %d);", count)
		before, _, found := strings.Cut(got, call)
		if lines := strings.Split(strings.TrimSpace(before), "\n"); !found || strings.Contains(lines[len(lines)-1], "glDisableVertexAttribArray(3)") != (want || count == 7) {
			t.Errorf("%s: want disabled: %v\n%s", call, want, strings.Join(lines[max(0, len(lines)-3):], "\n"))
		}
	}
	if n := strings.Count(got, "glEnableVertexAttribArray(3);"); n != 3+5 {
		t.Errorf("attribute 3 is enabled %d times\n%s", n, got)
	}
}

// TestMappings keeps the addresses of many mapped buffers.
func TestMappings(t *testing.T) {
	program := filepath.Join(t.TempDir(), "mappings")
	source := `#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef void *EGLContext;
typedef int GLint;
typedef unsigned GLuint, GLenum;
typedef intptr_t GLintptr;
static int bound;
static EGLContext eglGetCurrentContext(void) { return &bound; }
static void glGetIntegerv(GLenum name, GLint *value) { *value = name == 1 ? bound : 0; }
static void fail(const char *what, const char *name) {
    fprintf(stderr, "%s: %s\n", what, name);
    exit(1);
}
` + runtimeFile(t, "mapped.c") + runtimeFile(t, "mapped_data.c") + `
int main(void) {
    enum { BUFFERS = 1000 };
    static char memory[BUFFERS][4];
    for (bound = 1; bound <= BUFFERS; bound++) keep_mapping(1, 8, memory[bound - 1]);
    for (GLuint buffer = 1; buffer <= BUFFERS; buffer++) write_buffer(buffer, 9, "x", 1);
    for (int i = 0; i < BUFFERS; i++)
        if (memory[i][1] != 'x') return 2;
    bound = 1;
    keep_mapping(1, 0, memory[1]);
    write_buffer(1, 0, "y", 1);
    return memory[1][0] == 'y' && memory[0][0] != 'y' ? 0 : 3;
}
`
	cmd := exec.CommandContext(t.Context(), "gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-o", program, "-x", "c", "-")
	cmd.Stdin = strings.NewReader(source)
	if printed, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
	if printed, err := exec.CommandContext(t.Context(), program).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, printed)
	}
}

func runtimeFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("runtime", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestPrefix exports the first frame alone.
func TestPrefix(t *testing.T) {
	got, _, _, err := export(scene(), 0)
	if err != nil || !strings.Contains(got, "save_frame(0)") || strings.Contains(got, "save_frame(1)") || !strings.Contains(got, "frames: 1.") {
		t.Errorf("%v\n%s", err, got)
	}
}

// FuzzC converts any recording. What the text has of the recording cannot end a comment or a literal.
func FuzzC(f *testing.F) {
	for _, one := range [][]byte{scene(), tracetest.Late(), tracetest.Sample(1)} {
		f.Add(tracetest.Loose(one))
	}
	f.Fuzz(func(t *testing.T, loose []byte) {
		text, _, _, err := export(tracetest.Tight(loose), -1)
		if err == nil {
			checkLines(t, text)
		}
	})
}

// checkLines fails for characters that the writer never writes.
func checkLines(t *testing.T, text string) {
	t.Helper()
	for i, c := range []byte(text) {
		if c != '\n' && (c < ' ' || c > '~') {
			t.Fatalf("byte %d is %q", i, c)
		}
	}
	if strings.Contains(text, "??") || strings.Count(text, "{") == 0 {
		t.Error("trigraphs, or no function")
	}
}

// TestChanged converts changed recordings.
func TestChanged(t *testing.T) {
	const rounds = 100
	random := rand.New(rand.NewPCG(3, 4))
	recordings, written := [][]byte{scene(), tracetest.Late(), tracetest.Snapshots()}, 0
	for i := range rounds {
		text, _, _, err := export(tracetest.Mutate(random, recordings[i%len(recordings)]), -1)
		if err == nil {
			written++
			checkLines(t, text)
		}
	}
	if written < rounds/4 {
		t.Errorf("%d of %d changed recordings were converted", written, rounds)
	}
}
