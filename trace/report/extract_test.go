package report

import (
	"bytes"
	"encoding/binary"
	"image/png"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

// extracted returns the contents of all items by path; those that fail are nil.
func extracted(t *testing.T, data []byte, call int) map[string][]byte {
	t.Helper()
	f := open(t, data)
	var err error
	if call < 0 {
		if call, err = LastCall(t.Context(), f, 0); err != nil {
			t.Fatal(err)
		}
	}
	items, err := (&Extraction{File: f, Call: call}).Items(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{}
	for _, i := range items {
		if _, ok := out[i.Path]; ok {
			t.Errorf("two files %s", i.Path)
		}
		if out[i.Path], err = i.Read(t.Context()); err != nil {
			out[i.Path] = nil
		}
	}
	return out
}

func TestExtract(t *testing.T) {
	got := extracted(t, tracetest.Sample(4), -1)
	for _, path := range []string{"shaders/1.vert", "shaders/2.frag", "shaders/3.frag", "textures/1.png", "buffers/1.bin", "buffers/2.bin", "frames/0.png", "frames/3.png"} {
		if len(got[path]) == 0 {
			t.Errorf("%s is missing or empty", path)
		}
	}
	if len(got) != 10 || string(got["shaders/3.frag"]) != tracetest.Script {
		t.Errorf("%d files, %q", len(got), got["shaders/3.frag"])
	}
	if img, err := png.Decode(bytes.NewReader(got["textures/1.png"])); err != nil || img.Bounds().Dx() != 64 {
		t.Errorf("texture: %v", err)
	}
}

// TestExtractTextures checks formats, layers, levels, and sources of a shader.
func TestExtractTextures(t *testing.T) {
	var b bytes.Buffer
	w := tracetest.NewWriter(&b, tracetest.Options{})
	one := w.Thread(1).NewContext(1, 2, 3, 2, 1)
	one.Call("glCreateShader", "GL_COMPUTE_SHADER", tracetest.Returns(7))
	for _, source := range []string{"first", "second"} {
		one.Call("glShaderSource", 7, 1, tracetest.String(source), tracetest.Null())
	}
	one.Call("glDeleteShader", 7)
	half := []byte{1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0} // two rows of a pixel with three halves, padded to four bytes
	padded := slices.Concat(half[:6], []byte{0, 0}, half[6:])
	one.Call("glBindTexture", "GL_TEXTURE_2D", 1)
	one.Call("glTexImage2D", "GL_TEXTURE_2D", 0, "GL_RGB16F", 1, 2, 0, "GL_RGB", "GL_HALF_FLOAT", tracetest.Bytes(padded))
	one.Call("glTexImage2D", "GL_TEXTURE_2D", 1, "GL_RGB16F", 1, 1, 0, "GL_RGB", "GL_HALF_FLOAT", tracetest.Bytes(half[:6]))
	one.Call("glTexSubImage2D", "GL_TEXTURE_2D", 1, 0, 0, 1, 1, "GL_RGB", "GL_HALF_FLOAT", tracetest.Bytes(half[:6]))
	one.Call("glBindTexture", "GL_TEXTURE_CUBE_MAP", 2)
	for face := range 6 {
		one.Call("glTexImage2D", 0x8515+face, 0, "GL_RGBA", 2, 2, 0, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Bytes(tracetest.Image(2, 2, face)))
	}
	one.Call("glBindTexture", "GL_TEXTURE_2D", 3)
	one.Call("glCompressedTexImage2D", "GL_TEXTURE_2D", 0, "GL_COMPRESSED_RGBA_ASTC_4x4_KHR", 4, 4, 0, 16, tracetest.Bytes(make([]byte, 16)))
	one.Call("glBindTexture", "GL_TEXTURE_3D", 4)
	one.Call("glTexImage3D", "GL_TEXTURE_3D", 0, "GL_R8", 2, 1, 2, 0, "GL_RED", "GL_UNSIGNED_BYTE", tracetest.Bytes([]byte{1, 2, 0, 0, 3, 4, 0, 0}))
	w.Close()
	got := extracted(t, b.Bytes(), -1)
	for path, size := range map[string]int{"textures/1.ktx": 68 + 16, "textures/1.level1.ktx": 68 + 8, "textures/3.ktx": 68 + 16, "shaders/7.v1.comp": 5, "shaders/7.v2.comp": 6} {
		if len(got[path]) != size {
			t.Errorf("%s: %d bytes of %d", path, len(got[path]), size)
		}
	}
	if k := got["textures/1.ktx"]; len(k) > 68 && (!bytes.Equal(k[68:74], half[:6]) || !bytes.Equal(k[76:82], half[6:]) || binary.LittleEndian.Uint32(k[28:]) != 0x881B) {
		t.Errorf("%x", k)
	}
	for _, path := range []string{"textures/2.px.png", "textures/2.nz.png", "textures/4.layer0.png", "textures/4.layer1.png"} {
		if _, err := png.Decode(bytes.NewReader(got[path])); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		path, pattern string
		want          bool
	}{
		{"shaders/3.frag", "shaders/*", true}, {"shaders/3.frag", "shaders", true}, {"shaders/3.frag", "shaders/3", true}, {"shaders/3.frag", "*/*.frag", true},
		{"shaders/3.frag", "shaders/33", false}, {"textures/12.level1.png", "textures/12*", true}, {"textures/12.level1.png", "textures/12", true},
		{"frames/10.png", "frames/10-20", true}, {"frames/20.png", "frames/10-20", true}, {"frames/21.png", "frames/10-20", false}, {"textures/15.png", "frames/10-20", false},
	} {
		if got := (&Item{Path: c.path}).Matches(c.pattern); got != c.want {
			t.Errorf("%s selects %s: %v", c.pattern, c.path, got)
		}
	}
}

// TestLastCall checks that the default call is one that has objects.
func TestLastCall(t *testing.T) {
	f := open(t, tracetest.Sample(3))
	for context, want := range map[uint32]string{0: "eglSwapBuffers", 1: "eglSwapBuffers", 2: "glFlush"} {
		n, err := LastCall(t.Context(), f, context)
		if err != nil {
			t.Fatal(err)
		}
		if c, err := f.Call(n); err != nil || c.Function.Name != want {
			t.Errorf("context %d: call %d is %s, %v", context, n, c.Function.Name, err)
		}
	}
	if _, err := LastCall(t.Context(), f, 9); err == nil {
		t.Error("no error for a context that does not exist")
	}
}
