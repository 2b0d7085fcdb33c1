package minimize

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/gleslayergen/gleslayergen/internal/recovery"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Problem is a set of units to minimize.
type Problem struct {
	Units  int
	Needs  [][]uint32 // by unit: lower units without which it is left out
	Passes []Pass
	Fails  func(ctx context.Context, s file.Set) (bool, error) // tests a candidate; several tests run at the same time
	Jobs   int                                                 // how many
	Log    *Log                                                // results of earlier runs; may be nil
	OnStep func(Step) error                                    // called after each smaller candidate that fails; may be nil
}

// Pass removes units in one way. It has either Candidates or Groups.
type Pass struct {
	Name       string
	Candidates func(ctx context.Context, s file.Set) ([]file.Set, error) // the first one that fails is taken
	Groups     func(s file.Set) [][]uint32                               // removes groups of units: first half of them, in the end single ones
	Repeat     bool                                                      // until no group can be removed
}

// Step is a smaller candidate that fails.
type Step struct {
	Pass  string
	Set   file.Set
	Tests Tests // so far
}

// Tests counts the tests of candidates. The order in which they end does not change the result, but it changes the counts.
type Tests struct {
	Run   int // by this run
	Known int // results of earlier tests
}

// Result is the smallest candidate.
type Result struct {
	Set   file.Set
	Steps int
	Tests Tests
}

// Minimize removes units as long as the test fails. The result depends only on the results of the tests. It is complete, except for
// the passes that did not run, if ctx is done: then the error is that of ctx.
func (p *Problem) Minimize(ctx context.Context) (Result, error) {
	r := &reducer{Problem: p, results: results{log: cmp.Or(p.Log, &Log{known: map[key]bool{}})}}
	r.Set = p.All()
	for _, pass := range p.Passes {
		if err := r.pass(ctx, pass); err != nil {
			return r.result(), err
		}
	}
	return r.result(), nil
}

// All returns the candidate with all units.
func (p *Problem) All() (s file.Set) {
	for i := range p.Units {
		s.Add(uint32(i))
	}
	return s
}

func (r *reducer) result() Result {
	r.Result.Tests = r.results.count()
	return r.Result
}

// reducer has the smallest candidate so far.
type reducer struct {
	*Problem
	Result
	results results
}

func (r *reducer) pass(ctx context.Context, p Pass) error {
	if p.Candidates != nil {
		list, err := p.Candidates(ctx, r.Set)
		if err != nil {
			return err
		}
		i, err := r.firstFailing(ctx, len(list), func(i int) file.Set { return r.close(list[i]) })
		if i >= 0 && err == nil {
			err = r.take(p.Name, r.close(list[i]))
		}
		return err
	}
	for {
		before := r.Steps
		if err := r.groups(ctx, p); err != nil || !p.Repeat || r.Steps == before {
			return err
		}
	}
}

// groups removes groups: in each round, runs of half as many as in the previous one, from the last group to the first.
func (r *reducer) groups(ctx context.Context, p Pass) error {
	list := slices.DeleteFunc(p.Groups(r.Set), func(g []uint32) bool { return !hasAny(r.Set, g) })
	for size := (len(list) + 1) / 2; size > 0; size /= 2 {
		for end := len(list); end > 0; {
			without := func(i int) file.Set { return r.close(r.without(list[max(0, end-(i+1)*size) : end-i*size])) }
			i, err := r.firstFailing(ctx, (end+size-1)/size, without)
			if err != nil {
				return err
			}
			if i < 0 {
				break
			}
			s := without(i)
			from, to := max(0, end-(i+1)*size), end-i*size
			if err := r.take(p.Name, s); err != nil {
				return err
			}
			list, end = slices.Delete(list, from, to), from
		}
		list = slices.DeleteFunc(list, func(g []uint32) bool { return !hasAny(r.Set, g) })
		size = min(size, 2*len(list))
	}
	return nil
}

// take makes a candidate the smallest one.
func (r *reducer) take(pass string, s file.Set) error {
	r.Set = s
	r.Steps++
	if r.OnStep == nil {
		return nil
	}
	return r.OnStep(Step{pass, s, r.results.count()})
}

// without returns the smallest candidate without some groups.
func (r *reducer) without(groups [][]uint32) file.Set {
	s := slices.Clone(r.Set)
	for _, g := range groups {
		for _, unit := range g {
			s.Remove(unit)
		}
	}
	return s
}

// close removes the units that lack one which they need.
func (r *reducer) close(s file.Set) file.Set {
	for unit, list := range r.Needs {
		if s.Has(uint32(unit)) && slices.ContainsFunc(list, func(need uint32) bool { return !s.Has(need) }) {
			s.Remove(uint32(unit))
		}
	}
	return s
}

func hasAny(s file.Set, group []uint32) bool { return slices.ContainsFunc(group, s.Has) }

// test is the result of a candidate.
type test struct {
	i     int
	fails bool
	err   error
}

// firstFailing returns the first of n candidates that fails, or -1. Tests of later candidates are canceled when one fails.
func (r *reducer) firstFailing(ctx context.Context, n int, candidate func(int) file.Set) (int, error) {
	done := make(chan test)
	cancel := map[int]context.CancelFunc{} // by candidate, of the tests that run
	found, next := n, 0
	var failed error
	for {
		for len(cancel) < max(1, r.Jobs) && next < found && failed == nil {
			ctx, stop := context.WithCancel(ctx)
			cancel[next] = stop
			i, s := next, candidate(next)
			recovery.Go(func() {
				fails, err := r.fails(ctx, s)
				done <- test{i, fails, err}
			})
			next++
		}
		if len(cancel) == 0 {
			break
		}
		t := <-done
		cancel[t.i]()
		delete(cancel, t.i)
		switch {
		case t.i > found: // it was canceled
		case t.err != nil:
			failed = errors.Join(failed, t.err)
		case t.fails:
			found = t.i
			for i, stop := range cancel {
				if i > found {
					stop()
				}
			}
		}
	}
	if failed != nil || found == n {
		return -1, failed
	}
	return found, nil
}

// fails tests a candidate that differs from the smallest one, unless its result is known.
func (r *reducer) fails(ctx context.Context, s file.Set) (bool, error) {
	if slices.Equal(s, r.Set) {
		return false, nil
	}
	k := keyOf(s)
	if fails, known := r.results.find(k); known {
		return fails, nil
	}
	fails, err := r.Problem.Fails(ctx, s)
	if err != nil {
		return false, err
	}
	return fails, r.results.add(k, fails)
}
