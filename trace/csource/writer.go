package csource

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// writer writes the functions of the frames from the operations of a replay.
type writer struct {
	*survey
	out        io.Writer
	store      Store // nil: only the survey is made
	formatter  *calltext.Formatter
	functions  map[uint16]*function
	registers  map[replay.Register]string // C expressions
	handles    map[string]int             // the last number of each class
	configs    map[replay.Register]string // the attributes for which a configuration was chosen last
	frames     []frame                    // that have calls
	frame      frame
	part       part
	left       leftOut
	groups     map[uint16][]string        // open debug groups, by thread
	source     string                     // arguments of create_image for the next image
	size       [2]uint64                  // of the next window or pixmap
	inDraw     bool                       // arrays were set for a draw that follows
	contexts   map[uint16]replay.Register // that are current, by thread
	stores     stores
	attributes map[replay.Register]*attributes // by context
	given      []uint64                        // attributes whose arrays were set for a draw that follows
	calls      int                             // of the recording
	err        error
}

// frame is the function of a frame.
type frame struct {
	number int
	name   string
	parts  []call
}

// call is a call of a function of the program.
type call struct {
	thread int
	name   string
}

// part is a function with calls of one thread.
type part struct {
	thread      uint16
	first, last uint64 // calls
	has         bool   // it has a call
	text        strings.Builder
	lines       int
}

// leftOut is a number of successive calls of a function that are left out for one reason.
type leftOut struct {
	function, reason string
	first, calls     int
}

const (
	mostLines = 400 // of a part
	mostText  = 1 << 18
	mostDepth = 64 // of debug groups
	indent    = "    "
)

func newWriter(out io.Writer, s *survey) *writer {
	return &writer{survey: s, out: out, formatter: calltext.NewFormatter(nil), functions: map[uint16]*function{},
		registers: map[replay.Register]string{}, handles: map[string]int{}, configs: map[replay.Register]string{},
		groups: map[uint16][]string{}, size: [2]uint64{256, 256}, source: noSource,
		contexts: map[uint16]replay.Register{}, stores: stores{}, attributes: map[replay.Register]*attributes{}}
}

// LeaveOut writes a comment about a call that is left out.
func (w *writer) LeaveOut(c *file.Call, reason string) error {
	w.leaveOut(c.Function.Name, c.Index, reason)
	return w.err
}

func (w *writer) leaveOut(function string, index int, reason string) {
	if l := &w.left; l.function == function && l.reason == reason {
		l.calls++
		return
	}
	w.flushLeftOut()
	w.left = leftOut{function, reason, index, 1}
	if file.IsDraw(function) {
		w.endDraw()
	}
	if !w.inDraw && w.isLong() {
		w.endPart(false)
	}
}

// endDraw ends the effect of the arrays that were set for a draw.
func (w *writer) endDraw() { w.inDraw, w.given = false, nil }

func (w *writer) flushLeftOut() {
	l := w.left
	if w.left = (leftOut{}); l.calls == 0 {
		return
	}
	what := commentText(l.function)
	if _, ok := registry.Builtin().Command(l.function); ok {
		what = l.function
	}
	if l.calls > 1 {
		what = fmt.Sprintf("%d calls of %s from", l.calls, what)
	} else {
		what += ","
	}
	w.line("// Left out: %s call %d: %s", what, l.first, l.reason)
}

// line adds a line to the current part.
func (w *writer) line(format string, args ...any) {
	w.flushLeftOut()
	text := indent + fmt.Sprintf(format, args...) + "\n"
	w.part.text.WriteString(text)
	w.part.lines += strings.Count(text, "\n")
}

// Add writes what an operation does.
func (w *writer) Add(o *replay.Operation) error {
	if own, ok := operations[o.Function]; ok {
		if own != nil {
			w.begin(o)
			own(w, o)
		}
		return w.problem()
	}
	f := w.function(o.Function)
	w.begin(o)
	w.track(f, o)
	w.trackAttributes(f, o)
	err := w.call(f, o)
	var refusal replay.Refusal
	switch {
	case errors.As(err, &refusal) && o.Synthetic():
		w.leaveOut(f.Name, int(o.Call), string(refusal))
	case err != nil:
		return err
	case !o.Synthetic():
		w.calls++
	}
	return w.problem()
}

