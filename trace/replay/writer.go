package replay

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/restore"
)

// writer writes the operations of a script.
type writer struct {
	*Script
	*registers
	kept     *registers            // with which each round begins
	current  map[uint32]*file.Call // the last call that made a context current, by thread
	sink     Sink
	ctx      context.Context // of Emit, for Pause
	err      error
	reader   *file.CallReader // whose calls are valid until the next one
	rules    map[string]rule
	op       Operation
	plans    []*plan // by the ID of the function
	contexts map[uint32]*contextState
	latest   *contextState     // the one that was used last; may be nil
	handles  map[uint64]uint32 // contexts by handle
	sizes    map[uint64]extent // of surfaces
	restorer *restore.Restorer
	late     map[uint32]bool // contexts from before the recording whose state is not restored
	added    map[string]*addedPlan
	lacking  file.LackingArrays
	arrays   map[uint32][]*file.Call // client arrays of the next draw, by thread
	held     []*file.Call            // calls that wait for other threads
	once     *file.PayloadReader     // of data that no other call has
	pieces   [maxArgs][][]byte       // of the arguments of the call
	data     [maxArgs][]byte
	names    [maxArgs][]Register
	begun    bool
	resumed  bool          // the calls that a snapshot replaces are over
	skip     bool          // draws to the window are left out: they are before the first frame
	untimed  bool          // the times of the round begin with the next call
	timed    bool          // they have begun
	start    time.Duration // of the first call of the round
	round    int
	last     uint32 // thread of the last call
}

// contextState is what later calls of a context depend on.
type contextState struct {
	number   uint32
	share    uint32 // its share group
	program  uint64
	pipeline uint64
	active   map[uint64]uint64 // programs whose uniforms glUniform sets, by pipeline
	drawn    uint64            // the draw framebuffer
	feedback bool              // transform feedback is active
}

func newWriter(s *Script, to Sink) *writer {
	x := &writer{Script: s, registers: newRegisters(), sink: to, rules: newRules(),
		contexts: map[uint32]*contextState{}, handles: map[uint64]uint32{}, sizes: map[uint64]extent{},
		lacking: file.LackingArrays{}, arrays: map[uint32][]*file.Call{}, once: s.file.NewPayloadReader(), last: 1,
		late: map[uint32]bool{}, added: map[string]*addedPlan{}}
	x.reader = s.file.NewCallReader(s.options.Rounds > 1 || !s.options.canPrepare())
	x.restorer = restore.New(s.file, x)
	if s.resume != nil {
		x.late[s.resume.context] = true
	}
	return x
}

// clone returns a copy.
func (r *registers) clone() *registers {
	out := *r
	out.objects, out.free, out.owners = maps.Clone(r.objects), slices.Clone(r.free), slices.Clone(r.owners)
	out.members = make(map[object]map[member]Register, len(r.members))
	for program, list := range r.members {
		out.members[program] = maps.Clone(list)
	}
	return &out
}

func (x *writer) context(number uint32) *contextState {
	if x.latest != nil && x.latest.number == number {
		return x.latest
	}
	s := x.contexts[number]
	if s == nil {
		s = &contextState{number: number, active: map[uint64]uint64{}}
		x.contexts[number] = s
	}
	x.latest = s
	return s
}

// plan returns the plan of a function of the recording.
func (x *writer) plan(f *file.Function) *plan {
	if f.ID < len(x.plans) && x.plans[f.ID] != nil {
		return x.plans[f.ID]
	}
	if f.ID >= len(x.plans) {
		x.plans = append(x.plans, make([]*plan, f.ID+1-len(x.plans))...)
	}
	p := newPlan(f, x.functions)
	p.rule = x.ruleOf(f)
	x.plans[f.ID] = p
	return p
}

func (x *writer) fail(err error) {
	if x.err == nil {
		x.err = err
	}
}

// begin starts an operation at a call.
func (x *writer) begin(function uint16, c *file.Call) {
	x.op.begin(function, uint16(c.Thread), c.Index)
	x.op.Frame, x.op.objects = c.Frame, x.registers
}

// emit writes the operation.
func (x *writer) emit() {
	if x.err == nil {
		x.err = x.sink.Add(&x.op)
	}
}

