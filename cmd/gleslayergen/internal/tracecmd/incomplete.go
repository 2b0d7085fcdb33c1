package tracecmd

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/record"
)

// incompleteError is the error for recordings in which calls are missing.
type incompleteError struct {
	dropped, unaccounted uint64
	unknown, closed      bool // calls are missing at an end, and their number is unknown; the program closed a descriptor
	waits                bool // the program waited for room
}

// incomplete returns the error of recordings in which calls are missing, or nil.
func incomplete(list []record.Status) error {
	var i incompleteError
	found := false
	for _, s := range list {
		if !s.Incomplete || s.Error != "" {
			continue
		}
		found = true
		i.dropped += s.Dropped
		i.waits = i.waits || s.Waits && s.Dropped > 0
		i.closed = i.closed || s.Reason == "closed"
		switch {
		case s.Unaccounted != nil:
			i.unaccounted += *s.Unaccounted
		case s.Reason == "disconnected":
			i.unknown = true
		}
	}
	if !found {
		return nil
	}
	return &i
}

func (i *incompleteError) Error() string {
	var why []string
	if i.dropped > 0 && i.waits {
		why = append(why, ui.Count(int(i.dropped), "call")+" dropped although the program waits for gleslayergen: the limits of waiting, of threads or of the time at exit were reached")
	} else if i.dropped > 0 {
		why = append(why, ui.Count(int(i.dropped), "call")+" dropped because the program made calls faster than the trace layer could send them")
	}
	if i.unaccounted > 0 {
		why = append(why, ui.Count(int(i.unaccounted), "call")+" missing at the end because the program was killed or the connection to it was lost")
	}
	if i.unknown {
		why = append(why, "the last calls are missing because the program was killed or the connection to it was lost")
	}
	if i.closed {
		why = append(why, "the last calls are missing because the program closed a file descriptor of the trace layer")
	}
	return "the recording is incomplete: " + strings.Join(why, "; ")
}

func (i *incompleteError) ExitCode() int { return ui.ExitIncomplete }

// Hint returns what to do against dropped calls.
func (i *incompleteError) Hint() string {
	switch {
	case i.dropped > 0 && i.waits:
		return "to record less data, add --untimed, --no-textures or --no-arrays; docs/trace.md lists the limits"
	case i.dropped > 0:
		return "to record less data, add --untimed, --no-textures or --no-arrays; to make the program wait instead, leave out --drop or add --block"
	}
	return ""
}

// warnIncomplete prints which calls are missing in a recording that is read.
func warnIncomplete(e *ui.Env, f *file.File) {
	var why []string
	t := f.Totals()
	calls, known := f.Unaccounted()
	if t.Dropped > 0 {
		why = append(why, ui.Count(int(t.Dropped), "call")+" dropped because a buffer of the trace layer was full")
	}
	if t.Lost > 0 {
		why = append(why, ui.Count(int(t.Lost), "call")+" lost for other reasons")
	}
	end := "the recording has no end, because " + f.WhyCut()
	switch {
	case !f.IsWhole() && !known:
		why = append(why, end+"; the calls of the last moments are missing, and their number is unknown")
	case !f.IsWhole() && calls > 0:
		why = append(why, end+"; missing at the end: "+ui.Count(int(calls), "call"))
	}
	if len(why) > 0 {
		e.Warnf("the recording is incomplete: %s", strings.Join(why, "; "))
	} else if !f.IsWhole() {
		e.Notef("note: %s; no call is missing", end)
	}
}
