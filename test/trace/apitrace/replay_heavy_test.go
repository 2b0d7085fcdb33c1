//go:build heavy && linux

package apitrace

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/trace/apitrace"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/record/recorder"
)

// scenes draw with client arrays, with buffers that are mapped, with textures, and to framebuffers.
var scenes = []string{"glmark2-es2", "-s", "160x120", "-b", "build:use-vbo=false:nframes=2", "-b", "buffer:update-method=map:nframes=2", "-b", "texture:nframes=2",
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

// replay returns the images of the frames of a trace, as eglretrace draws them.
func replay(t *testing.T, display, trace string) [][]byte {
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

// eglretrace draws the same frames from an exported recording as from apitrace's trace of the same run.
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
			got, want := replay(t, server.Display, ours), replay(t, server.Display, theirs)
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
			if p.window && len(different) < p.least/2 {
				t.Errorf("only %d images in %d frames", len(different), len(got))
			}
		})
	}
}
