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

// Local is the recorders of this machine, or those that are wanted.
type Local struct {
	Folder    string
	Match     func(link.Registration) bool // nil: all
	OnRefused func(link.Refused)           // called once for each registration that is rejected; may be nil
	reported  []string
}

// Find gives them.
func (l *Local) Find(context.Context) ([]link.Registration, error) {
	found, refused, err := link.Find(l.Folder)
	for _, r := range refused {
		if l.OnRefused != nil && !slices.Contains(l.reported, r.Name) {
			l.reported = append(l.reported, r.Name)
			l.OnRefused(r)
		}
	}
	return slices.DeleteFunc(found, func(r link.Registration) bool { return l.Match != nil && !l.Match(r) }), err
}

// Dial connects to one.
func (l *Local) Dial(ctx context.Context, r link.Registration) (*link.Conn, error) {
	return link.Dial(ctx, r)
}

// ByPID wants one process.
func ByPID(pid int) func(link.Registration) bool {
	return func(r link.Registration) bool { return r.PID == pid }
}

// ByName wants those whose names, or the last part of them, begin so.
func ByName(prefix string) func(link.Registration) bool {
	return func(r link.Registration) bool {
		return strings.HasPrefix(r.Process, prefix) || strings.HasPrefix(r.Process[strings.LastIndexByte(r.Process, '/')+1:], prefix)
	}
}

// ByEnvironment wants those that were started with a variable of that value.
func ByEnvironment(name, value string) func(link.Registration) bool {
	pair := []byte("\x00" + name + "=" + value + "\x00")
	return func(r link.Registration) bool {
		environ, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", r.PID))
		return err == nil && bytes.Contains(append([]byte{0}, environ...), pair)
	}
}
