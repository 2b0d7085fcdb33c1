package localpage

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"net"
	"os"
	"strings"
)

// isOfOtherUser reports whether the other end of a connection on this machine belongs to another user. The system administrator
// counts as this user. If the owner is unknown, only the session decides.
func isOfOtherUser(c net.Conn) bool {
	uid, known := peerOwner("/proc/net/tcp", c, net.IP.To4)
	if !known {
		uid, known = peerOwner("/proc/net/tcp6", c, net.IP.To16) // also an IPv6 socket that uses an IPv4 address
	}
	return known && uid != 0 && uid != os.Geteuid()
}

// peerOwner returns the owner of the socket at the other end of a connection, from the kernel's table of sockets.
func peerOwner(table string, c net.Conn, form func(net.IP) net.IP) (uid int, known bool) {
	f, err := os.Open(table)
	if err != nil {
		return 0, false
	}
	defer f.Close()
	want := socketName(c.RemoteAddr(), form) + " " + socketName(c.LocalAddr(), form)
	for lines := bufio.NewScanner(f); lines.Scan(); {
		// Columns: number, local address, remote address, state, queues, timer, retransmits, owner.
		fields := strings.Fields(lines.Text())
		if len(fields) > 7 && fields[1]+" "+fields[2] == want {
			_, err := fmt.Sscanf(fields[7], "%d", &uid)
			return uid, err == nil
		}
	}
	return 0, false
}

// socketName returns an address as the kernel's table has it: words in the byte order of the machine, and the port.
func socketName(a net.Addr, form func(net.IP) net.IP) string {
	tcp, ok := a.(*net.TCPAddr)
	if !ok {
		return ""
	}
	var b strings.Builder
	for ip := form(tcp.IP); len(ip) >= 4; ip = ip[4:] {
		fmt.Fprintf(&b, "%08X", binary.NativeEndian.Uint32(ip))
	}
	return fmt.Sprintf("%s:%04X", b.String(), tcp.Port)
}
