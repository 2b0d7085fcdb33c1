package record

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
	"github.com/gleslayergen/gleslayergen/trace/record/link"
)

// A host is asked through a socket in the folder where recorders register, which nobody else can enter: one line of JSON there,
// one back.
const (
	receiverPrefix = "host-"
	receiverSuffix = ".sock"
	maxEntries     = 4096 // of the folder
	maxRequest     = 64 << 10
	maxAnswer      = 16 << 20
)

// How long a question to a host may take; one that stops waits until all is in the file.
const (
	requestTimeout = 5 * time.Second
	stopTimeout    = 30 * time.Second
	drainTimeout   = 100 * time.Millisecond // for what was sent to a host that ends, and waits to be read
)

// Request is what a host is asked.
type Request struct {
	Command string  `json:"verb"`          // status, stop or change
	PID     int     `json:"pid,omitempty"` // which process; 0: all that it records
	App     string  `json:"app,omitempty"` // of a device; "": of this machine, and with status all
	Changes Changes `json:"changes,omitempty"`
}

// Answer is what it says: the recordings that are meant, as they are then.
type Answer struct {
	Recordings []Status `json:"recordings"`
	Error      string   `json:"error,omitempty"`
}

// Serve answers those who ask about this session, until what it gives, which is never nil, was called: whose connection was accepted by
// then gets its answer first. Nothing is lost if it cannot.
func (s *Session) Serve(folder string) (stop func(), err error) {
	stop = func() {}
	if folder == "" {
		return stop, link.ErrNoFolder
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return stop, err
	}
	dir, err := fsx.OpenPrivateDir(folder) // it may be one that the user has for other things, too
	if err != nil {
		return stop, err
	}
	dir.Close()
	path := filepath.Join(folder, receiverPrefix+fmt.Sprint(os.Getpid())+receiverSuffix)
	listener, err := listen(path, filepath.Join(folder, fmt.Sprintf("new-%d", os.Getpid())))
	if err != nil {
		return stop, err
	}
	ctx, end := context.WithCancel(context.Background())
	var answers sync.WaitGroup
	answers.Go(func() { s.accept(ctx, listener, &answers) })
	return func() {
		listener.Close()
		_ = os.Remove(path)
		end()
		answers.Wait()
	}, nil
}

// accept gives each who asks an answer, until the listener is closed.
func (s *Session) accept(ctx context.Context, listener net.Listener, answers *sync.WaitGroup) {
	for {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		answers.Go(func() { s.answer(ctx, conn) })
	}
}

// listen makes a socket under another name first: one that nobody listens on yet looks like that of a host that was killed.
func listen(path, first string) (*net.UnixListener, error) {
	_ = os.Remove(first) // of a process of this number that was killed
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: first, Net: "unix"})
	if err != nil {
		return nil, err
	}
	listener.SetUnlinkOnClose(false)
	if err := errors.Join(os.Chmod(first, 0o600), os.Rename(first, path)); err != nil {
		return nil, errors.Join(err, listener.Close(), os.Remove(first))
	}
	return listener, nil
}

// answer answers one request. When the context ends it no longer waits for one.
func (s *Session) answer(ctx context.Context, conn net.Conn) {
	defer conn.Close()
	_ = conn.SetReadDeadline(time.Now().Add(requestTimeout))
	defer context.AfterFunc(ctx, func() { _ = conn.SetReadDeadline(time.Now().Add(drainTimeout)) })()
	var q Request
	if err := json.NewDecoder(io.LimitReader(conn, maxRequest)).Decode(&q); err != nil {
		return
	}
	a := s.handle(q)
	_ = conn.SetWriteDeadline(time.Now().Add(requestTimeout))
	_ = json.NewEncoder(conn).Encode(a)
}

func (s *Session) handle(q Request) Answer {
	a := Answer{Recordings: []Status{}}
	matching := s.matching(q)
	var errs []error
	for _, r := range matching {
		switch q.Command {
		case "stop":
			r.Stop()
		case "change":
			errs = append(errs, r.Change(q.Changes))
		case "status":
		default:
			errs = append(errs, fmt.Errorf("unknown command %q for a receiver", q.Command))
		}
	}
	for _, r := range matching {
		if q.Command == "stop" {
			<-r.Done()
		}
		status := s.statusOf(r)
		if whole, err := filepath.Abs(status.File); err == nil {
			status.File = whole // who asks stands in a folder of its own
		}
		a.Recordings = append(a.Recordings, status)
	}
	if err := errors.Join(errs...); err != nil {
		a.Error = err.Error()
	}
	return a
}

// QueryReceivers asks every host that has a socket in the folder. One that does not answer is passed over: it was killed, or is ending.
func QueryReceivers(ctx context.Context, folder string, q Request) []Answer {
	dir, err := fsx.OpenPrivateDir(folder)
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(maxEntries)
	slices.Sort(names)
	var answers []Answer
	for _, name := range names {
		if !strings.HasPrefix(name, receiverPrefix) || !strings.HasSuffix(name, receiverSuffix) {
			continue
		}
		if a, err := queryReceiver(ctx, pathInDir(dir, name), q); err == nil {
			answers = append(answers, a)
		}
	}
	return answers
}

// pathInDir is the path of a file in a folder that is open, which on Linux is that one whatever has its name now.
func pathInDir(dir *os.File, name string) string {
	if runtime.GOOS == "linux" {
		return fmt.Sprintf("/proc/self/fd/%d/%s", dir.Fd(), name)
	}
	return filepath.Join(dir.Name(), name)
}

func queryReceiver(ctx context.Context, path string, q Request) (a Answer, err error) {
	conn, err := (&net.Dialer{Timeout: requestTimeout}).DialContext(ctx, "unix", path)
	if errors.Is(err, syscall.ECONNREFUSED) {
		_ = os.Remove(path) // of one that was killed
	}
	if err != nil {
		return a, err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	_ = conn.SetDeadline(time.Now().Add(stopTimeout))
	if err := json.NewEncoder(conn).Encode(q); err != nil {
		return a, err
	}
	err = json.NewDecoder(io.LimitReader(conn, maxAnswer)).Decode(&a)
	return a, err
}
