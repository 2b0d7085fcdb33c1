// Package apitrace converts a recording to a trace of apitrace, which eglretrace can replay and qapitrace can show, and a trace to a
// recording.
//
// A trace has what a replay needs and a recording stores in another way. Such calls are marked as fake, as
// apitrace marks its own: the definitions of client arrays with their data before draws, copies to mapped buffers,
// the layout of pixels in memory, the locations of attributes.
package apitrace

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/restore"
)

// Export is the conversion of one recording.
type Export struct {
	file   *file.File
	survey *survey
}

// New reads a recording once, to find what later calls tell about earlier ones.
func New(ctx context.Context, f *file.File) (*Export, error) {
	s, err := surveyOf(ctx, f)
	return &Export{f, s}, err
}

// Limits returns what a replay of the trace will lack.
func (e *Export) Limits() (out []string) {
	if e.survey.late {
		out = append(out, "the recording began after the program: a replay restores the state that the recording has, and its first frame is incomplete")
	}
	if n := e.survey.unlinked; n > 0 {
		out = append(out, fmt.Sprintf("programs that a replay lacks, because the program detached their shaders before the recording: %d", n))
	}
	if n := e.survey.unread; n > 0 {
		out = append(out, fmt.Sprintf("textures and buffers from before the recording whose contents are not in it: %d", n))
	}
	if n := e.survey.lost; n > 0 {
		out = append(out, fmt.Sprintf("calls that a replay lacks, because their data is not in the recording: %d", n))
	}
	if n := e.survey.mapped; n > 0 {
		out = append(out, fmt.Sprintf("mapped ranges of buffers whose data is not in the recording: %d", n))
	}
	return out
}

// Write writes the trace.
func (e *Export) Write(ctx context.Context, w io.Writer) error {
	x := newWriter(e, w)
	x.header(e.file.Hello().GetProcess())
	for c, err := range e.file.Calls(0, e.file.Len()) {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = x.add(c)
		}
		if err != nil {
			return err
		}
	}
	return x.flush()
}

// writer writes the trace of a recording.
type writer struct {
	*encoder
	file       *file.File
	survey     *survey
	restorer   *restore.Restorer
	words      *calltext.Formatter
	plans      map[*file.Function]*plan
	threads    map[uint32]uint32 // numbers in the trace, which begin with 0
	contexts   map[uint32]*contextState
	created    map[uint64]bool   // contexts by handle
	sized      map[uint64]bool   // contexts whose viewport was set
	shared     map[uint32]uint64 // first context of each share group
	current    map[uint32]uint64 // contexts by thread
	mappings   map[bufferName]mapping
	lacking    file.LackingArrays
	remembered int
	padding    uint64 // bytes before the vectors of client arrays
}

func newWriter(e *Export, w io.Writer) *writer {
	x := &writer{encoder: newEncoder(newContainer(w)), file: e.file, survey: e.survey, words: calltext.NewFormatter(e.file.Payload),
		plans: map[*file.Function]*plan{}, threads: map[uint32]uint32{}, contexts: map[uint32]*contextState{}, created: map[uint64]bool{},
		sized: map[uint64]bool{}, shared: map[uint32]uint64{}, current: map[uint32]uint64{}, mappings: map[bufferName]mapping{}, lacking: file.LackingArrays{}}
	x.restorer = restore.New(e.file, x)
	return x
}

// Share returns the share group of a context.
func (x *writer) Share(context uint32) uint32 { return x.context(context).share }

// add writes a call with what it needs in a replay.
func (x *writer) add(c *file.Call) error {
	switch {
	case c.Snapshot():
		return nil
	case c.Attach() && c.Function.Name != "gltrace.Context":
		return x.restorer.Capture(c)
	case c.LacksInput(), x.lacking.Add(c):
		return nil
	case c.Function.IsOwn():
		if r := x.plan(c.Function).rule; r != nil {
			_, err := r.before(x, c)
			return err
		}
		return nil
	case c.Synthetic():
		return nil
	}
	x.restorer.Finish(c)
	return x.Repeat(c)
}

// Repeat writes a call of the recording.
func (x *writer) Repeat(c *file.Call) error {
	if strings.HasPrefix(c.Function.Name, "gl") {
		x.enterContext(c)
	}
	r := x.plan(c.Function).rule
	if r != nil && r.before != nil {
		if made, err := r.before(x, c); err != nil || !made {
			return err
		}
	}
	if err := x.call(c); err != nil {
		return err
	}
	if r != nil && r.after != nil {
		return r.after(x, c)
	}
	return nil
}

func (x *writer) plan(f *file.Function) *plan {
	p := x.plans[f]
	if p == nil {
		p = newPlan(f)
		x.plans[f] = p
	}
	return p
}

func (x *writer) thread(number uint32) uint32 {
	n, known := x.threads[number]
	if !known {
		n = uint32(len(x.threads))
		x.threads[number] = n
	}
	return n
}
