package link

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// A Registration is what a recorder says of itself in the folder of recorders.
type Registration struct {
	PID     int
	Socket  string // its name in the abstract namespace
	Process string
	Start   uint64 // when the process began, by the kernel's count: a later one of the same number has another
	State
}

// State is what a recorder says of its recording, a second ago or less. The zero State is of one that says nothing.
type State struct {
	Recording string `json:"recording,omitempty"` // no, host, file, or buffers: kept for a host that is to come
	Calls     uint64 `json:"calls"`
	Dropped   uint64 `json:"dropped"`
	File      string `json:"file,omitempty"` // for people: nobody opens it by this name
}

// maxRegistration is the most that is read of a file: a few short lines.
const maxRegistration = 4 << 10

// maxProcess is the most bytes of a process's name.
const maxProcess = 256

var socketName = lazyregexp.New(`^gltrace-([1-9][0-9]{0,9})-[0-9a-f]{32}$`)

// Parse reads the registration of the process of that number.
func Parse(pid int, text string) (Registration, error) {
	r := Registration{PID: pid}
	if len(text) > maxRegistration {
		return r, fmt.Errorf("more than %d bytes", maxRegistration)
	}
	head, rest, _ := strings.Cut(text, "\n")
	if head != "gltrace 1" {
		return r, fmt.Errorf("begins with %q instead of \"gltrace 1\"", truncate(head))
	}
	for line := range strings.Lines(rest) {
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if err := r.set(key, value); err != nil {
			return r, err
		}
	}
	if r.Socket == "" || r.Start == 0 {
		return r, fmt.Errorf("socket or start time is missing")
	}
	return r, nil
}

// set takes a line; what later versions may add is passed over.
func (r *Registration) set(key, value string) (err error) {
	switch key {
	case "socket":
		if m := socketName.FindStringSubmatch(value); m == nil || m[1] != strconv.Itoa(r.PID) {
			return fmt.Errorf("invalid socket %q for process %d", truncate(value), r.PID)
		}
		r.Socket = value
	case "process":
		r.Process = truncate(value)
	case "start":
		if r.Start, err = strconv.ParseUint(value, 10, 64); err != nil {
			return fmt.Errorf("start %q is not a number", truncate(value))
		}
	case "recording":
		r.Recording = truncate(value)
	case "file":
		r.File = truncate(value)
	case "calls":
		r.Calls, _ = strconv.ParseUint(value, 10, 64)
	case "dropped":
		r.Dropped, _ = strconv.ParseUint(value, 10, 64)
	}
	return nil
}

// truncate is a text of somebody else's, no longer than the name of a process, and valid.
func truncate(s string) string {
	if len(s) > maxProcess {
		s = s[:maxProcess]
	}
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	return s
}

// Nonce are the random bytes in the socket's name. Who knows them could read the folder.
func (r Registration) Nonce() []byte {
	nonce, _ := hex.DecodeString(r.Socket[strings.LastIndexByte(r.Socket, '-')+1:]) // Parse has seen that it is so
	return nonce
}

// startTime is when a process began, as its line in /proc/PID/stat says. The name in it may hold anything.
func startTime(stat string) (uint64, bool) {
	name := strings.LastIndexByte(stat, ')')
	fields := strings.Fields(stat[name+1:])
	const start = 22 - 3 // fields are counted from 1, and two stand before
	if name < 0 || len(fields) <= start {
		return 0, false
	}
	n, err := strconv.ParseUint(fields[start], 10, 64)
	return n, err == nil
}

// IsProcess reports whether a process's line in /proc/PID/stat is of the process that registered.
func (r Registration) IsProcess(stat string) bool {
	start, ok := startTime(stat)
	return ok && start == r.Start
}
