package device

import (
	"context"
	"io"
	"net"
	"slices"

	"golang.org/x/sys/unix"
)

// localSocket returns a service that connects to a socket of the abstract namespace, for "adb forward". It
// uses the namespace of this machine, restricted to sockets of the device's own apps.
func (d *Device) localSocket(name string) func(*stream) {
	conn, err := net.Dial("unix", "@"+name)
	if err != nil {
		return nil
	}
	if !d.owns(peerOf(conn.(*net.UnixConn))) {
		conn.Close()
		return nil
	}
	context.AfterFunc(d.ctx, func() { conn.Close() })
	return func(s *stream) {
		d.run(func() {
			_, _ = io.Copy(conn, s)
			conn.Close()
		})
		_, _ = io.Copy(s, conn)
		conn.Close()
	}
}

// owns reports whether a process of this machine is an app of the device.
func (d *Device) owns(host int) bool {
	return host > 0 && slices.ContainsFunc(d.pids(""), func(j *job) bool { return j.host == host })
}

// peerOf returns the process ID of the other end, or 0 if it is unknown.
func peerOf(conn *net.UnixConn) (pid int) {
	raw, err := conn.SyscallConn()
	if err != nil {
		return 0
	}
	_ = raw.Control(func(fd uintptr) {
		if peer, err := unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED); err == nil {
			pid = int(peer.Pid)
		}
	})
	return pid
}
