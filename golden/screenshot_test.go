package golden

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/glesdriver"
)

// A shotStage has the layer and the program that the tests of the module screenshot share.
type shotStage struct{ lib, app string }

func newShotStage(t *testing.T) shotStage {
	t.Helper()
	q := inC(request("passive", "none", []string{"eglSwapBuffers", "glEnable"}))
	q.Config.Sets = []string{"screenshot", "errors"}
	dir := kase{name: "screenshot", request: q}.write(t)
	command(t, dir, "make", "layer", "CFLAGS=-O2 -g -Wshadow -Werror")
	app := filepath.Join(t.TempDir(), "app")
	command(t, ".", "cc", "-O2", "-g", "-Wall", "-Wextra", "-Werror", "-o", app, "testdata/screenshot/app.c", "-lEGL", "-lGLESv2")
	t.Setenv("GLESLAYER_SCREENSHOT_ON", "1")
	t.Setenv("GLESLAYER_ERRORS_STACK", "0")
	return shotStage{filepath.Join(dir, "build", "host", "libgleslayer.so"), app}
}

const shotWidth, shotHeight = 137, 91

// A shotRun is a run of the program: its output with the log, its pixels, and the files of the layer.
type shotRun struct {
	out, pixels, dir string
	files            map[int]string // by frame
	others           []string
}

// run runs the program for 12 frames; for 130 with a handler, which the layer finds at a 60th frame. Settings are NAME=VALUE; words are passed to the program.
func (s shotStage) run(t *testing.T, version string, settings []string, words ...string) shotRun {
	t.Helper()
	r := shotRun{pixels: t.TempDir(), dir: t.TempDir(), files: map[int]string{}}
	t.Setenv("GLESLAYER_SCREENSHOT_DIRECTORY", r.dir)
	for _, setting := range settings {
		name, value, _ := strings.Cut(setting, "=")
		t.Setenv("GLESLAYER_SCREENSHOT_"+name, value)
	}
	frames := "12"
	if slices.Contains(words, "handler") {
		frames = "130"
	}
	args := append([]string{version, fmt.Sprint(shotWidth), fmt.Sprint(shotHeight), frames, r.pixels}, words...)
	var err error
	if r.out, err = runDrawApp(t, s.app, []string{s.lib}, args...); err != nil {
		t.Fatalf("%v\n%s", err, r.out)
	}
	entries, err := os.ReadDir(r.dir)
	if err != nil {
		t.Fatal(err)
	}
	name := regexp.MustCompile(`^gleslayer-\d{13}-\d+-(\d+)\.png$`)
	for _, e := range entries {
		var frame int
		if m := name.FindStringSubmatch(e.Name()); m != nil {
			_, _ = fmt.Sscan(m[1], &frame)
			r.files[frame] = filepath.Join(r.dir, e.Name())
		} else {
			r.others = append(r.others, e.Name())
		}
	}
	return r
}

// check compares the files with the pixels that the program has read in the same frames.
func (r shotRun) check(t *testing.T, hasAlpha bool, frames ...int) {
	t.Helper()
	var got []int
	for frame, path := range r.files {
		got = append(got, frame)
		r.compare(t, path, frame, hasAlpha)
	}
	slices.Sort(got)
	if !slices.Equal(got, frames) || len(r.others) > 0 {
		t.Errorf("files of frames %v and %v, expected %v\n%s", got, r.others, frames, r.out)
	}
}

func (r shotRun) compare(t *testing.T, path string, frame int, hasAlpha bool) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m, err := png.Decode(f)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	pixels, err := os.ReadFile(filepath.Join(r.pixels, fmt.Sprint(frame, ".rgba")))
	if err != nil || m.Bounds() != image.Rect(0, 0, shotWidth, shotHeight) || len(pixels) != 4*shotWidth*shotHeight {
		t.Fatalf("%v, %v, %d bytes", m.Bounds(), err, len(pixels))
	}
	different := 0
	for y := range shotHeight {
		for x := range shotWidth {
			p := pixels[4*((shotHeight-1-y)*shotWidth+x):]
			want := color.NRGBA{p[0], p[1], p[2], 255}
			if hasAlpha {
				want.A = p[3]
			}
			if got := color.NRGBAModel.Convert(m.At(x, y)); got != want && (want.A != 0 || got.(color.NRGBA).A != 0) {
				different++
			}
		}
	}
	if different > 0 {
		t.Errorf("frame %d: %d pixels differ", frame, different)
	}
}