func (w *writer) problem() error {
	if len(w.variables) > mostVariables {
		return errTooManyVariables
	}
	return w.err
}

// operations has what the program does for the operations of the player; nil for nothing.
var operations = map[uint16]func(*writer, *replay.Operation){
	replay.OpSurface:  (*writer).setSize,
	replay.OpResize:   (*writer).resize,
	replay.OpConfig:   (*writer).chooseConfig,
	replay.OpVertices: (*writer).setArray,
	replay.OpMapped:   (*writer).writeMapped,
	replay.OpSource:   (*writer).setSource,
	replay.OpTime:     nil,
	replay.OpFrame:    (*writer).beginFrame,
	replay.OpEnd:      nil,
	replay.OpValue:    (*writer).setValue,
	replay.OpContext:  nil,
}

func (w *writer) function(id uint16) *function {
	f := w.functions[id]
	if f == nil {
		f = newFunction(registry.Builtin().Commands[id])
		w.functions[id] = f
	}
	return f
}

// begin begins a part, if the operation belongs to another thread or the part is long.
func (w *writer) begin(o *replay.Operation) {
	p := &w.part
	if p.thread != o.Thread || !w.inDraw && w.isLong() {
		w.endPart(false)
		p.thread = o.Thread
	}
	w.threads = max(w.threads, int(o.Thread))
	if o.Function >= replay.OpSurface {
		return
	}
	if !p.has {
		p.has, p.first = true, o.Call
	}
	p.last = o.Call
}

func (w *writer) isLong() bool { return w.part.lines > mostLines || w.part.text.Len() > mostText }

// endPart writes the function of the current part.
func (w *writer) endPart(last bool) {
	p := &w.part
	w.flushLeftOut()
	if p.lines == 0 {
		return
	}
	if w.frame.name == "" {
		w.frame.name = w.unique("frame_" + strconv.Itoa(w.frame.number))
	}
	name := w.frame.name
	if !last || len(w.frame.parts) > 0 || p.thread != 1 {
		name = fmt.Sprintf("%s_part_%d", w.frame.name, len(w.frame.parts)+1)
	}
	w.frame.parts = append(w.frame.parts, call{int(p.thread), name})
	w.printf("\n// Frame %d, calls %d to %d of thread %d.\nstatic void %s(void) {\n%s}\n", w.frame.number, p.first, p.last, p.thread, name, p.text.String())
	w.part = part{thread: p.thread}
}

func (w *writer) beginFrame(o *replay.Operation) {
	w.endFrame()
	w.frame.number = int(o.Values[0])
}

// endFrame writes the function of the frame, if it has several parts.
func (w *writer) endFrame() {
	w.endPart(true)
	f := &w.frame
	if len(f.parts) == 0 {
		return
	}
	if len(f.parts) > 1 || f.parts[0].name != f.name {
		w.printf("\nstatic void %s(void) {\n", f.name)
		for _, one := range f.parts {
			w.printf("%s%s\n", indent, one.statement())
		}
		w.printf("}\n")
	}
	w.variables[f.name] = "function"
	w.frames, w.frame = append(w.frames, frame{number: f.number, name: f.name}), frame{}
}

// statement returns the call: the main thread is the first thread of the recording.
func (c call) statement() string {
	if c.thread == 1 {
		return c.name + "();"
	}
	return fmt.Sprintf("on_thread(%d, %s);", c.thread, c.name)
}

// finish ends the last frame.
func (w *writer) finish() error {
	w.endFrame()
	return w.err
}

func (w *writer) printf(format string, args ...any) {
	if _, err := fmt.Fprintf(w.out, format, args...); err != nil && w.err == nil {
		w.err = err
	}
}

// need notes that the program needs one of its own functions, and returns the name of the function.
func (w *writer) need(piece, name string) string {
	w.pieces[piece] = true
	return name
}
