package state

import (
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// origin is a call that set parts of the state or wrote contents.
type origin struct {
	call  int
	needs []*origin // calls without which it has another effect, and calls that undo it
	uses  *usage    // the state that a draw, dispatch, clear or copy uses; nil for other calls
}

// tracker finds the calls that each part of the state comes from, while a machine evaluates them. A part that a call sets has
// this call as its origin, and the origin needs the origins of the values that the call depends on. Origins that nothing
// refers to any more are garbage: the calls had no lasting effect.
type tracker struct {
	*machine
	effects map[*file.Function]*effect
	effect  *effect   // of the current call
	now     *origin   // the current call; nil until it has an effect
	needed  []*origin // by the current call
	acted   bool      // the current call sets a part of the state, perhaps to an equal value
	changed bool      // the current call changed a part of the state
	always  []*origin // calls that are needed in any case
	names   map[resource]*origin
	arrays  map[uint32][]*origin // client arrays of the next draw, by thread
	work    map[uint32]*origin   // the last draw or dispatch of a context
	usages  int                  // number of origins with a usage
	named   map[*node][]resource // what parts of the state name, if they do not change any more
	late    lateAnswers
	writes
}

// newTracker returns a tracker for the calls of a recording from the first one on.
func newTracker(s *State, w writes, late lateAnswers) *tracker {
	m := newMachine(s.rules, s.file.Payload, nil)
	m.track = &tracker{machine: m, effects: map[*file.Function]*effect{}, names: map[resource]*origin{}, arrays: map[uint32][]*origin{},
		work: map[uint32]*origin{}, named: map[*node][]resource{}, late: late, writes: w}
	return m.track
}

// begin makes a call with an effect the current one.
func (t *tracker) begin(c *file.Call, e *effect) {
	t.effect = e
	t.now, t.needed, t.acted, t.changed = nil, t.needed[:0], false, false
	t.call, t.f = c, t.effect.f
	t.readNames()
}

// evaluate evaluates a call.
func (t *tracker) evaluate(c *file.Call) {
	e := t.effectOf(c.Function)
	late := t.late.dependsOn(c, e.kind, false)
	if e.kind == "nothing" || c.Snapshot() {
		if late {
			t.always = append(t.always, &origin{call: c.Index})
		}
		return
	}
	t.begin(c, e)
	arrays := t.arrays[c.Thread]
	before, after := steps[t.effect.kind].before, steps[t.effect.kind].after
	if before != nil {
		before(t)
	}
	t.do(c)
	t.nameObjects()
	if after != nil {
		after(t)
	}
	if c.Attach() {
		t.keepCall()
	}
	if late {
		t.keepLate(arrays)
	}
	if t.isUnknown() {
		t.always = append(t.always, t.origin())
	}
	if t.now != nil {
		t.now.needs = append(t.now.needs, t.needed...)
	}
}

// isUnknown reports whether nothing is known about the effect of the current call.
func (t *tracker) isUnknown() bool {
	return t.effect.kind == "" && !t.acted && len(t.effect.out) == 0 && t.effect.result == ""
}

// origin returns the origin of the current call.
func (t *tracker) origin() *origin {
	if t.now == nil {
		t.now = &origin{call: t.call.Index}
	}
	return t.now
}

// need notes that the effect of the current call depends on a call.
func (t *tracker) need(o *origin) {
	if t != nil && o != nil && o != t.now && !slices.Contains(t.needed[max(len(t.needed)-4, 0):], o) {
		t.needed = append(t.needed, o)
	}
}

// needAll is need for all values of a part of the state.
func (t *tracker) needAll(n *node) {
	if t == nil || n == nil {
		return
	}
	t.need(n.origin)
	for _, o := range n.gone {
		t.need(o)
	}
	for p := n.pieces; p != nil; p = p.before {
		t.need(p.origin)
	}
	for _, kid := range n.kids {
		t.needAll(kid)
	}
}

// renews reports whether a call becomes the origin of values that it sets to an equal value. It also marks the call as one
// whose effect is known.
func (t *tracker) renews() bool {
	if t == nil {
		return false
	}
	t.acted = true
	return t.effect.renews
}

// created is called when a node becomes a child of a node. Only objects have a call that created them; others have values.
func (t *tracker) created(parent *node, k key, kid *node) {
	if t == nil {
		return
	}
	if t.effect.kind == "query" {
		t.need(parent.gone[k])
	}
	delete(parent.gone, k)
	if isObject(kid.def) {
		kid.origin = t.origin()
	}
	t.acted, t.changed = true, true
}

// wrote is called when the value of a node has been set.
func (t *tracker) wrote(n *node) {
	if t == nil {
		return
	}
	if t.effect.kind == "query" || t.effect.kind == "closes" { // the earlier call is still in effect, or belongs to this one
		t.need(n.origin)
	}
	t.close(n.origin)
	n.origin = t.origin()
	t.acted, t.changed = true, true
}

// close notes that a call of the kind "closes" belongs to an earlier call.
func (t *tracker) close(opened *origin) {
	if t.effect.kind == "closes" && opened != nil && opened != t.now {
		t.need(opened)
		opened.needs = append(opened.needs, t.origin())
	}
}

// removed is called before a child is removed from a node. The deletion of an object belongs to the calls that created it.
func (t *tracker) removed(parent *node, k key) {
	if t == nil {
		return
	}
	t.acted, t.changed = true, true
	kid := parent.kids[k]
	if t.close(kid.origin); kid.def.name == "group" {
		return
	}
	if isObject(kid.def) {
		t.undo(kid.origin)
		return
	}
	parent.remove(k, t.origin())
}

// undo notes that the current call undoes a call.
func (t *tracker) undo(o *origin) {
	if o != nil && o != t.now {
		o.needs = append(o.needs, t.origin())
	}
}

// removedNothing is called for a node that does not exist: it is in its initial state because of this call, too.
func (t *tracker) removedNothing(keys []key) {
	if t == nil {
		return
	}
	t.acted = true
	last := len(keys) - 1
	parent := t.root.at(keys[:last]...)
	if d := childDef(parentDef(parent), keys[last], last); d == nil || isObject(d) {
		return
	}
	t.change(keys[:last]).remove(keys[last], t.origin())
}

func parentDef(n *node) *def {
	if n == nil {
		return &def{}
	}
	return n.def
}

// remove notes the call that removed a child.
func (n *node) remove(k key, by *origin) {
	if n.gone == nil {
		n.gone = map[key]*origin{}
	}
	n.gone[k] = by
}

// isObject reports whether a node is an object of OpenGL ES.
func isObject(d *def) bool { return classes[d.name] && len(d.kids) > 0 }

// piece returns the origin of a piece that is added to a node. Each piece has its own origin.
func (t *tracker) piece(n *node) *origin {
	if t == nil {
		return nil
	}
	n.origin = nil
	t.acted, t.changed = true, true
	return t.origin()
}

// readUniform notes that a call sets a uniform of a program.
func (t *tracker) readUniform(program uint64, location int64) {
	if t == nil {
		return
	}
	at := t.sharePath(programsKey, number(program))
	t.read(append(at[:len(at):len(at)], word("linked")))
	t.read(append(at[:len(at):len(at)], word("uniforms"), number(location), word("name")))
}
