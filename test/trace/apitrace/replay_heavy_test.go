//go:build heavy && linux

package apitrace

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/trace/apitrace"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/record/recorder"
	"github.com/gleslayergen/gleslayergen/trace/replay"
	"github.com/gleslayergen/gleslayergen/trace/replay/player"
	"github.com/gleslayergen/gleslayergen/trace/state"
)

// scenes draw with client arrays, with buffers that are mapped, with textures, and to framebuffers. The window has as many bits of
// depth as those of eglretrace: with more, other surfaces of a mesh are in front.
var scenes = []string{"glmark2-es2", "--visual-config", "red=8:green=8:blue=8:alpha=0:buffer=24:depth=24", "-s", "160x120", "-b", "build:use-vbo=false:nframes=2", "-b", "buffer:update-method=map:nframes=2", "-b", "texture:nframes=2",
	"-b", "desktop:nframes=2", "-b", "ideas:nframes=2"}

// exported converts a recording to a trace.
func exported(t *testing.T, recording string) string {
	t.Helper()
	f, err := file.Open(recording)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	e, err := apitrace.New(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	for _, limit := range e.Limits() {
		t.Error(limit)
	}
	path := filepath.Join(t.TempDir(), "ours.trace")
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if err := e.Write(t.Context(), out); err != nil {
		t.Fatal(err)
	}
	return path
}

// imported converts a trace to a recording, which can be replayed unless reason is its only reason.
func imported(t *testing.T, trace, reason string) string {
	t.Helper()
	definitions, err := recorder.Definitions()
	if err != nil {
		t.Fatal(err)
	}
	in, err := os.Open(trace)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	path := filepath.Join(t.TempDir(), "imported.gltrace")
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	r, err := apitrace.Import(t.Context(), in, out, apitrace.ImportOptions{Definitions: definitions})
	if err != nil || len(r.LeftOut) > 0 || r.Cut || r.Unfinished > 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	f, err := file.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	reasons, err := f.CannotReplay(t.Context())
	if err != nil || len(reasons) > 1 || len(reasons) == 1 && reasons[0].Reason != reason {
		t.Errorf("%+v, %v", reasons, err)
	}
	return path
}

// retrace returns the images of the frames of a trace, as eglretrace draws them.
func retrace(t *testing.T, display, trace string) [][]byte {
	t.Helper()
	prefix := filepath.Join(t.TempDir(), "frame")
	cmd := exec.CommandContext(t.Context(), "eglretrace", "--headless", "--call-nos=no", "--snapshot-prefix="+prefix, trace)
	cmd.Env = append(os.Environ(), "DISPLAY="+display, "LIBGL_ALWAYS_SOFTWARE=1")
	printed, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("eglretrace %s: %v\n%s", filepath.Base(trace), err, printed)
	}
	var images [][]byte
	for i := 0; ; i++ {
		image, err := os.ReadFile(fmt.Sprintf("%s%010d.png", prefix, i))
		if os.IsNotExist(err) {
			return images
		}
		if err != nil {
			t.Fatal(err)
		}
		images = append(images, image)
	}
}

// played replays the frames of a recording with the player, which records their images in full size.
func played(t *testing.T, recording, display string) *file.File {
	t.Helper()
	f, err := file.Open(recording)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	path, err := player.Maker{}.Player(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ids, err := (&replay.Player{Path: path}).Functions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	script, err := replay.New(t.Context(), f, ids, replay.Options{To: len(f.Frames()) - 1, Images: true})
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "b.gltrace")
	env := []string{"DISPLAY=" + display, "LIBGL_ALWAYS_SOFTWARE=1", path}
	p := replay.Player{Path: "env", Args: env, Settings: []string{"START=1", "BLOCK=1", "FRAMES=1", "IMAGE_SIZE=16384", "FOLDER=none", "FILE=" + out}, Output: os.Stderr}
	if _, err := p.Play(t.Context(), script); err != nil {
		t.Fatal(err)
	}
	b, err := file.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// framesOf returns the images of the frames of a recording.
func framesOf(t *testing.T, f *file.File) (images []image.Image) {
	t.Helper()
	for _, frame := range f.Frames() {
		one, err := state.Framebuffer(f, frame.Image)
		if err != nil {
			t.Fatal(err)
		}
		images = append(images, one)
	}
	return images
}

// wantSame compares the images of eglretrace, which are in the format PNG, with those of the player.
func wantSame(t *testing.T, theirs [][]byte, ours []image.Image) {
	t.Helper()
	if len(theirs) != len(ours) {
		t.Fatalf("eglretrace draws %d frames, the player %d", len(theirs), len(ours))
	}
	for i := range theirs {
		one, err := png.Decode(bytes.NewReader(theirs[i]))
		if err != nil {
			t.Fatal(err)
		}
		if n := differences(one, ours[i]); n > 0 {
			t.Errorf("frame %d: %d pixels differ between eglretrace and the player", i, n)
		}
	}
}

// eglretrace and the player draw the same frames from a recording as eglretrace from apitrace's trace of the same run, and the player
// from a recording that was imported from this trace.
func TestReplay(t *testing.T) {
	layer, err := recorder.Layer(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	server, err := testutil.StartXServer(context.Background(), "-screen", "0", "1024x768x24")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	for _, p := range []program{
		{name: "glmark2", argv: scenes, window: true, least: 10},
		{name: "es32", argv: []string{es32(t)}, least: 3},
	} {
		t.Run(p.name, func(t *testing.T) {
			recording, theirs := recordBoth(t, p, layer)
			ours := exported(t, recording)
			got, want := retrace(t, server.Display, ours), retrace(t, server.Display, theirs)
			if len(got) != len(want) || len(got) < p.least {
				t.Fatalf("%d frames, and %d of apitrace's", len(got), len(want))
			}
			different := map[string]bool{}
			for i := range got {
				different[string(got[i])] = true
				if !bytes.Equal(got[i], want[i]) {
					t.Errorf("frame %d differs", i)
				}
			}
			display := ""
			if p.window {
				display = server.Display
			}
			wantSame(t, got, framesOf(t, played(t, recording, display)))
			wantSame(t, want, framesOf(t, played(t, imported(t, theirs, "shader-binaries"), display)))
			if p.window && len(different) < p.least/2 {
				t.Errorf("only %d images in %d frames", len(different), len(got))
			}
		})
	}
}
