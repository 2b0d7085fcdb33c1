package state

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sort"
	"sync"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// State computes the state after each call of a recording. It is safe for concurrent use.
//
// A first pass over the calls keeps snapshots, from which the state after any call is reached by evaluating a
// few thousand calls. The pass is made as far as needed; Reach makes it in advance.
type State struct {
	file  *file.File
	rules *compiler

	mu      sync.Mutex
	main    *machine
	done    int // calls evaluated in the first pass
	failed  error
	every   int // calls between snapshots
	moments []moment
	recent  []moment // cache of requested states
}

// moment is a snapshot: the state before a call.
type moment struct {
	before int
	root   *node
}

const (
	step        = 2048
	mostMoments = 512
	mostCopied  = 1 << 20 // children of nodes that the snapshots do not share
	mostRecent  = 16
)

// mostParts is the maximum number of nodes and pieces of a state, about 250 MB: programs have a twentieth of
// that.
var mostParts = 1 << 20

var errParts = fmt.Errorf("the state has more than %d parts: later calls are not evaluated", mostParts)

// New returns the State of a recording. It does not read the recording yet.
func New(f *file.File) *State {
	s := &State{file: f, rules: newCompiler(), every: step}
	s.main = newMachine(s.rules, f.Payload, nil)
	return s
}

// Reach continues the first pass up to and including a call, until ctx is done. It evaluates at least some
// calls, and returns how many are evaluated.
func (s *State) Reach(ctx context.Context, call int) (done int, err error) {
	for {
		done, err = s.further(call)
		if err != nil || done > call || ctx.Err() != nil {
			return done, err
		}
	}
}

// further makes a step of the first pass. It releases the lock after each step.
func (s *State) further(call int) (done int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	err = s.pass(min(s.done+step, call+1, s.file.Len()))
	return s.done, err
}

// pass continues the first pass up to a call. After an error it does not continue, because a call is
// incomplete.
func (s *State) pass(to int) error {
	for s.done < to {
		if s.failed != nil {
			return s.failed
		}
		if s.done%s.every == 0 {
			s.moments = append(s.moments, moment{s.done, s.main.keep()})
			s.thin()
		}
		next := min((s.done/s.every+1)*s.every, to)
		if s.failed = s.run(context.Background(), s.main, s.done, next); s.failed == nil {
			s.done = next
		}
	}
	return nil
}

// thin removes every second snapshot if there are too many, or they need too much memory.
func (s *State) thin() {
	if len(s.moments) < mostMoments && (s.main.copied < mostCopied || len(s.moments) < 4) {
		return
	}
	s.every, s.main.copied = 2*s.every, s.main.copied/2
	s.moments = slices.DeleteFunc(s.moments, func(m moment) bool { return m.before%s.every != 0 })
}

// run evaluates calls until ctx is done.
func (s *State) run(ctx context.Context, m *machine, from, to int) error {
	for c, err := range file.CallsWithErrors(s.file, from, to) {
		if err == nil && c.Index%step == 0 {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		if !c.Failed() { // a failed call changed nothing
			m.do(c.Call)
		}
		if m.parts > mostParts {
			return errParts
		}
	}
	return nil
}

// after returns the state after a call; -1 means before the first.
func (s *State) after(ctx context.Context, call int) (*node, error) {
	if call < -1 || call >= s.file.Len() {
		return nil, fmt.Errorf("call %d out of range: the recording has %d calls", call, s.file.Len())
	}
	if done, err := s.Reach(ctx, call); err != nil || done <= call {
		return nil, cmp.Or(err, ctx.Err())
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	from := s.nearest(call + 1)
	if from.before == call+1 {
		return from.root, nil
	}
	m := newMachine(s.rules, s.file.Payload, from.root)
	if err := s.run(ctx, m, from.before, call+1); err != nil {
		return nil, err
	}
	s.recent = append(s.recent, moment{call + 1, m.root})
	if len(s.recent) > mostRecent {
		s.recent = slices.Delete(s.recent, 0, 1)
	}
	return m.root, nil
}

// nearest returns the last snapshot that is not after a call.
func (s *State) nearest(before int) moment {
	best := moment{0, empty()}
	if i := sort.Search(len(s.moments), func(i int) bool { return s.moments[i].before > before }); i > 0 {
		best = s.moments[i-1]
	}
	for _, m := range s.recent {
		if m.before <= before && m.before >= best.before {
			best = m
		}
	}
	return best
}
