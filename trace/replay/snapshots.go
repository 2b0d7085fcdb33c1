package replay

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// snapshot is the state of a context that the recorder captured again after a swap.
type snapshot struct {
	context uint32
	first   int  // index of its first call
	frame   int  // that begins with it
	partial bool // it lacks objects or contents
	unread  bool // the last buffer has no contents
}

// addSnapshot adds a call of a snapshot.
func (s *survey) addSnapshot(c *file.Call) {
	n := len(s.snapshots)
	if n == 0 || s.snapshots[n-1].context != c.Context || s.snapshots[n-1].frame != c.Frame {
		s.snapshots = append(s.snapshots, snapshot{context: c.Context, first: c.Index, frame: c.Frame})
		s.kept, n = s.kept+1, n+1
	}
	last := &s.snapshots[n-1]
	switch c.Function.Name {
	case "gltrace.LeftOut":
		last.partial = true
	case "glGetBufferPointerv": // of a mapped buffer, whose contents the program writes
		last.unread = false
	case "gltrace.Buffer":
		last.partial = last.partial || last.unread
		last.unread = lacksContents(c)
	default:
		last.partial = last.partial || lacksContents(c)
	}
}

// lacksContents reports whether contents could not be captured that later frames can depend on. Depth and stencil textures, whose
// contents OpenGL ES cannot read, are taken to be cleared before they are used.
func lacksContents(c *file.Call) bool {
	lacking := false
	for i := range c.Function.Params {
		if data := c.Args[i].Data; data != nil && !c.Function.Params[i].Out {
			lacking = lacking || data.IsLacking()
		}
	}
	format, _ := c.Arg("internal_format")
	name := calltext.Enum("InternalFormat", format.Bits)
	return lacking && !strings.HasPrefix(name, "GL_DEPTH") && !strings.HasPrefix(name, "GL_STENCIL")
}

// addContext adds the context of a call of the program.
func (s *survey) addContext(c *file.Call) {
	if c.Context != 0 && !c.Synthetic() && s.interestIn(c.Function).draws {
		keep(s, s.drawing, c.Context, true)
	}
}

// snapshotBefore returns the last snapshot from which calls can be played, or nil. Calls of several contexts depend on each other, and
// the recording has no snapshots of them at the same time.
func (s *survey) snapshotBefore(call int) *snapshot {
	if !s.later || len(s.drawing) != 1 {
		return nil
	}
	for i := len(s.snapshots) - 1; i >= 0; i-- {
		if one := &s.snapshots[i]; one.first <= call && !one.partial && !one.unread && one.frame >= 0 {
			return one
		}
	}
	return nil
}

// Snapshot returns the frame that begins with the snapshot from which the script starts; false if it starts with the first call.
func (s *Script) Snapshot() (frame int, ok bool) {
	if s.resume == nil {
		return 0, false
	}
	return s.resume.frame, true
}

// isReplaced reports whether a call is left out because the script starts with a snapshot. The objects of EGL are not in the snapshot,
// so their calls are made.
func (x *writer) isReplaced(c *file.Call) bool {
	if x.resume == nil || c.Index >= x.resume.first {
		return false
	}
	switch name := c.Function.Name; {
	case name == "gltrace.Context" || name == "gltrace.Surface":
		return false
	case strings.HasPrefix(name, "gl"):
		return true
	}
	return c.Function.IsSwap()
}

// beginAtSnapshot starts the frames at the first call after those that the snapshot replaces.
func (x *writer) beginAtSnapshot(c *file.Call) {
	if x.resume != nil && c.Index >= x.resume.first && !x.resumed {
		x.resumed = true
		x.beginFrame(c.Thread, c.Index, x.resume.frame)
	}
}
