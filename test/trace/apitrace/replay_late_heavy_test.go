//go:build heavy && linux

package apitrace

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/trace/apitrace"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/record"
	"github.com/gleslayergen/gleslayergen/trace/record/recorder"
	"github.com/gleslayergen/gleslayergen/trace/state"
)

// recordLate records frames of a program that runs, with their images in full size.
func recordLate(t *testing.T, display string, argv ...string) *file.File {
	t.Helper()
	layer, err := recorder.Layer(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	host, err := loader.Prepare(t.Context(), loader.Options{Cache: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	run, err := host.NewRun(t.TempDir(), loader.Setup{List: layer})
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithTimeout(t.Context(), limit)
	dir := t.TempDir()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Env = slices.Concat(os.Environ(), run.Env(), []string{"GLTRACE_FOLDER=" + dir, "LIBGL_ALWAYS_SOFTWARE=1", "EGL_PLATFORM=x11", "DISPLAY=" + display})
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { end(); _ = cmd.Wait() }()
	s := &record.Session{Out: filepath.Join(t.TempDir(), "late.gltrace"), Frames: 4, Options: &tracepb.Options{Recording: true, Block: true, FrameImages: true, ImageSize: 512}}
	testutil.Eventually(t, "the program registers", func() bool {
		if err := s.Once(ctx, &record.Local{Dir: dir}); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		return len(s.Statuses()) > 0
	})
	if err := s.Wait(); err != nil {
		t.Fatal(err)
	}
	f, err := file.Open(s.Out)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// From the second frame, a replay of a recording that began after the program draws what the program drew.
func TestReplayLate(t *testing.T) {
	server, err := testutil.StartXServer(context.Background(), "-screen", "0", "1024x768x24")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	f := recordLate(t, server.Display, "glmark2-es2", "-s", "160x120", "-b", "shadow:duration=60")
	e, err := apitrace.New(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	trace := filepath.Join(t.TempDir(), "late.trace")
	var out bytes.Buffer
	if err := e.Write(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(trace, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	images := retrace(t, server.Display, trace)
	if len(images) != 4 || len(f.Frames()) != 4 {
		t.Fatalf("%d images of %d frames", len(images), len(f.Frames()))
	}
	for i, frame := range f.Frames()[1:] {
		want, err := state.Framebuffer(f, frame.Image)
		if err != nil {
			t.Fatal(err)
		}
		got, err := png.Decode(bytes.NewReader(images[i+1]))
		if err != nil {
			t.Fatal(err)
		}
		if n := differences(got, want); n > 0 || got.Bounds().Dx() != 160 {
			t.Errorf("frame %d: %d pixels differ", i+1, n)
		}
	}
}

// differences returns the number of pixels whose colors differ. The alpha of a window is not replayed.
func differences(a, b image.Image) (n int) {
	if a.Bounds() != b.Bounds() {
		return a.Bounds().Dx() * a.Bounds().Dy()
	}
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			r, g, b1, _ := a.At(x, y).RGBA()
			r2, g2, b2, _ := b.At(x, y).RGBA()
			if r>>8 != r2>>8 || g>>8 != g2>>8 || b1>>8 != b2>>8 {
				n++
			}
		}
	}
	return n
}
