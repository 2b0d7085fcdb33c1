package record

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/record/link"
)

// Local has the recorders of this machine, or a selection of them. It implements Source.
type Local struct {
	Dir       string
	Match     func(link.Registration) bool // selects recorders; nil for all
	OnRefused func(link.Refused)           // called once for each registration that is rejected; may be nil
	reported  []string
}

// Find returns the selected recorders.
func (l *Local) Find(context.Context) ([]link.Registration, error) {
	found, refused, err := link.Find(l.Dir)
	for _, r := range refused {
		if l.OnRefused != nil && !slices.Contains(l.reported, r.Name) {
			l.reported = append(l.reported, r.Name)
			l.OnRefused(r)
		}
	}
	return slices.DeleteFunc(found, func(r link.Registration) bool { return l.Match != nil && !l.Match(r) }), err
}

// Dial connects to a recorder.
func (l *Local) Dial(ctx context.Context, r link.Registration) (*link.Conn, error) {
	return link.Dial(ctx, r)
}

// Counts opens the file with the numbers of calls of a process: Find removes it as soon as the process has ended.
func (l *Local) Counts(_ context.Context, r link.Registration) func(lost bool) []byte {
	return link.OpenCounts(l.Dir, r.PID)
}

// ByPID selects the process with this ID.
func ByPID(pid int) func(link.Registration) bool {
	return func(r link.Registration) bool { return r.PID == pid }
}

// ByName selects processes by a prefix of their name, or of the last element of its path.
func ByName(prefix string) func(link.Registration) bool {
	return func(r link.Registration) bool {
		return strings.HasPrefix(r.Process, prefix) || strings.HasPrefix(r.Process[strings.LastIndexByte(r.Process, '/')+1:], prefix)
	}
}

// ByRun selects the processes of a run, by the ID that Environ sets. Recorders of earlier versions do not
// register it, so for these the environment with which the process was started counts.
func ByRun(id string) func(link.Registration) bool {
	pair := []byte("\x00" + runVariable + "=" + id + "\x00")
	return func(r link.Registration) bool {
		if r.Run != "" {
			return r.Run == id
		}
		environ, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", r.PID))
		return err == nil && bytes.Contains(append([]byte{0}, environ...), pair)
	}
}
