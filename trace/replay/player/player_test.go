//go:build linux

package player_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/replay/player"
)

// The registers of scripts.
const (
	display = iota + 1
	config
	surface
	eglContext
	vertexShader
	fragmentShader
	program
	buffer
	texture
	next // the first free one
)

const (
	eglNone         = 0x3038
	arrayBuffer     = 0x8892
	glFloat         = 0x1406
	glRGBA          = 0x1908
	glUnsignedByte  = 0x1401
	colorBufferBit  = 0x4000
	triangles       = 4
	unpackAlignment = 0x0CF5
	badSurface      = 0x300D

	pixelPackBuffer = 0x88EB
)

// begin adds the calls of a program that creates a window of a size and a context.
func (s *script) begin(width, height, version int) {
	s.into(display, "eglGetDisplay", number(0))
	s.call("eglInitialize", reg(display), number(0), number(0))
	s.call("eglChooseConfig", reg(display), data(words[uint32](0x3033, 4, 0x3040, 4, 0x3024, 8, 0x3025, 0, eglNone)), outHandles(config), number(1), out())
	s.operation(opSurface, 0, number(width), number(height))
	s.into(surface, "eglCreateWindowSurface", reg(display), reg(config), number(0), number(0))
	s.into(eglContext, "eglCreateContext", reg(display), reg(config), number(0), data(words(0x3098, uint32(version), eglNone)))
	s.call("eglMakeCurrent", reg(display), reg(surface), reg(surface), reg(eglContext))
}

// useProgram adds the calls that create and use a program which draws in one color.
func (s *script) useProgram() {
	for shader, source := range map[int]string{
		vertexShader:   "attribute vec4 position; void main() { gl_Position = position; }",
		fragmentShader: "precision mediump float; uniform vec4 color; void main() { gl_FragColor = color; }",
	} {
		kind := map[int]int{vertexShader: 0x8B31, fragmentShader: 0x8B30}[shader]
		s.into(shader, "glCreateShader", number(kind))
		s.call("glShaderSource", reg(shader), number(1), texts(source), number(0))
		s.call("glCompileShader", reg(shader))
	}
	s.into(program, "glCreateProgram")
	s.call("glAttachShader", reg(program), reg(vertexShader))
	s.call("glAttachShader", reg(program), reg(fragmentShader))
	s.call("glBindAttribLocation", reg(program), number(0), data([]byte("position\x00")))
	s.call("glLinkProgram", reg(program))
	s.call("glUseProgram", reg(program))
	s.into(next, "glGetUniformLocation", reg(program), data([]byte("color\x00")))
	s.call("glUniform4fv", reg(next), number(1), data(floats(0, 1, 0, 1)))
}

// readPixel adds a call that reads a pixel.
func (s *script) readPixel(x, y int) {
	s.call("glReadPixels", number(x), number(y), number(1), number(1), number(glRGBA), number(glUnsignedByte), out())
}

// playerPath returns the path of the player. TEST_PLAYER names another one, for example with sanitizers.
func playerPath(t testing.TB) string {
	t.Helper()
	if path := os.Getenv("TEST_PLAYER"); path != "" {
		return path
	}
	path, err := player.Maker{}.Player(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// play runs the player and returns its output, its exit code and the new recording.
func play(t testing.TB, s *script, screen string, args ...string) (output string, code int, f *file.File) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "b.gltrace")
	output, _, code = run(t, playerPath(t), s.bytes, append(os.Environ(), "DISPLAY="+screen, "GLTRACE_FILE="+name, "GLTRACE_START=1", "GLTRACE_BLOCK=1", "GLTRACE_FOLDER="+t.TempDir()), args...)
	f, err := file.Open(name)
	if err != nil {
		return output, code, nil
	}
	t.Cleanup(func() { f.Close() })
	return output, code, f
}

// run runs a player with a script and returns its output, its messages and its exit code. The test fails if a signal ended it.
func run(t testing.TB, path string, script []byte, env []string, args ...string) (output, messages string, code int) {
	t.Helper()
	return runFor(t, "unlimited", path, script, env, args...)
}

// outOfTime is the exit code of runFor for a player that needed more processor time than its limit.
const outOfTime = -2

// runFor is run with a limit of processor time in seconds, of a shell. A player that waits forever still fails the test.
func runFor(t testing.TB, limit, path string, script []byte, env []string, args ...string) (output, messages string, code int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	args = append([]string{"-c", `ulimit -S -t "$0" && exec "$@"`, limit, path}, args...)
	path = "sh"
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Stdin, cmd.Env = bytes.NewReader(script), env
	var out, log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &log
	err := cmd.Run()
	wait, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
	switch code = cmd.ProcessState.ExitCode(); {
	case wait.Signaled() && wait.Signal() == syscall.SIGXCPU:
		code = outOfTime
	case err != nil && code <= 0:
		t.Fatalf("%v\n%s%s", err, out.String(), log.String())
	}
	return out.String(), log.String(), code
}

// replayed is a new recording with its calls.
type replayed struct {
	*file.File
	calls []*file.Call
}

// playAll plays a script to its end without a window system.
func playAll(t testing.TB, s *script) replayed {
	t.Helper()
	return playOn(t, s, "")
}

// playOn plays a script to its end on an X server, if there is one.
func playOn(t testing.TB, s *script, screen string, args ...string) replayed {
	t.Helper()
	s.operation(opEnd, 0)
	output, code, f := play(t, s, screen, args...)
	if code != 0 || !strings.Contains(output, "done ") || f == nil {
		t.Fatalf("exit code %d, %s", code, output)
	}
	r := replayed{File: f}
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		r.calls = append(r.calls, c)
	}
	return r
}

// data returns the data of a parameter in each call of a function.
func (r replayed) data(t testing.TB, function, param string) (list [][]byte) {
	t.Helper()
	for _, c := range r.calls {
		if c.Function.Name != function {
			continue
		}
		i := slices.IndexFunc(c.Function.Params, func(p file.Param) bool { return p.Name == param })
		if i < 0 || c.Args[i].Data == nil {
			t.Fatalf("%s: no data of %s", function, param)
		}
		b, err := r.Payload(c.Args[i].Data.Payloads)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, b)
	}
	return list
}

// wantPixels checks the pixels of the calls of glReadPixels.
func (r replayed) wantPixels(t testing.TB, want ...[]byte) {
	t.Helper()
	if got := r.data(t, "glReadPixels", "pixels"); !slices.EqualFunc(got, want, bytes.Equal) {
		t.Errorf("pixels %v, want %v", got, want)
	}
}

// A program clears a window and swaps.
func TestClear(t *testing.T) {
	s := newScript(t)
	s.begin(64, 32, 2)
	s.call("glClearColor", float(1), float(0), float(0.5), float(1))
	s.call("glClear", number(colorBufferBit))
	s.readPixel(63, 31)
	s.operation(opFrame, 0, number(0))
	s.call("eglSwapBuffers", reg(display), reg(surface))
	playAll(t, s).wantPixels(t, []byte{255, 0, 128, 255})
}
