package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// A run counts only if both recordings have the same number of calls of each function.
func TestSame(t *testing.T) {
	theirs := map[string]int{"eglInitialize": 1, "eglSwapBuffers": 3, "glEnable": 20}
	for _, c := range []struct {
		initialized, swaps, enables, flushes int
		wrong                                string
	}{
		{1, 6, 40, 0, ""},
		{2, 6, 40, 0, "eglInitialize"},
		{1, 5, 40, 0, "eglSwapBuffers"},
		{1, 6, 41, 0, "glEnable"},
		{1, 6, 0, 0, "glEnable"},
		{1, 6, 40, 1, "glFlush"},
	} {
		ours := map[string]int{"eglInitialize": c.initialized, "eglSwapBuffers": c.swaps, "glEnable": c.enables, "eglReleaseThread": 2}
		if c.flushes > 0 {
			ours["glFlush"] = c.flushes
		}
		err := same(ours, theirs, 2)
		if err == nil != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	if same(map[string]int{}, nil, 1) == nil {
		t.Error("equal to an empty recording")
	}
}

// All calls have times, or without times only those of EGL.
func TestTimes(t *testing.T) {
	for _, taken := range []bool{false, true} {
		for _, wanted := range []bool{false, true} {
			var b bytes.Buffer
			w := tracetest.NewWriter(&b, tracetest.Options{Untimed: !taken})
			w.Thread(1).Call("eglSwapBuffers", 1, 2, tracetest.Returns(1)).Call("glFlush").Call("glFlush").Synthetic("gltrace.Error", 1)
			w.Close()
			f, err := file.Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
			if err != nil {
				t.Fatal(err)
			}
			counts, err := count(f, wanted)
			if (err == nil) != (taken == wanted) || err == nil && (len(counts) != 2 || counts["glFlush"] != 2) {
				t.Errorf("times are taken: %v, wanted: %v: %v, %v", taken, wanted, counts, err)
			}
		}
	}
}
