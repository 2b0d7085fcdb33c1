package test

import (
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// imagesReport has the parts of the report of trace images that tests need.
type imagesReport struct {
	Images []madeImage
	Failed []struct{ Reason string }
}

type madeImage struct {
	Path, Attachment                       string
	Frame, Pass, Draw, Call, Width, Height int
	Lowest, Highest                        *float64
}

// makeImages runs trace images.
func (r *tracer) makeImages(recording, out string, args ...string) (report imagesReport) {
	r.Helper()
	printed, messages, code := r.run(append([]string{"trace", "images", recording, "--out", out, "--json"}, args...)...)
	if err := json.Unmarshal([]byte(printed), &report); err != nil || code != 0 {
		r.Fatalf("%v, exit code %d\n%s%s", err, code, printed, messages)
	}
	return report
}

// picture reads an image.
func (r *tracer) picture(path string) image.Image {
	r.Helper()
	in, err := os.Open(filepath.Join(r.home, path))
	if err != nil {
		r.Fatal(err)
	}
	defer in.Close()
	picture, err := png.Decode(in)
	if err != nil {
		r.Fatalf("%s: %v", path, err)
	}
	return picture
}

// TestTraceImages compares the images of draws with what the program read after each draw.
func TestTraceImages(t *testing.T) {
	r := newTracer(t)
	program := r.compiled("reads", "replay/reads.c", "-I../"+liveTestdata, "-lEGL", "-lGLESv2")
	if out, messages, code := r.run("trace", "record", "--out", "a.gltrace", "--", program); code != 0 {
		t.Fatalf("exit code %d\n%s%s", code, out, messages)
	}
	f, err := file.Open(filepath.Join(r.home, "a.gltrace"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	want := readPixels(t, f)
	const frames, framebuffers, draws, buffers = 3, 4, 8, 10 // of the program; the last three of each frame

	report := r.makeImages("a.gltrace", "draws", "--every", "draw")
	if len(report.Images) != frames*buffers || len(want) != frames*buffers {
		t.Fatalf("%d images, the program read %d", len(report.Images), len(want))
	}
	for i, one := range report.Images {
		if at := i % buffers; one.Frame != i/buffers || one.Attachment == "color1" && (at != 1 && at != 3) {
			t.Errorf("image %d: %+v", i, one)
		}
		if text := differ(r.picture(one.Path), want[i]); text != "" {
			t.Errorf("%s: %s", one.Path, text)
		}
	}
	passes := r.makeImages("a.gltrace", "passes", "--every", "pass", "--frames", "1-2")
	if len(passes.Images) != (frames-1)*(framebuffers+1) {
		t.Errorf("%d images of passes", len(passes.Images))
	}
	for _, one := range passes.Images {
		same := filepath.Join("draws", filepath.Base(one.Path))
		if one.Draw != 2*one.Pass+1 || differ(r.picture(one.Path), rgbaOf(r.picture(same))) != "" {
			t.Errorf("%+v", one)
		}
	}
	for i, one := range r.makeImages("a.gltrace", "frames").Images {
		if text := differ(r.picture(one.Path), want[(i+1)*buffers-1]); text != "" || one.Path != filepath.Join("frames", fmt.Sprintf("frame-%d-color0.png", i)) {
			t.Errorf("%s: %s", one.Path, text)
		}
	}
	if one := r.makeImages("a.gltrace", "one", "--every", "draw", "--frames", "2", "--draws", "1").Images; len(one) != 2 || one[0].Draw != 1 || one[1].Attachment != "color1" {
		t.Errorf("%+v", one)
	}
	if _, messages, code := r.run("trace", "images", "a.gltrace", "--out", "one", "--every", "draw", "--frames", "2", "--draws", "1"); code != 1 || !strings.Contains(messages, "never overwritten") {
		t.Errorf("exit code %d\n%s", code, messages)
	}
	depth := r.makeImages("a.gltrace", "depth", "--every", "draw", "--what", "depth", "--draws", "0").Images
	if len(depth) != frames || *depth[0].Lowest != 1 || *depth[0].Highest != 1 {
		t.Errorf("%+v", depth)
	}
}

// readPixels returns what the program read.
func readPixels(t *testing.T, f *file.File) (out [][]byte) {
	t.Helper()
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Function.Name != "glReadPixels" {
			continue
		}
		data, err := f.Payload(c.Args[6].Data.Payloads)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, data)
	}
	return out
}

// rgbaOf returns the pixels of a picture as glReadPixels does.
func rgbaOf(picture image.Image) (out []byte) {
	b := picture.Bounds()
	for y := b.Max.Y - 1; y >= b.Min.Y; y-- {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := color.NRGBA64Model.Convert(picture.At(x, y)).(color.NRGBA64)
			for _, v := range []uint16{c.R, c.G, c.B, c.A} {
				out = append(out, byte((uint32(v)+128)/257)) // 65535 is 255 * 257
			}
		}
	}
	return out
}

// differ returns how a picture differs from pixels, or "".
func differ(picture image.Image, want []byte) string {
	got := rgbaOf(picture)
	if len(got) != len(want) {
		return fmt.Sprintf("%d bytes, want %d", len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			return fmt.Sprintf("byte %d is %d, want %d", i, got[i], want[i])
		}
	}
	return ""
}
