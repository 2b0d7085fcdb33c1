//go:build heavy && linux

package programs

import (
	"context"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// An x11 is an X server without a screen, which ends with the test.
type x11 struct {
	env   string // DISPLAY
	frame string // the file with its picture, in the format of xwd
}

func startX11(t *testing.T) x11 {
	t.Helper()
	dir := t.TempDir()
	server, err := testutil.StartXServer(context.Background(), "-fbdir", dir, "-screen", "0", "640x480x24")
	if err != nil {
		t.Fatalf("%v (a missing program: make deps)", err)
	}
	t.Cleanup(server.Close)
	return x11{"DISPLAY=" + server.Display, filepath.Join(dir, "Xvfb_screen0")}
}

// start starts a server, which ends with the test.
func start(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatalf("%v (a missing program: make deps)", err)
	}
	t.Cleanup(func() {
		timer := time.AfterFunc(limit, func() { _ = cmd.Process.Kill() })
		defer timer.Stop()
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
	})
}

// pixels returns the picture: the file without its header and color table. The first number of the header is
// its length, the twentieth the number of colors, of twelve bytes each.
func (x x11) pixels(t *testing.T) []byte {
	t.Helper()
	file, err := os.ReadFile(x.frame)
	if err != nil {
		t.Fatal(err)
	}
	header := binary.BigEndian.Uint32(file) + 12*binary.BigEndian.Uint32(file[19*4:])
	return file[header:]
}

// colors counts the distinct colors of pixels.
func colors(pixels []byte) map[uint32]bool {
	found := map[uint32]bool{}
	for at := 0; at+4 <= len(pixels); at += 4 {
		found[binary.LittleEndian.Uint32(pixels[at:])] = true
	}
	return found
}

// picture returns the picture once something is drawn.
func (x x11) picture(t *testing.T) []byte {
	t.Helper()
	pixels := x.pixels(t)
	if n := len(colors(pixels)); n < 10 {
		t.Errorf("the picture has %d colors", n)
	}
	return pixels
}

// atStandstill is for a program with a simulated clock: it returns its last picture once it has stopped, then
// lets it continue.
func (x x11) atStandstill(t *testing.T, cmd *exec.Cmd) []byte {
	t.Helper()
	if !standsStill(t, cmd.Process.Pid) {
		return nil
	}
	defer func() { _ = cmd.Process.Signal(syscall.SIGCONT) }()
	return x.picture(t)
}

// standsStill waits until a process is stopped.
func standsStill(t *testing.T, pid int) bool {
	t.Helper()
	var s byte
	if !testutil.Poll(func() bool { s = state(pid); return s == 'T' || s == 'Z' || s == 0 }) {
		t.Errorf("process %d did not reach the end of its clock", pid)
	} else if s != 'T' {
		t.Errorf("process %d ended before its clock did", pid)
	}
	return s == 'T'
}

// state is the letter after the name of a process; the name may contain parentheses.
func state(pid int) byte {
	text, _ := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	at := strings.LastIndex(string(text), ") ")
	if at < 0 || at+2 >= len(text) {
		return 0
	}
	return text[at+2]
}
