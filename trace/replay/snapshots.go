package replay

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/restore"
)

// snapshot is the state of a context that the recorder captured again after a swap.
type snapshot struct {
	context       uint32
	first         int // index of its first call
	frame         int // that begins with it
	reader        restore.Reader
	lacks         string // what earlier calls did that it does not have; empty for nothing
	renderbuffers bool   // it has renderbuffers, whose contents it lacks
}

// addSnapshot adds a call of a snapshot.
func (s *survey) addSnapshot(f *file.File, c *file.Call) {
	n := len(s.snapshots)
	if n == 0 || s.snapshots[n-1].context != c.Context || s.snapshots[n-1].frame != c.Frame {
		s.snapshots = append(s.snapshots, snapshot{context: c.Context, first: c.Index, frame: c.Frame, lacks: s.lacks.text, reader: restore.Reader{Version: s.versions[c.Context]}})
		s.kept, n = s.kept+1, n+1
	}
	last := &s.snapshots[n-1]
	last.reader.Read(f, c)
	if c.Function.Name == "glBindRenderbuffer" && c.Function.Begins("target renderbuffer") {
		last.renderbuffers = last.renderbuffers || c.Args[1].Bits != 0
	}
}

// needsOthers reports whether the frames from a call on can need other contexts than one: the program uses them before and after the
// call, or they share objects with it.
func (s *survey) needsOthers(context uint32, call int) bool {
	for other, of := range s.drawing {
		if other != context && (of.spans(call) || of.last >= 0 && s.shares[other] == s.shares[context]) {
			return true
		}
	}
	return false
}

// Unused is a snapshot with which a script does not start, although it is the last one before the frames.
type Unused struct {
	Frame int    `json:"frame"` // that begins with it
	Lacks string `json:"lacks"` // what the frames need and the snapshot does not have; empty if the script starts with the last snapshot
}

// snapshotBefore returns the last snapshot before a call that has all that the frames need, or nil; and the last one, if it is another
// one. If calls before a snapshot are missing in the recording, the script starts with it in any case: it can have more than they.
func (s *survey) snapshotBefore(call, from, to int) (found *snapshot, unused Unused) {
	if !s.later {
		return nil, unused
	}
	for i := len(s.snapshots) - 1; i >= 0; i-- {
		one := &s.snapshots[i]
		if one.first > call || one.frame < 0 {
			continue
		}
		lacks := s.lacksOf(one, from, to)
		if lacks == "" {
			return one, unused
		}
		if unused.Lacks == "" {
			unused = Unused{one.frame, lacks}
		}
	}
	return nil, unused
}

// lacksOf returns what frames need that a snapshot does not have; "" for nothing.
func (s *survey) lacksOf(one *snapshot, from, to int) string {
	switch lacks := one.reader.Lacks(); {
	case s.needsOthers(one.context, one.first):
		return "the state of the other contexts that the program uses"
	case lacks != "":
		return lacks
	case slices.ContainsFunc(s.gaps, func(g file.Gap) bool { return g.Before <= one.first }):
		return ""
	case one.lacks != "":
		return one.lacks
	case s.contents.selects:
		return "the buffers of the window that draws and reads use"
	case s.keepsWindow != "":
		return "the contents of the window: " + s.keepsWindow
	}
	if frame, ok := within(s.contents.window, from, to); ok {
		return fmt.Sprintf("the contents of the window: frame %d does not clear all of it first", frame)
	}
	if frame, ok := within(s.contents.offscreen, one.frame, to); ok && one.renderbuffers {
		return fmt.Sprintf("the contents of renderbuffers: frame %d does not clear all of them first", frame)
	}
	return ""
}

// keepsWindowIn reports whether the contents of the window can be kept from a frame before a range to one of the range, which begins
// with a call. If the program uses several contexts before and after it, their draws are not in the order of frames.
func (s *survey) keepsWindowIn(from, to, begin int) bool {
	used := 0
	for _, of := range s.drawing {
		if of.spans(begin) {
			used++
		}
	}
	_, found := within(s.contents.window, from, to)
	return found || s.keepsWindow != "" || used > 1
}

// span returns the first and the last frame that are played.
func (o *Options) span() (from, to int) {
	if o.To < 0 {
		return o.From, math.MaxInt
	}
	return o.From, o.To
}

// Snapshot returns the frame that begins with the snapshot from which the script starts; false if it starts with the first call.
func (s *Script) Snapshot() (frame int, ok bool) {
	if s.resume == nil {
		return 0, false
	}
	return s.resume.frame, true
}

// Unused returns the last snapshot before the frames, if the script does not start with it.
func (s *Script) Unused() Unused { return s.unused }

// Missing returns the state from before the recording that a replay cannot restore; "" for none.
func (s *Script) Missing() string {
	if s.file.Hello().GetFromStart() {
		return ""
	}
	return s.survey.attached.Lacks()
}

// isReplaced reports whether a call is left out because the script starts with a snapshot. The objects of EGL are not in the snapshot,
// so their calls are made. So are the calls that create and delete names: the snapshot has only those of objects that exist.
func (x *writer) isReplaced(c *file.Call) bool {
	if x.resume == nil || c.Index >= x.resume.first {
		return false
	}
	switch name := c.Function.Name; {
	case name == "gltrace.Context" || name == "gltrace.Surface":
		return false
	case namesObjects(c):
		return false
	case strings.HasPrefix(name, "gl"):
		return true
	}
	return c.Function.IsSwap()
}

// namesObjects reports whether a call of the program creates or deletes names of objects.
func namesObjects(c *file.Call) bool {
	name := c.Function.Name
	return (strings.HasPrefix(name, "glGen") || strings.HasPrefix(name, "glDelete")) && c.Function.Begins("n") && c.Flags&tracepb.CallFlag_FLAG_SYNTHETIC == 0
}

// beginAtSnapshot starts the frames at the first call after those that the snapshot replaces.
func (x *writer) beginAtSnapshot(c *file.Call) {
	if x.resume != nil && c.Index >= x.resume.first && !x.resumed {
		x.resumed = true
		x.beginFrame(c.Thread, c.Index, x.resume.frame)
	}
}
