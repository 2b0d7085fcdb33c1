package localpage

import (
	"net"
	"net/netip"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// connecting is the address to which the child process of TestOtherUser connects.
const connecting = "GLESLAYERGEN_TEST_CONNECT"

// mapped precedes an IPv4 address to which a socket of IPv6 connects.
const mapped = "mapped:"

// waitConnected connects to an address, and waits until the other end closes the connection.
func waitConnected(address string) {
	address, isMapped := strings.CutPrefix(address, mapped)
	if !isMapped {
		c, err := net.Dial("tcp", address)
		if err != nil {
			os.Exit(1)
		}
		_, _ = c.Read(make([]byte, 1))
		return
	}
	port := netip.MustParseAddrPort(address).Port()
	s, err := syscall.Socket(syscall.AF_INET6, syscall.SOCK_STREAM, 0)
	if err != nil || syscall.Connect(s, &syscall.SockaddrInet6{Port: int(port), Addr: netip.MustParseAddr("::ffff:127.0.0.1").As16()}) != nil {
		os.Exit(1)
	}
	_, _ = syscall.Read(s, make([]byte, 1))
}

// Connections of another user are recognized. Only root can start the child process of another user, as CI does.
func TestOtherUser(t *testing.T) {
	if address := os.Getenv(connecting); address != "" {
		waitConnected(address)
		os.Exit(0)
	}
	if os.Geteuid() != 0 {
		t.Log("not root: tested with connections of this user alone")
	}
	for _, address := range []string{"127.0.0.1:0", "[::1]:0", mapped + "127.0.0.1:0"} {
		l, err := net.Listen("tcp", strings.TrimPrefix(address, mapped))
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		prefix := address[:len(address)-len(strings.TrimPrefix(address, mapped))]
		users := map[uint32]bool{uint32(os.Geteuid()): false}
		if os.Geteuid() == 0 {
			users[65534] = true
		}
		for uid, other := range users {
			cmd := exec.CommandContext(t.Context(), "/proc/self/exe", "-test.run=^TestOtherUser$")
			cmd.Env = append(os.Environ(), connecting+"="+prefix+l.Addr().String())
			if other {
				cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: uid}}
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			c, err := l.Accept()
			if err != nil {
				t.Fatal(err)
			}
			if got := isOfOtherUser(c); got != other {
				t.Errorf("%s, user %d: %v", address, uid, got)
			}
			c.Close()
			if err := cmd.Wait(); err != nil {
				t.Error(err)
			}
		}
	}
}
