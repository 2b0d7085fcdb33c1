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
	"syscall"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
	"github.com/gleslayergen/gleslayergen/internal/recovery"
	"github.com/gleslayergen/gleslayergen/trace/record/link"
)

// A receiver listens for requests on a socket in the directory where recorders register, which only this user
// can access. A request and its answer are one line of JSON each.
const (
	receiverPrefix = "host-"
	receiverSuffix = ".sock"
	maxEntries     = 4096 // maximum number of entries of the directory
	maxRequest     = 64 << 10
	maxAnswer      = 16 << 20
)

// Timeouts of requests. The answer to a stop waits until all data is in the file.
const (
	requestTimeout = 5 * time.Second
	stopTimeout    = 30 * time.Second
	drainTimeout   = 100 * time.Millisecond // to read requests that were sent before the receiver ended
)

// Request is a request to a receiver.
type Request struct {
	Command string  `json:"verb"`          // status, stop or change
	PID     int     `json:"pid,omitempty"` // process; 0 for all that it records
	App     string  `json:"app,omitempty"` // app of a device; "" for this machine, and for all with the command status
	Changes Changes `json:"changes,omitempty"`
}

// Answer is the answer of a receiver: the selected recordings, with their status after the request.
type Answer struct {
	Recordings []Status `json:"recordings"`
	Error      string   `json:"error,omitempty"`
}

// Serve answers requests about this session until stop is called. stop is never nil; connections accepted
// before it get a reply first. If Serve fails, the session still records.
func (s *Session) Serve(folder string) (stop func(), err error) {
	stop = func() {}
	if folder == "" {
		return stop, link.ErrNoDir
	}
	made, err := fsx.OpenDir(folder, true)
	if err != nil {
		return stop, err
	}
	made.Close()
	dir, err := fsx.OpenPrivateDir(folder) // may be a directory that the user also uses otherwise
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
	var answers recovery.Group
	answers.Go(func() { s.accept(ctx, listener, &answers) })
	return func() {
		listener.Close()
		_ = os.Remove(path)
		end()
		answers.Wait()
	}, nil
}

// accept answers each connection until the listener is closed.
func (s *Session) accept(ctx context.Context, listener net.Listener, answers *recovery.Group) {
	for {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		answers.Go(func() { s.answer(ctx, conn) })
	}
}

// listen creates the socket with a temporary name first: a socket without a listener looks like that of a
// killed receiver.
func listen(path, first string) (*net.UnixListener, error) {
	_ = os.Remove(first) // of a killed process with this ID
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

// answer answers one request. When ctx is done, it waits only drainTimeout for the request.
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
			errs = append(errs, fmt.Errorf("unknown command %q in a request to the recording process: expected \"stop\", \"change\" or \"status\"", q.Command))
		}
	}
	for _, r := range matching {
		if q.Command == "stop" {
			<-r.Done()
		}
		status := s.statusOf(r)
		if whole, err := filepath.Abs(status.File); err == nil {
			status.File = whole // the requesting process may have another working directory
		}
		a.Recordings = append(a.Recordings, status)
	}
	if err := errors.Join(errs...); err != nil {
		a.Error = err.Error()
	}
	return a
}

// QueryReceivers sends a request to every receiver with a socket in the directory and returns their answers.
// It skips receivers that do not answer: they were killed, or are ending.
func QueryReceivers(ctx context.Context, path string, q Request) []Answer {
	dir, err := fsx.OpenPrivateDir(path)
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

// pathInDir returns the path of a file in an open directory. On Linux, the path is valid even if the
// directory is renamed.
func pathInDir(dir *os.File, name string) string {
	if runtime.GOOS == "linux" {
		return fmt.Sprintf("/proc/self/fd/%d/%s", dir.Fd(), name)
	}
	return filepath.Join(dir.Name(), name)
}

func queryReceiver(ctx context.Context, path string, q Request) (a Answer, err error) {
	conn, err := (&net.Dialer{Timeout: requestTimeout}).DialContext(ctx, "unix", path)
	if errors.Is(err, syscall.ECONNREFUSED) {
		_ = os.Remove(path) // of a killed receiver
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