// add writes what the player does for a call.
func (x *writer) add(c *file.Call) error {
	if !x.begun {
		x.begun = true
		x.beginFrame(c.Thread, c.Index, 0)
		x.adopt(c)
		x.keepObjects()
	}
	if x.isReplaced(c) {
		if !c.Synthetic() {
			x.leaveOut(c, beforeSnapshot)
		}
		return nil
	}
	x.beginAtSnapshot(c)
	if c.Attach() || c.Snapshot() {
		return x.capture(c)
	}
	if x.untimed {
		x.untimed = false
		x.startTimes(c)
	}
	lacking := x.lacking.Add(c)
	p := x.plan(c.Function)
	if p.own || c.Synthetic() {
		x.last = c.Thread
		if p.rule != nil && p.rule.own != nil {
			p.rule.own(x, c)
		}
		return x.problem()
	}
	x.finishRestoring(c)
	if err := x.pause(c.Index); err != nil {
		return err
	}
	x.last = c.Thread
	reason := x.reason(c, p)
	if reason == "" && lacking {
		reason = missingData
	}
	if reason == "" {
		reason = x.made(c, p)
	}
	if reason == missingObject && strings.HasPrefix(c.Function.Name, "egl") && c.Result.Bits == 0 {
		reason = invalidObject
	}
	if reason != "" && x.round == 0 {
		x.leaveOut(c, reason)
	}
	if c.Function.IsDraw() {
		delete(x.arrays, c.Thread)
	}
	return x.problem()
}

// leaveOut counts a call that the script does not make, and tells the sink.
func (x *writer) leaveOut(c *file.Call, reason string) {
	x.addLeftOut(c, reason)
	if err := x.sink.LeaveOut(c, reason); err != nil {
		x.fail(err)
	}
}

// problem returns why the script cannot be continued.
func (x *writer) problem() error {
	if x.count > maxObjects {
		x.fail(errTooManyObjects)
	}
	return x.err
}

// reason returns why a call is left out, or "".
func (x *writer) reason(c *file.Call, p *plan) string {
	if p.lacking != "" {
		return p.lacking
	}
	for _, row := range p.rows {
		if row.when.holds(c) {
			return row.reason
		}
	}
	switch {
	case (p.unknown || c.Flags&tracepb.CallFlag_FLAG_CAPTURES != 0) && c.LacksInput(tracepb.Capture_CAPTURE_FAILED): // a call that failed did not read the data
		return missingData
	case x.skip && x.isEarlier(c):
		return earlierFrame
	}
	return ""
}

// made writes a call with the operations before and after it. It returns why the call is left out, or "".
func (x *writer) made(c *file.Call, p *plan) string {
	var call arguments // set by field: a literal would be copied
	call.writer, call.call, call.plan = x, c, p
	n := len(p.params)
	call.pieces, call.data, call.names = x.pieces[:n], x.data[:n], x.names[:n]
	if reason := call.resolve(); reason != "" {
		return reason
	}
	if source, replaced := x.options.Sources[c.Index]; replaced {
		call.replaceSource(source)
	}
	if p.rule != nil && p.rule.before != nil {
		p.rule.before(x, c)
	}
	if reason := x.writeWithRequests(&call); reason != "" {
		return reason
	}
	if p.rule != nil && p.rule.after != nil {
		p.rule.after(x, c)
	}
	if p.deletes {
		x.deleted(c, p, &call)
	}
	return ""
}

// writeWithRequests writes a call and what the player does around it. It returns why the call is left out, or "".
func (x *writer) writeWithRequests(a *arguments) string {
	if x.options.Requests == nil {
		return x.writeWithArrays(a)
	}
	around := x.options.Requests(a.call)
	for _, one := range around.Again {
		x.again(a, one)
	}
	x.request(a.call, around.Before)
	if reason := x.writeWithArrays(a); reason != "" {
		return reason
	}
	if slices.ContainsFunc(around.Again, func(a Again) bool { return a.checks }) {
		x.request(a.call, []Request{checkCount})
	}
	x.request(a.call, around.After)
	return ""
}

// writeWithArrays writes a call after the client arrays that it reads. It returns why the call is left out, or "".
func (x *writer) writeWithArrays(a *arguments) string {
	if a.call.Function.IsDraw() {
		x.vertices(a.call)
	}
	return a.write()
}
