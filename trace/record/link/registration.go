package link

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// A Registration is the content of a recorder's file in the directory where recorders register.
type Registration struct {
	PID     int
	Socket  string // name in the abstract namespace
	Process string
	Proof   string // what a client sends to prove that it can read the file
	Run     string // the run of "trace record" that started the process: the recorder's setting of this name
	Start   uint64 // start time of the process in the kernel's clock ticks: distinguishes processes with the same ID
	State
}

// State is the status of a recorder, at most one second old. It is zero if the recorder reports none.
type State struct {
	Recording string `json:"recording,omitempty"` // no, host (a receiver), file, or buffers (kept for a later receiver)
	Calls     uint64 `json:"calls"`
	Dropped   uint64 `json:"dropped"`
	File      string `json:"file,omitempty"` // for display only: it is never opened by this name
}

// maxRegistration is the maximum size in bytes of a registration.
const maxRegistration = 4 << 10

// maxProcess is the maximum length in bytes of the name of a process.
const maxProcess = 256

var socketName = lazyregexp.New(`^gltrace-([1-9][0-9]{0,9})-[0-9a-f]{32}$`)

// Parse parses the registration of the process with this ID.
func Parse(pid int, text string) (Registration, error) {
	r := Registration{PID: pid}
	if len(text) > maxRegistration {
		return r, fmt.Errorf("longer than %d bytes", maxRegistration)
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
		return r, fmt.Errorf("the line \"socket\" or \"start\" is missing")
	}
	if r.Proof == "" { // of a trace layer that is older
		r.Proof = string(r.Nonce())
	}
	return r, nil
}

// nonceSize is the number of random bytes in the name of a socket, and in a proof.
const nonceSize = 16

// set sets the value of a line. It ignores unknown keys, which later versions may add.
func (r *Registration) set(key, value string) (err error) {
	switch key {
	case "socket":
		if m := socketName.FindStringSubmatch(value); m == nil || m[1] != strconv.Itoa(r.PID) {
			return fmt.Errorf("invalid socket %q for process %d", truncate(value), r.PID)
		}
		r.Socket = value
	case "nonce":
		proof, err := hex.DecodeString(value)
		if r.Proof = string(proof); err != nil || len(proof) != nonceSize {
			return fmt.Errorf("the nonce %q is not %d bytes in hexadecimal", truncate(value), nonceSize)
		}
	case "process":
		r.Process = truncate(value)
	case "run":
		r.Run = truncate(value)
	case "start":
		if r.Start, err = strconv.ParseUint(value, 10, 64); err != nil {
			return fmt.Errorf("the start time %q is not a number", truncate(value))
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

// truncate returns untrusted text as valid UTF-8 of at most maxProcess bytes.
func truncate(s string) string {
	if len(s) > maxProcess {
		s = s[:maxProcess]
	}
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	return s
}

// Nonce returns the random bytes in the name of the socket, which the recorder sends in its Hello. Each process of the machine can
// read them in /proc/net/unix.
func (r Registration) Nonce() []byte {
	nonce, _ := hex.DecodeString(r.Socket[strings.LastIndexByte(r.Socket, '-')+1:]) // Parse has checked the format
	return nonce
}

// startTime returns the start time in a line of /proc/PID/stat. The process name in it may contain any
// characters.
func startTime(stat string) (uint64, bool) {
	name := strings.LastIndexByte(stat, ')')
	fields := strings.Fields(stat[name+1:])
	const start = 22 - 3 // fields are numbered from 1, and two precede the name's end
	if name < 0 || len(fields) <= start {
		return 0, false
	}
	n, err := strconv.ParseUint(fields[start], 10, 64)
	return n, err == nil
}

// IsProcess reports whether a line of /proc/PID/stat belongs to the process that registered.
func (r Registration) IsProcess(stat string) bool {
	start, ok := startTime(stat)
	return ok && start == r.Start
}
