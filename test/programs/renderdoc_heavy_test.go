//go:build heavy && linux

package programs

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/internal/testutil/testproject"
)

// RenderDoc, above the layers, captures a frame with the program's calls. It cannot run below them: Debian's
// build opens libEGL through the dynamic linker, which returns the loader's library.
func TestRenderDoc(t *testing.T) {
	setStage(t)
	x := startX11(t)
	lib := filepath.Join(t.TempDir(), "capture.so")
	testproject.Command(t, ".", "cc", "-Wall", "-Wextra", "-Werror", "-O2", "-shared", "-fPIC", "-o", lib, "testdata/capture.c", "-pthread", "-ldl")
	for _, chain := range chains {
		t.Run(chain.name, func(t *testing.T) {
			dir := t.TempDir()
			p := program{argv: []string{"es2gears_x11"}, env: []string{x.env, "LD_PRELOAD=/usr/lib/librenderdoc.so:" + lib,
				"RENDERDOC_TEMP=" + dir, "RENDERDOC_CAPFILE=" + filepath.Join(dir, "frame"),
				"RENDERDOC_DEBUG_LOG_FILE=" + filepath.Join(dir, "log")}, busy: captured(dir)}
			p.under(t, chain.layers)
			log, err := os.ReadFile(filepath.Join(dir, "log"))
			frame := written.FindSubmatch(log) // another capture may have begun since
			if err != nil || frame == nil {
				t.Fatalf("no frame was captured: %v", err)
			}
			xml := filepath.Join(dir, "frame.xml")
			testproject.Command(t, dir, "env", "RENDERDOC_TEMP="+dir, "renderdoccmd", "convert", "-f", string(frame[1]), "-c", "xml", "-o", xml)
			text, err := os.ReadFile(xml)
			if err != nil {
				t.Fatal(err)
			}
			for name, times := range map[string]int{"glShaderSource": 2, "glDrawArrays": 3, "glUniformMatrix4fv": 6, "eglSwapBuffers": 1} {
				if n := strings.Count(string(text), `name="`+name+`"`); n < times {
					t.Errorf("%s is in the frame %d times, expected at least %d", name, n, times)
				}
			}
		})
	}
}

// written matches RenderDoc's message about a frame.
var written = regexp.MustCompile(`Written to disk: (.*\.rdc)\n`)

// captured waits until RenderDoc has written a frame, and ends the program.
func captured(dir string) func(*testing.T, *exec.Cmd) []byte {
	return func(t *testing.T, cmd *exec.Cmd) []byte {
		testutil.Poll(func() bool {
			log, _ := os.ReadFile(filepath.Join(dir, "log"))
			return written.Match(log) || state(cmd.Process.Pid) == 'Z'
		})
		_ = cmd.Process.Signal(syscall.SIGTERM)
		return nil
	}
}
