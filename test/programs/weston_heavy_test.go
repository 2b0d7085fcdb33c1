//go:build heavy && linux

package programs

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// A desktop is Weston without a screen, which draws with OpenGL ES, and a program on it that does the same.
type desktop struct {
	dir    string // directory of the sockets
	client []string
	clock  []string
}

const socket = "wayland-layers"

// westonINI removes everything that moves on its own.
const westonINI = `[shell]
panel-position=none
animation=none
close-animation=none
startup-animation=none
background-color=0xff203040
locking=false
[input-method]
path=
`

// The compositor, its client and their pictures are the same with layers in both of them.
func TestWeston(t *testing.T) {
	d := desktop{dir: runtimeDir(t), client: []string{"weston-simple-egl", "-f"}, clock: clock(t, 60_000, 100)}
	config := filepath.Join(d.dir, "weston.ini")
	if err := os.WriteFile(config, []byte(westonINI), 0o600); err != nil {
		t.Fatal(err)
	}
	p := program{argv: []string{"weston", "--backend=headless-backend.so", "--use-gl", "--width=320", "--height=240",
		"--shell=desktop-shell.so", "--socket=" + socket, "--config=" + config, "--idle-time=0", "--debug"},
		env: []string{"XDG_RUNTIME_DIR=" + d.dir, "DISPLAY=", "WAYLAND_DISPLAY="}, busy: d.watch}
	plain := p.same(t)
	for _, want := range []string{"renderer: llvmpipe", "caught signal 15"} {
		if !bytes.Contains([]byte(plain.errOut), []byte(want)) {
			t.Errorf("Weston did not say %q:\n%s", want, plain.errOut)
		}
	}
	if !bytes.Contains(plain.seen, []byte(" frames in 5 seconds: ")) {
		t.Error("the program on it did not draw for 5 seconds")
	}
}

// runtimeDir returns a path short enough for the name of a socket.
func runtimeDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "weston-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// watch runs the program on the desktop until its clock ends and takes a picture. It returns the picture and
// the program's output.
func (d desktop) watch(t *testing.T, weston *exec.Cmd) []byte {
	t.Helper()
	defer func() { _ = weston.Process.Signal(syscall.SIGTERM) }()
	if !d.ready() {
		t.Error("Weston opens no socket")
		return nil
	}
	var output bytes.Buffer
	client := exec.CommandContext(t.Context(), d.client[0], d.client[1:]...)
	client.Env = append(append(weston.Env, d.clock...), "WAYLAND_DISPLAY="+socket)
	client.Stdout, client.Stderr = &output, &output
	if err := client.Start(); err != nil {
		t.Fatalf("%v (a missing program: make deps)", err)
	}
	stands := standsStill(t, client.Process.Pid)
	var picture []byte
	if stands {
		picture = d.picture(t)
	}
	_ = client.Process.Signal(syscall.SIGCONT)
	if err := client.Wait(); err != nil {
		t.Errorf("%s: %v\n%s", d.client[0], err, output.String())
	}
	return append(picture, quiet(t, output.String())...)
}

// ready waits until Weston accepts connections.
func (d desktop) ready() bool {
	return testutil.Poll(func() bool {
		conn, err := net.Dial("unix", filepath.Join(d.dir, socket))
		if err != nil {
			return false
		}
		conn.Close()
		return true
	})
}

// picture makes Weston read back its picture.
func (d desktop) picture(t *testing.T) []byte {
	t.Helper()
	shooter := exec.CommandContext(t.Context(), "weston-screenshooter")
	shooter.Dir = t.TempDir()
	shooter.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+d.dir, "WAYLAND_DISPLAY="+socket)
	if out, err := shooter.CombinedOutput(); err != nil {
		t.Fatalf("weston-screenshooter: %v\n%s", err, out)
	}
	shots, err := filepath.Glob(filepath.Join(shooter.Dir, "*.png"))
	if err != nil || len(shots) != 1 {
		t.Fatalf("weston-screenshooter left %q, %v", shots, err)
	}
	png, err := os.ReadFile(shots[0])
	if err != nil {
		t.Fatal(err)
	}
	return png
}
