package device

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"
)

// An AdbServer is a separate adb server for tests. adb 29 sometimes aborts when a link ends: the server is
// then restarted at the same port and connected to its devices again.
type AdbServer struct {
	Port    int
	Program string // path of adb
	home    string
	log     string
	running chan struct{} // closed after the last process has ended

	mu      sync.Mutex
	process *exec.Cmd
	closed  bool
	devices map[*Device]bool
}

// Server starts a server that is closed at the end of the test.
func Server(t testing.TB) *AdbServer {
	t.Helper()
	s, err := NewServer(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// startLimit is the timeout for a reply of the server. On a loaded machine, creating its key is slow.
const startLimit = time.Minute

// NewServer starts a server whose files are in dir. Close ends it.
func NewServer(dir string) (*AdbServer, error) {
	adb, err := exec.LookPath("adb")
	if err != nil {
		return nil, errors.New("adb is not installed: run make deps")
	}
	s := &AdbServer{Program: adb, home: filepath.Join(dir, "home"), log: filepath.Join(dir, "adb.log"), running: make(chan struct{}), devices: map[*Device]bool{}}
	if err := os.Mkdir(s.home, 0o700); err != nil {
		return nil, err
	}
	for range 5 { // another process may take the port before adb does
		if s.Port, err = freePort(); err != nil {
			return nil, err
		}
		var ended <-chan struct{}
		if ended, err = s.start(); err == nil {
			go s.restartLoop(ended)
			return s, nil
		}
	}
	return nil, err
}

// start starts the process and waits for its reply.
func (s *AdbServer) start() (ended <-chan struct{}, err error) {
	if ended, err = s.launch(); err != nil {
		return nil, err
	}
	for deadline := time.Now().Add(startLimit); time.Now().Before(deadline); {
		answer, err := s.Request("host:version")
		select {
		case <-ended: // any process may have replied
			output, _ := os.ReadFile(s.log)
			return nil, fmt.Errorf("adb's server ended: %s", output)
		case <-time.After(5 * time.Millisecond):
			if err == nil && answer != "" && !s.killStrayServer() { // another server may have replied while this one waits for the port
				return ended, nil
			}
		}
	}
	s.kill()
	<-ended
	return nil, errors.New("adb's server does not answer")
}

func (s *AdbServer) launch() (<-chan struct{}, error) {
	out, err := os.Create(s.log)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	cmd := exec.Command(s.Program, "-L", s.Socket(), "nodaemon", "server")
	cmd.Env = append(s.Env(), "PATH="+os.Getenv("PATH"))
	cmd.Stdout, cmd.Stderr = out, out
	cmd.SysProcAttr = killWithParent()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, errors.New("adb's server is closed")
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s.process = cmd
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	return ended, nil
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// Env returns the environment variables with which adb uses this server and none of the user's keys, phones
// or emulators.
func (s *AdbServer) Env() []string {
	return []string{"ADB_SERVER_SOCKET=" + s.Socket(), "ANDROID_ADB_SERVER_PORT=" + strconv.Itoa(s.Port), "HOME=" + s.home,
		"ADB_VENDOR_KEYS=", "ADB_MDNS=0", "ADB_MDNS_AUTO_CONNECT=0", "ADB_LOCAL_TRANSPORT_MAX_PORT=5553"}
}

// Socket returns the value of ADB_SERVER_SOCKET.
func (s *AdbServer) Socket() string { return "tcp:localhost:" + strconv.Itoa(s.Port) }

// Address returns HOST:PORT of the server.
func (s *AdbServer) Address() string { return "localhost:" + strconv.Itoa(s.Port) }

func (s *AdbServer) kill() {
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.process.Process.Kill()
}

// Close ends the server's process.
func (s *AdbServer) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.kill()
	<-s.running
	s.killStrayServer()
}
