package device

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
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
