package tracecmd

import (
	"bytes"
	"errors"
	"image"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/diff"
)

// TestInFrames compares what follows the last frame only in a range without an end.
func TestInFrames(t *testing.T) {
	for _, c := range []struct {
		from, to, frame int
		want            bool
	}{{2, -1, 1, false}, {2, -1, 2, true}, {2, -1, 9, true}, {2, -1, -1, true}, {2, 3, 3, true}, {2, 3, 4, false}, {0, 3, -1, false}} {
		if got := inFrames(c.from, c.to)(c.frame); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// TestWriteNewPNG leaves no file if the image cannot be written, and never replaces one.
func TestWriteNewPNG(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.png")
	if err := writeNewPNG(path, image.NewGray(image.Rectangle{})); err == nil {
		t.Error("an empty image was written")
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file remains: %v", err)
	}
	picture := image.NewGray(image.Rect(0, 0, 1, 1))
	if err := writeNewPNG(path, picture); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v: want mode 0600, as that of a recording", info.Mode(), err)
	}
	if err := writeNewPNG(path, picture); !errors.Is(err, fs.ErrExist) {
		t.Errorf("%v", err)
	}
}

// TestImageDir creates the directory of --images with the first image that differs.
func TestImageDir(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	w, err := newImageWriter(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the directory of equal images: %v", err)
	}
	picture := image.NewRGBA(image.Rect(0, 0, 1, 1))
	if err := w.write(&diff.ImagePair{Frame: 3, Draw: -1, A: picture, B: picture}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "frame-3-a.png")); err != nil {
		t.Error(err)
	}
	if _, err := newImageWriter(filepath.Join(dir, "frame-3-a.png")); err == nil || !strings.Contains(err.Error(), "--images") {
		t.Errorf("a file: %v", err)
	}
}

// TestNoteImages tells that not all different images were written.
func TestNoteImages(t *testing.T) {
	for different, want := range map[int]string{mostDifferent: "", mostDifferent + 1: "note: out has the first 100 of 101 pairs of different images\n"} {
		var messages bytes.Buffer
		e := ui.NewEnv(strings.NewReader(""), &bytes.Buffer{}, &messages)
		f := differenceFlags{images: "out"}
		f.noteImages(e, &diff.Report{Images: diff.Images{Different: different}})
		e.Err.Flush()
		if messages.String() != want {
			t.Errorf("%d: %q", different, messages.String())
		}
	}
}
