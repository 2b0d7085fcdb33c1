package state

import (
	"sync/atomic"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// The three parts of the root.
var (
	contextsKey = word("context")
	sharesKey   = word("share")
	threadsKey  = word("thread")
)

// machine evaluates calls.
type machine struct {
	root    *node
	age     uint64
	copied  int // children of nodes that were copied
	parts   int // number of nodes and pieces, without those that were deleted
	rules   *compiler
	payload func([]uint64) ([]byte, error)
	call    *file.Call
	f       *compiled // function of the current call
	spare   [][]key   // buffers for resolving paths: one path may refer to another
	watched []key     // path of a node; changes of it, and of nodes below it, set touched
	touched bool
	track   *tracker // tracks origins; may be nil
}

// ages gives each machine, and each snapshot, a unique age.
var ages atomic.Uint64

func newMachine(rules *compiler, payload func([]uint64) ([]byte, error), root *node) *machine {
	if root == nil {
		root = empty()
	}
	return &machine{root: root, age: ages.Add(1), rules: rules, payload: payload}
}

// empty returns the state before the first call.
func empty() *node {
	root := &node{def: schema(), kids: map[key]*node{}}
	for _, part := range []key{contextsKey, sharesKey, threadsKey} {
		root.kids[part] = &node{def: schema().byName[part.name], kids: map[key]*node{}}
	}
	return root
}

// keep returns a snapshot of the current state; later changes are made to copies.
func (m *machine) keep() *node {
	m.age = ages.Add(1)
	return m.root
}

// do evaluates a call. A snapshot has the state that earlier calls set.
func (m *machine) do(c *file.Call) {
	f := m.rules.function(c.Function)
	if f == nil || c.Snapshot() {
		return
	}
	m.call, m.f = c, f
	for i := range f.rules {
		if r := &f.rules[i]; r.holds(m) {
			r.action(m, r)
		}
	}
}

// share returns the key of the current context's share group. A context that was not reported has its own.
func (m *machine) share() key { return shareOf(m.root, m.call.Context) }

func shareOf(root *node, context uint32) key {
	if n, ok := root.number(contextsKey, number(context), word("share group")); ok {
		return number(n)
	}
	return number(-int64(context))
}

// own returns the first keys of a path for its root.
func (m *machine) own(keys []key, part string) []key {
	switch part {
	case "context":
		return append(keys, contextsKey, number(m.call.Context))
	case "share":
		return append(keys, sharesKey, m.share())
	}
	return append(keys, threadsKey, number(m.call.Thread))
}
