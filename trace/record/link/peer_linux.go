package link

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// dialLocal connects to the recorder of a process and verifies through the kernel that this process listens.
func dialLocal(ctx context.Context, r Registration) (net.Conn, error) {
	conn, err := dialPatiently(ctx, "@"+r.Socket)
	if err != nil {
		return nil, err
	}
	if err := checkPeer(conn.(*net.UnixConn), r.PID); err != nil {
		conn.Close()
		return nil, err
	}
	return conn, nil
}

// dialPatiently connects to a socket. While too many connections wait there, for example of another user, it tries again.
func dialPatiently(ctx context.Context, name string) (net.Conn, error) {
	const first, longest = time.Millisecond, 20 * time.Millisecond
	ctx, cancel := context.WithTimeout(ctx, helloTimeout)
	defer cancel()
	for pause := first; ; pause = min(2*pause, longest) {
		conn, err := net.Dial("unix", name) // it does not wait
		if !errors.Is(err, unix.EAGAIN) {
			return conn, err
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("too many connections wait for the trace layer: %w", err)
		case <-time.After(pause):
		}
	}
}

// checkPeer checks that the process with this ID, of this user, is at the other end.
func checkPeer(conn *net.UnixConn, pid int) error {
	raw, err := conn.SyscallConn()
	if err != nil {
		return err
	}
	var peer *unix.Ucred
	var failed error
	if err := raw.Control(func(fd uintptr) {
		peer, failed = unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED)
	}); err != nil {
		return err
	}
	if failed != nil {
		return os.NewSyscallError("SO_PEERCRED", failed)
	}
	return verifyPeer(peer, pid, os.Geteuid())
}

// verifyPeer checks the process ID and user ID of a peer.
func verifyPeer(peer *unix.Ucred, pid, uid int) error {
	switch {
	case int(peer.Pid) != pid:
		return fmt.Errorf("another process, %d, answered in place of the trace layer", peer.Pid)
	case int(peer.Uid) != uid:
		return fmt.Errorf("the process is owned by another user (uid %d)", peer.Uid)
	}
	return nil
}
