//go:build heavy && linux

package test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/state"
)

// strictC has the flags with which exported programs compile without a warning.
var strictC = []string{"-std=c11", "-Wall", "-Wextra", "-Werror"}

// differsInC has the programs whose images are not compared, and why.
var differsInC = map[string]string{
	"calls":     "it never clears its surfaces, whose contents are then undefined",
	"elsewhere": "the recording has images of other frames where a context moves to another thread",
}

// exportC exports a recording as a program, compiles it, runs it, and returns the directory with its images.
func (r *tracer) exportC(path string, options ...string) string {
	r.Helper()
	source, images := filepath.Join(r.home, "exported.c"), filepath.Join(r.home, "images")
	out, messages, code := r.run(append([]string{"trace", "export", path, "--format", "c", "-o", source}, options...)...)
	if code != 0 {
		r.Fatalf("exit code %d\n%s%s", code, out, messages)
	}
	r.Log(messages)
	for _, compiler := range []string{"clang", "gcc"} {
		args := append(slices.Clone(strictC), source, "-o", filepath.Join(r.home, "exported"), "-lEGL", "-lGLESv2", "-lpthread")
		if out, messages, code := r.done(r.command(compiler, args...)); code != 0 {
			r.Fatalf("%s: exit code %d\n%s%.4000s", compiler, code, out, messages)
		}
	}
	if err := os.Mkdir(images, 0o700); err != nil {
		r.Fatal(err)
	}
	var args []string
	if text, err := os.ReadFile(source); err != nil || bytes.Contains(text, []byte("save_frame")) {
		args = []string{"--ppm", images}
	}
	if out, messages, code := r.done(r.command(filepath.Join(r.home, "exported"), args...)); code != 0 {
		r.Fatalf("exported: exit code %d\n%s%s", code, out, messages)
	}
	return images
}

// compareImages compares the images of frames with those of a recording, and returns the number of frames that were compared.
func (r *tracer) compareImages(path, images string, from, last int) (compared int) {
	r.Helper()
	f, err := file.Open(path)
	if err != nil {
		r.Fatal(err)
	}
	defer f.Close()
	for number, frame := range f.Frames() {
		if frame.Image < 0 || number < from || number > last {
			continue
		}
		want, err := state.Framebuffer(f, frame.Image)
		if err != nil {
			r.Fatal(err)
		}
		got, err := readPPM(filepath.Join(images, fmt.Sprintf("frame_%04d.ppm", number)))
		if err != nil {
			r.Errorf("frame %d: %v", number, err)
			continue
		}
		if got.Bounds() != want.Bounds() { // the recorder made a large image smaller
			continue
		}
		compared++
		if at, equal := sameColors(got, want); !equal {
			r.Errorf("frame %d differs at %v: %v, recorded %v", number, at, got.At(at.X, at.Y), want.At(at.X, at.Y))
		}
	}
	return compared
}

func readPPM(path string) (image.Image, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var width, height, most int
	if _, err := fmt.Sscanf(string(data[:min(len(data), 64)]), "P6\n%d %d\n%d\n", &width, &height, &most); err != nil {
		return nil, err
	}
	head := fmt.Sprintf("P6\n%d %d\n%d\n", width, height, most)
	pixels, ok := bytes.CutPrefix(data, []byte(head))
	if !ok || len(pixels) != 3*width*height {
		return nil, fmt.Errorf("%s: %d bytes of pixels", path, len(pixels))
	}
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for i := 0; i < width*height; i++ {
		copy(img.Pix[4*i:], append(slices.Clone(pixels[3*i:3*i+3]), 255))
	}
	return img, nil
}

// sameColors compares the colors of images without alpha.
func sameColors(a, b image.Image) (image.Point, bool) {
	of := func(img image.Image, x, y int) color.NRGBA {
		c := color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)
		c.A = 255
		return c
	}
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			if of(a, x, y) != of(b, x, y) {
				return image.Pt(x, y), false
			}
		}
	}
	return image.Point{}, true
}

