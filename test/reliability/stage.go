package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/gleslayergen/gleslayergen/test/trace/apitrace"
)

//go:embed testdata
var testdata embed.FS

// A stage has what the runs share.
type stage struct {
	dir      string
	tool     string // gleslayergen
	files    string // directory of the files that programs show
	apitrace string // directory with apitrace's libraries
	angle    string // directory with ANGLE's libraries
	cache    string // of the tool
	modules  layer  // with all modules
}

// newStage builds what the runs need.
func newStage(ctx context.Context, dir string) (*stage, error) {
	s := &stage{dir: dir, tool: filepath.Join(dir, "gleslayergen"), files: filepath.Join(dir, "files"), apitrace: filepath.Join(dir, "apitrace")}
	var err error
	if s.cache, err = os.UserCacheDir(); err != nil {
		return nil, err
	}
	if s.angle, err = filepath.Abs("../build/angle"); err != nil {
		return nil, err
	}
	if err := os.CopyFS(dir, testdata); err != nil {
		return nil, err
	}
	if err := os.Rename(filepath.Join(dir, "testdata"), s.files); err != nil {
		return nil, err
	}
	for _, step := range []func(context.Context) error{s.build, s.placeApitrace, s.warm, s.buildModules} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// build compiles the tool and the libraries that programs preload, and makes a clip of three seconds.
func (s *stage) build(ctx context.Context) error {
	clock, err := filepath.Abs("programs/testdata/clock.c")
	if err != nil {
		return err
	}
	for _, argv := range [][]string{
		{"go", "-C", "..", "build", "-o", s.tool, "./cmd/gleslayergen"},
		{"cc", "-O2", "-shared", "-fPIC", "-o", filepath.Join(s.files, "clock.so"), clock},
		{"cc", "-O2", "-shared", "-fPIC", "-o", filepath.Join(s.files, "user.so"), filepath.Join(s.files, "user.c")},
		{"ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=10:duration=3", "-pix_fmt", "yuv420p", filepath.Join(s.files, "clip.mkv")},
	} {
		if out, err := exec.CommandContext(ctx, argv[0], argv[1:]...).CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w (a missing program: make deps-test-programs)\n%s", strings.Join(argv, " "), err, out)
		}
	}
	return nil
}

// placeApitrace makes apitrace a driver: in a directory of its own, because the program's linker searches the one with the
// real libraries.
func (s *stage) placeApitrace(ctx context.Context) error {
	driver := filepath.Join(s.apitrace, "driver")
	if err := os.MkdirAll(driver, 0o700); err != nil {
		return err
	}
	below, err := apitrace.Below(ctx, s.apitrace)
	if err != nil {
		return err
	}
	for _, name := range []string{"libEGL.so.1", "libGLESv2.so.2"} {
		if err := os.Symlink(below.EGL, filepath.Join(driver, name)); err != nil {
			return err
		}
	}
	return nil
}

// warm builds the trace layer, so that no run waits for it. The program makes no EGL call, so nothing is recorded.
func (s *stage) warm(ctx context.Context) error {
	out, err := exec.CommandContext(ctx, s.tool, "trace", "record", "--out", filepath.Join(s.dir, "none.gltrace"), "--", "true").CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == nothingRecorded {
		return nil
	}
	return fmt.Errorf("trace record -- true: %w\n%s", err, out)
}

// nothingRecorded is the exit code of trace record if no recording began.
const nothingRecorded = 6