// The files have the pixels of the app, in each version of OpenGL ES and with any bindings.
func TestScreenshots(t *testing.T) {
	s := newShotStage(t)
	for _, version := range glesdriver.Versions("20", "30", "32") {
		for _, words := range [][]string{nil, {"bindings"}} {
			t.Run(version+strings.Join(words, ""), func(t *testing.T) {
				r := s.run(t, version, []string{"EVERY=4"}, words...)
				r.check(t, false, 4, 8, 12)
				if !strings.Contains(r.out, "0 errors, 0 signals") {
					t.Error(r.out)
				}
			})
		}
	}
	t.Run("frame", func(t *testing.T) { s.run(t, "32", []string{"FRAME=7"}).check(t, false, 7) })
	t.Run("now", func(t *testing.T) { s.run(t, "32", []string{"NOW=1"}).check(t, false, 1) })
	t.Run("alpha", func(t *testing.T) { s.run(t, "32", []string{"FRAME=2", "ALPHA=1"}).check(t, true, 2) })
	t.Run("limit", func(t *testing.T) { s.run(t, "20", []string{"EVERY=5", "LIMIT=1"}).check(t, false, 5) })
	t.Run("off", func(t *testing.T) {
		t.Setenv("GLESLAYER_SCREENSHOT_ON", "0")
		s.run(t, "32", []string{"EVERY=1", "SIGNAL=SIGUSR1"}).check(t, false)
	})
	t.Run("error", func(t *testing.T) {
		r := s.run(t, "32", []string{"ERRORS=1"}, "error")
		r.check(t, false, 3)
		if !strings.Contains(r.out, "1 errors, 0 signals") {
			t.Error(r.out)
		}
	})
	t.Run("error, not wanted", func(t *testing.T) { s.run(t, "32", nil, "error").check(t, false) })
}

// A signal takes a picture. A handler of the app stays, and an ignored signal stays ignored.
func TestScreenshotOnSignal(t *testing.T) {
	s := newShotStage(t)
	s.run(t, "32", []string{"SIGNAL=SIGUSR1"}, "signal").check(t, false, 5)
	const report = "screenshot: the app handles or ignores SIGUSR1; screenshot.signal has no effect"
	r := s.run(t, "32", []string{"SIGNAL=SIGUSR1"}, "handler", "signal")
	r.check(t, false)
	if !strings.Contains(r.out, "0 errors, 1 signals") || strings.Count(r.out, report) != 1 {
		t.Error(r.out)
	}
	signal.Ignore(syscall.SIGUSR1) // the program inherits it
	defer signal.Reset(syscall.SIGUSR1)
	r = s.run(t, "32", []string{"SIGNAL=SIGUSR1"}, "signal")
	r.check(t, false)
	if strings.Count(r.out, report) != 1 {
		t.Error(r.out)
	}
}

// If files cannot be written, the log has one line, no file is left, and the app continues.
func TestScreenshotFailures(t *testing.T) {
	s := newShotStage(t)
	for name, c := range map[string]struct{ directory, word, want string }{
		"no directory": {"/nonexistent/shots", "", "screenshot: open directory /nonexistent/shots: No such file or directory"},
		"not one":      {"/dev/null", "", "screenshot: open directory /dev/null: Not a directory"},
		"relative":     {"shots", "", "screenshot.directory=shots: must be an absolute path"},
		"read-only":    {"/proc/self", "", "screenshot: create /proc/self/gleslayer-"},
		"no space":     {"", "full", "File too large; the app continues without the picture"},
	} {
		t.Run(name, func(t *testing.T) {
			settings := []string{"EVERY=4"}
			if c.directory != "" {
				settings = append(settings, "DIRECTORY="+c.directory)
			}
			t.Setenv("XDG_STATE_HOME", t.TempDir())
			r := s.run(t, "32", settings, c.word)
			if strings.Count(r.out, c.want) != 1 || !strings.Contains(r.out, "0 errors") || len(r.files)+len(r.others) > 0 {
				t.Errorf("%v %v\n%s", r.files, r.others, r.out)
			}
		})
	}
}

// No value that the app can query changes while each frame is written.
func TestScreenshotsKeepState(t *testing.T) {
	s := newShotStage(t)
	app, names := drawApp(t)
	t.Setenv("GLESLAYER_SCREENSHOT_EVERY", "1")
	t.Setenv("GLESLAYER_SCREENSHOT_DIRECTORY", t.TempDir())
	for _, version := range glesdriver.Versions("20", "30", "31", "32") {
		for _, seed := range []string{"0", "7"} {
			out, err := runDrawApp(t, app, []string{s.lib}, names, version, seed, "40")
			if err != nil || strings.Count(out, "screenshot: ") < 5 {
				t.Errorf("version %s, seed %s: %v\n%s", version, seed, err, out)
			}
		}
	}
}
