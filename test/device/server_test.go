package device

import (
	"net"
	"os/exec"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// A server that aborts is restarted at its port with its devices.
func TestServerAborts(t *testing.T) {
	b := begin(t, Options{Bare: true})
	for range 2 {
		b.server.kill()
		testutil.Eventually(t, "the device is back", func() bool { return b.server.State(b.Device) == "device" })
		b.checkOutput("echo here", "here")
	}
}

// TestServerOfClients checks that a server that a client starts ends with the AdbServer. Nothing else would end
// it.
func TestServerOfClients(t *testing.T) {
	s := Server(t)
	other := &AdbServer{Program: s.Program, home: s.home}
	var err error
	if other.Port, err = freePort(); err != nil {
		t.Fatal(err)
	}
	defer other.killStrayServer()
	cmd := exec.CommandContext(t.Context(), s.Program, "start-server")
	cmd.Env = other.Env()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if _, err := other.Request("host:version"); err != nil {
		t.Fatal(err)
	}
	other.killStrayServer()
	testutil.Eventually(t, "the server is gone", func() bool {
		conn, err := net.Dial("tcp", other.Address())
		if err == nil {
			conn.Close()
		}
		return err != nil
	})
	if _, err := s.Request("host:version"); err != nil {
		t.Errorf("the other server ended, too: %v", err)
	}
}
