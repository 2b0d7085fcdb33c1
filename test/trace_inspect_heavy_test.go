//go:build heavy

package test

import (
	"path/filepath"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/inspect"
	"github.com/gleslayergen/gleslayergen/trace/replay"
	"github.com/gleslayergen/gleslayergen/trace/replay/player"
)

// inspected is a recording with its inspector.
type inspected struct {
	*tracer
	*inspect.Inspector
	file *file.File
}

// inspect records a program of the test data, and opens the recording.
func inspectProgram(t *testing.T, source string, args ...string) inspected {
	t.Helper()
	r := newTracer(t)
	t.Setenv("LIBGL_ALWAYS_SOFTWARE", "1")
	t.Setenv("EGL_PLATFORM", "surfaceless")
	program := r.compiled("program", source, "-I../"+liveTestdata, "-lEGL", "-lGLESv2", "-lm")
	if out, messages, code := r.run(append([]string{"trace", "record", "--replayable", "--out", "a.gltrace", "--", program}, args...)...); code != 0 {
		t.Fatalf("exit code %d\n%s%s", code, out, messages)
	}
	f, err := file.Open(filepath.Join(r.home, "a.gltrace"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	path, err := player.Maker{}.Player(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p := replay.Player{Path: path, Args: []string{"--surface", "pbuffer"}, Output: t.Output()}
	functions, err := p.Functions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	i := inspect.New(f, p, functions, inspect.Options{Dir: t.TempDir()})
	t.Cleanup(func() {
		if err := i.Close(); err != nil {
			t.Error(err)
		}
	})
	return inspected{r, i, f}
}

// drawsOf returns the draws of the program.
func (i *inspected) drawsOf() (list []int) {
	i.Helper()
	for c, err := range i.file.Calls(0, i.file.Len()) {
		if err != nil {
			i.Fatal(err)
		}
		if c.Function.IsDraw() && !c.Synthetic() {
			list = append(list, c.Index)
		}
	}
	return list
}

// TestInspectAttachments compares attachments after each draw with what the program read there, in both directions of time.
func TestInspectAttachments(t *testing.T) {
	i := inspectProgram(t, "replay/reads.c")
	want := readPixels(t, i.file)
	draws := i.drawsOf()
	check := func(draw int, want [][]byte) (n int) {
		for a := replay.Color; a < replay.Color+4; a++ {
			image, err := i.Attachment(t.Context(), draw, a)
			if err != nil {
				t.Fatalf("call %d: %v", draw, err)
			}
			if image == nil {
				continue
			}
			if text := differ(image.Picture, want[n]); text != "" {
				t.Errorf("call %d, %s: %s", draw, image.Attachment, text)
			}
			n++
		}
		return n
	}
	at := []int{}
	n := 0
	for _, draw := range draws {
		at = append(at, n)
		n += check(draw, want[n:])
	}
	if n != len(want) || n != 30 {
		t.Errorf("%d images, the program read %d", n, len(want))
	}
	for d := len(draws) - 1; d >= 0; d -= 3 {
		check(draws[d], want[at[d]:])
	}
}
