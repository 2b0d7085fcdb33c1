package tracecmd

import (
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/diff"
)

// mostDifferent is the maximum number of different images that are written.
const mostDifferent = 100

// imageWriter writes different images to a directory.
type imageWriter struct {
	dir   string
	count int
}

// newImageWriter returns a writer to a directory, which the first image creates if needed. It fails if the path is that of a file.
func newImageWriter(dir string) (*imageWriter, error) {
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		err = syscall.ENOTDIR
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("--images %s: %w", dir, ui.WithoutPath(err))
	}
	return &imageWriter{dir: dir}, nil
}

// write writes A, B and what differs. It fails if a file exists.
func (w *imageWriter) write(p *diff.ImagePair) error {
	if w.count++; w.count > mostDifferent {
		return nil
	}
	if err := os.MkdirAll(w.dir, 0o777); err != nil {
		return fmt.Errorf("--images %s: %w", w.dir, ui.WithoutPath(err))
	}
	name := fmt.Sprintf("frame-%d", p.Frame)
	if p.Draw >= 0 {
		name = fmt.Sprintf("draw-%d", p.Draw)
	}
	images := map[string]image.Image{"a": p.A, "b": p.B}
	if d := p.Difference(); d != nil {
		images["difference"] = d
	}
	for suffix, picture := range images {
		if err := writeNewPNG(filepath.Join(w.dir, name+"-"+suffix+".png"), picture); err != nil {
			return err
		}
	}
	return nil
}

// writeNewPNG writes an image to a file that must not exist.
func writeNewPNG(path string, picture image.Image) error {
	err := ui.WriteNew(path, 0o600, func(w io.Writer) error { return png.Encode(w, picture) })
	if errors.Is(err, fs.ErrExist) {
		return ui.WithHint(fmt.Errorf("%s: %w", path, fs.ErrExist), "choose another directory: files are never overwritten")
	}
	return err
}

// noteImages prints how many of the different images were written, if there are more.
func (f *differenceFlags) noteImages(e *ui.Env, r *diff.Report) {
	if n := r.Images.Different; f.images != "" && n > mostDifferent {
		e.Notef("note: %s has the first %d of %d pairs of different images", f.images, mostDifferent, n)
	}
}
