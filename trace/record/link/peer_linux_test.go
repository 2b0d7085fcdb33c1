package link

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// The peer must be the registered process, of this user.
func TestVerifyPeer(t *testing.T) {
	for _, c := range []struct {
		peer unix.Ucred
		want string
	}{
		{unix.Ucred{Pid: 7, Uid: 1000, Gid: 5}, ""},
		{unix.Ucred{Pid: 7, Uid: 1001, Gid: 5}, "the process is owned by another user (uid 1001)"},
		{unix.Ucred{Pid: 7, Uid: 0}, "the process is owned by another user (uid 0)"},
		{unix.Ucred{Pid: 8, Uid: 1000}, "another process, 8, answered in place of the trace layer"},
		{unix.Ucred{Uid: 1000}, "another process, 0, answered in place of the trace layer"},
	} {
		if err := verifyPeer(&c.peer, 7, 1000); (err == nil) != (c.want == "") || err != nil && err.Error() != c.want {
			t.Errorf("%+v: %v", c.peer, err)
		}
	}
}

// The kernel reports another user as the peer. Only root can change the user temporarily.
func TestPeerOfAnotherUser(t *testing.T) {
	name := fmt.Sprintf("gltrace-%d-%032x", os.Getpid(), 7)
	other := os.Geteuid()
	if other == 0 {
		other = 12345
	}
	listener, err := listenAs(name, other)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	conn, err := dialLocal(t.Context(), Registration{PID: os.Getpid(), Socket: name})
	if err == nil {
		conn.Close()
	}
	if want := fmt.Sprintf("another user (uid %d)", other); other == os.Geteuid() && err != nil || other != os.Geteuid() && (err == nil || !strings.Contains(err.Error(), want)) {
		t.Errorf("%v", err)
	}
}

// listenAs listens as a user: the kernel stores the user of a socket when listening starts.
func listenAs(name string, user int) (listener net.Listener, err error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := thisThreadIs(user); err != nil {
		return nil, err
	}
	listener, err = net.Listen("unix", "@"+name)
	return listener, errors.Join(err, thisThreadIs(os.Getuid()))
}

// thisThreadIs changes the user of this thread only; syscall.Seteuid would change that of all threads.
func thisThreadIs(user int) error {
	const same = ^uintptr(0)
	if _, _, errno := unix.RawSyscall(unix.SYS_SETRESUID, same, uintptr(user), same); errno != 0 {
		return os.NewSyscallError("setresuid", errno)
	}
	return nil
}

// While the queue of a socket is full, a connection is tried again.
func TestFullQueue(t *testing.T) {
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	name := fmt.Sprintf("@gltrace-test-%d", os.Getpid())
	if err := errors.Join(unix.Bind(fd, &unix.SockaddrUnix{Name: name}), unix.Listen(fd, 0)); err != nil {
		t.Fatal(err)
	}
	var waiting net.Conn
	for err == nil { // until the queue is full
		var conn net.Conn
		if conn, err = net.Dial("unix", name); err == nil {
			waiting = conn
			defer conn.Close()
		}
	}
	if !errors.Is(err, unix.EAGAIN) || waiting == nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := dialPatiently(ctx, name); err == nil || !strings.Contains(err.Error(), "too many connections wait for the trace layer") {
		t.Errorf("%v", err)
	}
	dialed := make(chan error, 1)
	go func() {
		conn, err := dialPatiently(t.Context(), name)
		if err == nil {
			err = conn.Close()
		}
		dialed <- err
	}()
	other, _, err := unix.Accept(fd)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(other)
	if err := <-dialed; err != nil {
		t.Error(err)
	}
}
