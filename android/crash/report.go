package crash

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
	"github.com/gleslayergen/gleslayergen/internal/recovery"
)

// Limits of what is kept. A log may have any length, and its newest crash is at the end.
const (
	mostEntries = 20000
	longest     = 8 << 10 // bytes of a line
)

// Entry is a relevant line: a frame, or a line near frames.
type Entry struct {
	Text  string `json:"text"`
	Frame *Frame `json:"frame,omitempty"`
}

// Report is the crash data of a text.
type Report struct {
	Entries []Entry `json:"entries"`
	Dropped int     `json:"dropped"` // number of older entries left out because of the limit
}

// heads are prefixes of the lines that name the kind of crash and the process, from debuggerd and Go's
// runtime.
var heads = []string{
	"*** ***", "Build fingerprint:", "ABI:", "Timestamp:", "Cmdline:", "pid:", "signal ", "Cause:", "Abort message:", "Fatal signal",
	"backtrace:", "panic:", "fatal error:", "runtime:", "goroutine ", "[signal ", "SIG", "PC=", "hook ",
}

// goPlace matches the second line of a Go frame: "\t/home/me/layer/hooks.go:13 +0x1c".
var goPlace = lazyregexp.New(`^\s+(\S.*\.(?:go|s|c|cgo1\.go)):(\d{1,9})(?: \+0x[0-9a-f]+)?$`)

// goCall matches its first line: "main.eglChooseConfig(0x1, {0x40, 0x2})".
var goCall = lazyregexp.New(`^[\pL_][^\s(]*(?:\.\([^)\s]+\))?[^\s(]*\(.*\)$`)

// prefix matches what logcat writes before a message, in its formats threadtime and brief.
var prefix = lazyregexp.New(`^(?:\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3,9} +(?:\S+ +)?\d+ +\d+ [VDIWEF] [^:]{0,100}?: ?|[VDIWEF]/[^(]{0,100}\( *\d+\): ?)`)

// Read reads a tombstone or log lines. It returns early if ctx is canceled, even while the reader blocks.
func Read(ctx context.Context, in io.Reader) (*Report, error) {
	report, done := &Report{Entries: []Entry{}}, make(chan error, 1)
	recovery.Go(func() { done <- report.read(ctx, bufio.NewReaderSize(in, longest)) })
	select {
	case err := <-done:
		return report, err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (r *Report) read(ctx context.Context, in *bufio.Reader) error {
	call := "" // a line that may be the first one of a Go frame
	for ctx.Err() == nil {
		line, err := readLine(in)
		line = strings.TrimRight(prefix.ReplaceAllString(line, ""), "\r")
		r.addLine(call, line)
		call = line
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
	return ctx.Err()
}

// readLine reads a line and truncates a long one.
func readLine(in *bufio.Reader) (string, error) {
	bytes, err := in.ReadSlice('\n')
	line := strings.TrimSuffix(string(bytes), "\n")
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = in.ReadSlice('\n')
	}
	return line, err
}

// addLine adds a relevant line; call is the previous line.
func (r *Report) addLine(call, line string) {
	if f, is := ParseFrame(line); is {
		r.add(Entry{strings.TrimSpace(line), &f})
	} else if place, is := parseGo(call, line); is {
		r.add(Entry{call, &Frame{Index: -1, Function: place.Function, Places: []Place{place}}})
	} else if isHead(line) {
		r.add(Entry{Text: strings.TrimSpace(line)})
	}
}

// add appends an entry, and drops the oldest one if there are too many.
func (r *Report) add(e Entry) {
	r.Entries = append(r.Entries, e)
	if len(r.Entries) > mostEntries {
		r.Entries[0] = Entry{}
		r.Entries = r.Entries[1:]
		r.Dropped++
	}
}

func isHead(line string) bool {
	line = strings.TrimSpace(line)
	for _, h := range heads {
		if strings.HasPrefix(line, h) {
			return true
		}
	}
	return false
}

// parseGo joins the two lines of a Go frame, which include the source position.
func parseGo(call, line string) (Place, bool) {
	m := goPlace.FindStringSubmatch(line)
	if m == nil || !goCall.MatchString(call) && !strings.HasPrefix(call, "created by ") {
		return Place{}, false
	}
	name := strings.TrimPrefix(call, "created by ")
	if i := strings.LastIndex(name, "("); i > 0 {
		name = name[:i]
	}
	n := 0
	fmt.Sscan(m[2], &n)
	return Place{name, m[1], n}, true
}

// Frames returns the frames of a report that are in a library.
func (r *Report) Frames() []*Frame {
	var out []*Frame
	for _, e := range r.Entries {
		if e.Frame != nil && e.Frame.Index >= 0 {
			out = append(out, e.Frame)
		}
	}
	return out
}
