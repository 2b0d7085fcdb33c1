package apitrace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/apitrace/events"
)

// ImportOptions control an import.
type ImportOptions struct {
	Definitions map[string][]byte // of the functions that a recording can have, by name, each an encoded Function of gltrace.proto
	Progress    func(read int64)  // called with the number of bytes of the trace that were read; may be nil
}

// Imported describes an imported trace.
type Imported struct {
	Format     int            // version of apitrace's format
	Calls      int            // calls of the recording, without those that the import added
	LeftOut    map[string]int // number of calls of functions that the recording cannot have, by name
	Unfinished int            // calls that did not return
	Lost       int            // writes to mapped memory whose buffer is not known
	Short      int            // draws that need more vectors of a client array with a divisor than the trace has
	Cut        bool           // the trace is truncated
}

// errDesktop is the error for a trace of desktop OpenGL.
var errDesktop = errors.New("the trace has a context of desktop OpenGL: only traces of EGL with OpenGL ES can be imported")

// Import converts a trace to a recording. A truncated trace is converted up to its last complete call.
func Import(ctx context.Context, in io.Reader, out io.Writer, o ImportOptions) (*Imported, error) {
	r, err := events.NewReader(in)
	if err != nil {
		return nil, err
	}
	x, err := newImporter(r, out, o.Definitions)
	if err != nil {
		return nil, err
	}
	const step = 4096 // calls between checks of ctx
	for n := 0; ; n++ {
		if n%step == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if o.Progress != nil {
				o.Progress(r.Read())
			}
		}
		c, err := r.Next()
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			x.result.Cut = err == io.ErrUnexpectedEOF
			break
		}
		if err == nil {
			err = x.add(c)
		}
		if err != nil {
			return nil, err
		}
	}
	x.result.Unfinished = r.Unfinished()
	if x.result.Calls == 0 {
		return nil, errors.New("the trace has no calls of EGL or OpenGL ES")
	}
	return &x.result, x.close(x.result.Cut)
}

// importer converts the calls of a trace.
type importer struct {
	*output
	result      Imported
	definitions map[string][]byte
	plans       map[*events.Function]*importPlan
	decoded     map[string]*importPlan // by name: of functions of the trace, and of calls that the import adds
	threads     map[uint32]*importThread
	last        *importThread // of the previous call
	lastNumber  uint32
	contexts    map[uint64]*importContext // by handle
	created     uint32                    // contexts
	surfaces    map[uint64]*importSurface // by handle
	ends        map[uint64]int            // calls of eglTerminate, by display
	configs     map[uint64]*importConfig  // by handle
	remembered  int
	made        madeCall
}

// importThread is what later calls of a thread depend on.
type importThread struct {
	importLane
	desktop bool // new contexts are of desktop OpenGL
	context *importContext
	surface *importSurface
	fresh   bool          // the last call made the context current
	held    *heldBind     // a call that depends on the next one
	inArray bool          // between the calls with which apitrace defines client arrays
	arrays  []clientArray // of the next draw

	program    uint64 // that is linked next
	attributes []boundAttribute
}

func newImporter(r *events.Reader, out io.Writer, definitions map[string][]byte) (*importer, error) {
	o, err := newOutput(out, r)
	return &importer{output: o, result: Imported{Format: r.Format, LeftOut: map[string]int{}}, definitions: definitions, plans: map[*events.Function]*importPlan{},
		decoded: map[string]*importPlan{}, threads: map[uint32]*importThread{}, contexts: map[uint64]*importContext{}, surfaces: map[uint64]*importSurface{},
		ends: map[uint64]int{}, configs: map[uint64]*importConfig{}}, err
}

// otherPrefixes begin the names of functions of other APIs.
var otherPrefixes = []string{"glX", "wgl", "CGL", "D3D", "Direct", "Create"}

// add converts a call.
func (x *importer) add(c *events.Call) error {
	p, err := x.plan(c.Function)
	if err != nil {
		return err
	}
	if !p.known {
		x.result.LeftOut[c.Function.Name]++
		return nil
	}
	t, err := x.thread(c.Thread)
	if err != nil {
		return err
	}
	x.release(t, c)
	if p.rule.before == nil || p.rule.before(x, t, c) {
		x.convert(t, c, p)
		x.emit(t, p)
		x.result.Calls++
		if p.rule.after != nil {
			p.rule.after(x, t, c)
		}
		t.fresh = p.rule.makesCurrent
	}
	return x.err
}

// plan returns the plan of a function of the trace.
func (x *importer) plan(f *events.Function) (*importPlan, error) {
	p := x.plans[f]
	if p != nil {
		return p, nil
	}
	for _, prefix := range otherPrefixes {
		if strings.HasPrefix(f.Name, prefix) {
			return nil, fmt.Errorf("the trace calls %.99s: only traces of EGL with OpenGL ES can be imported", f.Name)
		}
	}
	if strings.HasPrefix(f.Name, "gltrace.") { // a program cannot call functions of the recorder
		x.plans[f] = &importPlan{}
		return x.plans[f], nil
	}
	p, err := x.planOf(f.Name)
	if err != nil {
		return nil, err
	}
	if p.definition != nil && len(p.params) != len(f.Params) {
		p = &importPlan{}
	}
	x.plans[f] = p
	return p, nil
}

// planOf returns the plan of a name. A trace can have many signatures with the same one, so that its definition is decoded once.
func (x *importer) planOf(name string) (*importPlan, error) {
	if p := x.decoded[name]; p != nil {
		return p, nil
	}
	p, err := newImportPlan(name, x.definitions[name], uint32(len(x.decoded)))
	if err == nil && (p.known || p.definition != nil) {
		x.decoded[name] = p
	}
	return p, err
}

// maxImportThreads is the maximum number of threads of a trace.
const maxImportThreads = 1 << 16

func (x *importer) thread(number uint32) (*importThread, error) {
	if x.last != nil && x.lastNumber == number {
		return x.last, nil
	}
	t := x.threads[number]
	x.last, x.lastNumber = t, number
	if t != nil {
		return t, nil
	}
	if len(x.threads) == maxImportThreads {
		return nil, fmt.Errorf("the trace has more than %d threads", maxImportThreads)
	}
	t = &importThread{importLane: importLane{number: uint32(len(x.threads) + 1)}}
	x.threads[number] = t
	return t, x.beginThread(t.number)
}

// remember counts values that are kept. Too many are an error.
func (x *importer) remember(n int) {
	if x.remembered += n; x.remembered > mostRemembered {
		x.fail(errRemembered)
	}
}