// TestExportCPrograms records programs and exports them as programs in C, which compile without a warning and draw the same.
func TestExportCPrograms(t *testing.T) {
	for _, p := range testutil.Shard(t, replayedPrograms, 12) {
		if p.cannot != "" {
			continue
		}
		t.Run(p.name, func(t *testing.T) {
			r := newTracer(t)
			path := r.recordReplayable(&p, "--image-size", "2048")
			images := r.exportC(path)
			if differsInC[p.name] != "" {
				return
			}
			if n := r.compareImages(path, images, 0, math.MaxInt); n == 0 && p.images > 0 {
				t.Error("no image was compared")
			} else {
				t.Logf("%d images", n)
			}
		})
	}
}

// TestExportCOfOthers exports recordings of programs of others with windows of X11. They draw as a replay to pbuffers does.
func TestExportCOfOthers(t *testing.T) {
	programs := [][]string{{"es2gears_x11"}}
	for _, scene := range []string{"texture", "shadow", "buffer:update-method=map", "desktop"} {
		programs = append(programs, []string{"glmark2-es2", "--size", "128x128", "--benchmark", scene + ":duration=4"})
	}
	x, err := testutil.StartXServer(t.Context(), "-screen", "0", "320x320x24")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(x.Close)
	for _, program := range testutil.Shard(t, programs, len(programs)) {
		t.Run(program[len(program)-1], func(t *testing.T) {
			const frames = 10
			r := newTracer(t)
			args := []string{"trace", "record", "--replayable", "--frame-images", "--image-size", "320", "--out", "a.gltrace", "--"}
			record := r.command("", append(args, program...)...)
			record.Env = append(record.Env, "DISPLAY="+x.Display, "EGL_PLATFORM=x11")
			b := r.begin(record)
			r.enough(frames)
			_ = b.Process.Signal(syscall.SIGINT)
			_ = b.Wait()
			path, replayed := filepath.Join(r.home, "a.gltrace"), filepath.Join(r.home, "b.gltrace")
			if out, messages, code := r.run("trace", "replay", path, "--surface", "pbuffer", "--check", "tolerant", "--out", replayed); code != 0 {
				t.Fatalf("exit code %d\n%s%s", code, out, messages)
			}
			if n := r.compareImages(replayed, r.exportC(path, "--frames", fmt.Sprintf("0-%d", frames-1)), 0, frames-1); n < frames {
				t.Errorf("%d images", n)
			}
		})
	}
}

// TestExportCLate exports a recording that began after its program, and the first frames of another one.
func TestExportCLate(t *testing.T) {
	const frames = 8
	r := newTracer(t)
	program := r.idle([]string{"SCENE_SLOW=1", "SCENE_CLEARS=1"}, r.compiled("scene", "../../trace/live/testdata/scene.c", "-I../"+liveTestdata, "-lEGL", "-lGLESv2"), "1000000")
	r.says(program, "drawing")
	out, messages, code := r.run("trace", "start", "--pid", fmt.Sprint(r.recorder().PID), "--frames", fmt.Sprint(frames), "--frame-images", "--errors", "--block", "--out", "late.gltrace")
	if code != 0 {
		t.Fatalf("exit code %d\n%s%s", code, out, messages)
	}
	path := filepath.Join(r.home, "late.gltrace")
	if n := r.compareImages(path, r.exportC(path), 1, math.MaxInt); n < frames-2 {
		t.Errorf("%d images", n)
	}
	if out, messages, code := r.run("trace", "export", path, "--format", "c", "-o", "first.c", "--frames", "0-2"); code != 0 {
		t.Errorf("exit code %d\n%s%s", code, out, messages)
	}
	text, err := os.ReadFile(filepath.Join(r.home, "first.c"))
	if err != nil || !bytes.Contains(text, []byte("save_frame(2)")) || bytes.Contains(text, []byte("save_frame(3)")) {
		t.Errorf("the program does not have frames 0 to 2 alone: %v", err)
	}
}
