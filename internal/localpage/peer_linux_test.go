package localpage

import (
	"net"
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// connecting is the address to which the child process of TestOtherUser connects.
const connecting = "GLESLAYERGEN_TEST_CONNECT"

// Connections of another user are recognized. Only root can start the child process of another user, as CI does.
func TestOtherUser(t *testing.T) {
	if address := os.Getenv(connecting); address != "" {
		c, err := net.Dial("tcp", address)
		if err != nil {
			os.Exit(1)
		}
		_, _ = c.Read(make([]byte, 1)) // until the test closes it
		os.Exit(0)
	}
	if os.Geteuid() != 0 {
		t.Log("not root: tested with connections of this user alone")
	}
	for _, address := range []string{"127.0.0.1:0", "[::1]:0"} {
		l, err := net.Listen("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		users := map[uint32]bool{uint32(os.Geteuid()): false}
		if os.Geteuid() == 0 {
			users[65534] = true
		}
		for uid, other := range users {
			cmd := exec.CommandContext(t.Context(), "/proc/self/exe", "-test.run=^TestOtherUser$")
			cmd.Env = append(os.Environ(), connecting+"="+l.Addr().String())
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
