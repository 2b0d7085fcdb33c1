package device

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// An AdbServer is a real adb server of its own, beside any other there is.
type AdbServer struct {
	Port    int
	Program string // adb
	home    string
	cmd     *exec.Cmd
	ended   chan struct{}
}

// Server starts one that ends with the test.
func Server(t testing.TB) *AdbServer {
	t.Helper()
	s, err := NewServer(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// startLimit is how long a server may take to answer; a loaded machine is slow to make its key.
const startLimit = time.Minute

// NewServer starts one whose files are in dir, until Close.
func NewServer(dir string) (*AdbServer, error) {
	adb, err := exec.LookPath("adb")
	if err != nil {
		return nil, errors.New("adb is not installed: run make deps")
	}
	s := &AdbServer{Program: adb, home: filepath.Join(dir, "home")}
	if err := os.Mkdir(s.home, 0o700); err != nil {
		return nil, err
	}
	for range 5 { // somebody else may take the port before adb does
		if err = s.start(filepath.Join(dir, "adb.log")); err == nil {
			return s, nil
		}
	}
	return nil, err
}

func (s *AdbServer) start(log string) error {
	port, err := freePort()
	if err != nil {
		return err
	}
	s.Port = port
	out, err := os.Create(log)
	if err != nil {
		return err
	}
	defer out.Close()
	s.cmd = exec.Command(s.Program, "-L", "tcp:localhost:"+strconv.Itoa(port), "nodaemon", "server")
	s.cmd.Env = append(s.Env(), "PATH="+os.Getenv("PATH"))
	s.cmd.Stdout, s.cmd.Stderr = out, out
	s.cmd.SysProcAttr = endsWithUs()
	if err := s.cmd.Start(); err != nil {
		return err
	}
	s.ended = make(chan struct{})
	go func() {
		_ = s.cmd.Wait()
		close(s.ended)
	}()
	for deadline := time.Now().Add(startLimit); time.Now().Before(deadline); {
		if answer, err := s.Ask("host:version"); err == nil && answer != "" {
			return nil
		}
		select {
		case <-s.ended:
			said, _ := os.ReadFile(log)
			return fmt.Errorf("adb's server ended: %s", said)
		case <-time.After(20 * time.Millisecond):
		}
	}
	s.Close()
	return errors.New("adb's server does not answer")
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// Env are the variables that lead adb to this server and to no key, phone or emulator of the user's.
func (s *AdbServer) Env() []string {
	return []string{"ADB_SERVER_SOCKET=" + s.Socket(), "ANDROID_ADB_SERVER_PORT=" + strconv.Itoa(s.Port), "HOME=" + s.home,
		"ADB_VENDOR_KEYS=", "ADB_MDNS=0", "ADB_MDNS_AUTO_CONNECT=0", "ADB_LOCAL_TRANSPORT_MAX_PORT=5553"}
}

// Socket is the value of ADB_SERVER_SOCKET.
func (s *AdbServer) Socket() string { return "tcp:localhost:" + strconv.Itoa(s.Port) }

// Address is HOST:PORT of the server.
func (s *AdbServer) Address() string { return "localhost:" + strconv.Itoa(s.Port) }

// Close ends the server's process.
func (s *AdbServer) Close() {
	_ = s.cmd.Process.Kill()
	<-s.ended
}

// Ask sends the server a request of its own protocol and returns the answer.
func (s *AdbServer) Ask(request string) (string, error) {
	conn, err := net.DialTimeout("tcp", s.Address(), startLimit)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(startLimit))
	if _, err := fmt.Fprintf(conn, "%04x%s", len(request), request); err != nil {
		return "", err
	}
	in := bufio.NewReader(conn)
	var status, size [4]byte
	if _, err := io.ReadFull(in, status[:]); err != nil {
		return "", err
	}
	if _, err := io.ReadFull(in, size[:]); err != nil {
		return "", err
	}
	length, err := strconv.ParseUint(string(size[:]), 16, 16)
	if err != nil {
		return "", err
	}
	text := make([]byte, length)
	if _, err = io.ReadFull(in, text); err == nil && string(status[:]) != "OKAY" {
		err = errors.New(string(text))
	}
	return string(text), err
}

// Connect makes devices known to the server, and waits until it says of each what it is.
func (s *AdbServer) Connect(devices ...*Device) error {
	for _, d := range devices {
		d.mu.Lock()
		d.servers[s] = true
		d.mu.Unlock()
		if d.faults.offline() { // adb waits long for its answer
			go func() { _, _ = s.Ask("host:connect:" + d.Serial()) }()
		} else if _, err := s.Ask("host:connect:" + d.Serial()); err != nil {
			return err
		}
		if err := s.await(d); err != nil {
			return err
		}
	}
	return nil
}

// Await waits until a device that restarts or was cut is there again.
func (s *AdbServer) Await(d *Device) error { return s.await(d) }

func (s *AdbServer) await(d *Device) error {
	want := "device"
	if d.faults.offline() {
		want = "offline"
	} else if d.faults.unauthorized() {
		want = "unauthorized"
	}
	for deadline := time.Now().Add(startLimit); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		d.mu.Lock()
		met := d.greeted || want != "device" // what adb says may be of the link before
		d.mu.Unlock()
		state := s.State(d)
		if met && state == want {
			return nil
		}
		if state == "" && want != "offline" { // adb took the link before for this one
			_, _ = s.Ask("host:connect:" + d.Serial())
		}
	}
	return fmt.Errorf("%s: adb says %q, not %q", d.Serial(), s.State(d), want)
}

// State is what the server says of a device, "" if it does not know it.
func (s *AdbServer) State(d *Device) string {
	list, err := s.Ask("host:devices")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(list) {
		if serial, state, _ := strings.Cut(strings.TrimSpace(line), "\t"); serial == d.Serial() {
			return state
		}
	}
	return ""
}

// Disconnect makes the server forget a device.
func (s *AdbServer) Disconnect(d *Device) { _, _ = s.Ask("host:disconnect:" + d.Serial()) }

// Reconnect is for a device whose link was cut: the cable is plugged in again.
func (s *AdbServer) Reconnect(d *Device) error {
	d.Plug()
	s.Disconnect(d)
	return s.Connect(d)
}

// Adb is a call of adb for a device.
func (s *AdbServer) Adb(ctx context.Context, d *Device, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, s.Program, args...)
	cmd.Env = append(s.Env(), "PATH="+os.Getenv("PATH"), "ANDROID_SERIAL="+d.Serial())
	return cmd
}
