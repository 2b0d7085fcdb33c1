//go:build heavy && linux

package tracecmd

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/trim"
)

func packed[T uint32 | uint64](list ...T) tracetest.Data {
	b, err := binary.Append(nil, binary.LittleEndian, list)
	if err != nil {
		panic(err)
	}
	return tracetest.Bytes(b)
}

// clears makes a recording of a program whose frames clear a window, with a color that only the first frame sets.
func clears(t *testing.T, frames int) *file.File {
	t.Helper()
	const display, config, surface, context = 0xd0, 0xe0, 0xf0, 0xc1
	var b bytes.Buffer
	w := tracetest.NewWriter(&b, tracetest.Options{})
	m := w.Thread(1)
	m.Call("eglGetDisplay", 0, tracetest.Returns(display))
	m.Call("eglInitialize", display, tracetest.Null(), tracetest.Null(), tracetest.Returns(1))
	m.Call("eglChooseConfig", display, packed[uint32](0x3033, 4, 0x3040, 0x40, 0x3024, 8, 0x3038), packed[uint64](config), 1, packed[uint32](1), tracetest.Returns(1))
	m.Call("eglCreateContext", display, config, 0, packed[uint32](0x3098, 3, 0x3038), tracetest.Returns(context))
	m.NewContext(1, context, 3, 0, 1)
	m.Call("eglCreateWindowSurface", display, config, 5, tracetest.Null(), tracetest.Returns(surface))
	m.Call("eglMakeCurrent", display, surface, surface, context, tracetest.Returns(1))
	m.Synthetic("gltrace.Surface", display, surface, "EGL_WINDOW_BIT", 300, 48, 1, 8, 8, 8, 8, 24, 8, 0, 0, "EGL_WINDOW_BIT", "EGL_OPENGL_ES3_BIT")
	m.Call("glClearColor", 0.25, 0.5, 0.75, 1)
	for range frames {
		m.Call("glClear", 0x4000)
		m.Call("eglSwapBuffers", display, surface, tracetest.Returns(1))
	}
	m.Call("eglMakeCurrent", display, 0, 0, 0, tracetest.Returns(1))
	m.Call("eglTerminate", display, tracetest.Returns(1))
	w.Close()
	f, err := file.Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// TestVerify checks that each frame of a trimmed recording is compared, also the last, and that the comparison fails if a needed call
// is missing.
func TestVerify(t *testing.T) {
	t.Setenv("EGL_PLATFORM", "surfaceless")
	f := clears(t, 4)
	r, err := trim.Frames(f, 1, -1)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var whole bytes.Buffer
	if _, err := trim.Trim(t.Context(), f, r, &whole); err != nil {
		t.Fatal(err)
	}
	part, err := file.Read(bytes.NewReader(whole.Bytes()), int64(whole.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for dropped, want := range map[string][]int{"": {}, "glClearColor": {0, 1, 2}} {
		var calls file.Set
		for c, err := range part.Calls(0, part.Len()) {
			if err != nil {
				t.Fatal(err)
			}
			if c.Function.Name != dropped {
				calls.Add(uint32(c.Index))
			}
		}
		flags := &trimFlags{frames: "1-", out: filepath.Join(dir, "part"+dropped+".gltrace")}
		var b bytes.Buffer
		if _, err := part.WriteSubset(t.Context(), &b, file.Subset{Calls: calls}); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(flags.out, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		check, err := flags.verify(t.Context(), ui.NewEnv(nil, os.Stdout, os.Stderr), f, r, 1)
		if err != nil {
			t.Fatal(err)
		}
		if check.Compared != 3 || len(check.Missing) > 0 || !slices.Equal(check.Different, want) || (flags.verdict(check, 1) != nil) != (dropped != "") {
			t.Errorf("without %q: %+v, %v", dropped, check, flags.verdict(check, 1))
		}
	}
}
