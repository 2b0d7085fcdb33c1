//go:build !linux

package localpage

import "net"

// isOfOtherUser reports false: this system does not tell the owner of a connection, and only the session decides.
func isOfOtherUser(net.Conn) bool { return false }
