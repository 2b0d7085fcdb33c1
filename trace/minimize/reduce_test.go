package minimize

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// setOf returns a set of units.
func setOf(units ...uint32) (s file.Set) {
	for _, unit := range units {
		s.Add(unit)
	}
	return s
}

func listOf(s file.Set) (out []uint32) {
	for unit := range uint32(64 * len(s)) {
		if s.Has(unit) {
			out = append(out, unit)
		}
	}
	return out
}

// single returns the groups of one unit each.
func single(units int) func(file.Set) [][]uint32 {
	return func(file.Set) (out [][]uint32) {
		for unit := range uint32(units) {
			out = append(out, []uint32{unit})
		}
		return out
	}
}

// contains returns a test that fails if a candidate has all units of one of the lists.
func contains(lists ...[]uint32) func(context.Context, file.Set) (bool, error) {
	return func(ctx context.Context, s file.Set) (bool, error) {
		return slices.ContainsFunc(lists, func(list []uint32) bool {
			return !slices.ContainsFunc(list, func(unit uint32) bool { return !s.Has(unit) })
		}), ctx.Err()
	}
}

// TestMinimize checks that the units of an error remain with those that they need, with any number of jobs.
func TestMinimize(t *testing.T) {
	const units = 1000
	needs := make([][]uint32, units)
	needs[803], needs[500], needs[40] = []uint32{40}, []uint32{3}, []uint32{39}
	for _, jobs := range []int{1, 2, 7} {
		p := Problem{Units: units, Needs: needs, Passes: []Pass{{Groups: single(units), Repeat: true}}, Fails: contains([]uint32{17, 500, 803}), Jobs: jobs}
		r, err := p.Minimize(t.Context())
		if want := []uint32{3, 17, 39, 40, 500, 803}; err != nil || !slices.Equal(listOf(r.Set), want) {
			t.Errorf("%d jobs: %v, %v; want %v", jobs, listOf(r.Set), err, want)
		}
		if jobs == 1 && r.Tests.Run > 150 {
			t.Errorf("%d tests", r.Tests.Run)
		}
	}
}

// TestResultIsMinimal checks with random errors that no single unit can be removed, and that the result does not depend on the jobs.
func TestResultIsMinimal(t *testing.T) {
	for seed := range uint64(50) {
		random := rand.New(rand.NewPCG(seed, 1))
		units := 2 + random.IntN(120)
		var lists [][]uint32
		for range 1 + random.IntN(4) {
			var list []uint32
			for range 1 + random.IntN(8) {
				list = append(list, uint32(random.IntN(units)))
			}
			lists = append(lists, list)
		}
		needs := make([][]uint32, units)
		for unit := 1; unit < units; unit++ {
			if random.IntN(3) == 0 {
				needs[unit] = []uint32{uint32(random.IntN(unit))}
			}
		}
		var first []uint32
		for _, jobs := range []int{1, 4} {
			p := Problem{Units: units, Needs: needs, Passes: []Pass{{Groups: single(units), Repeat: true}}, Fails: contains(lists...), Jobs: jobs}
			r, err := p.Minimize(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			got := listOf(r.Set)
			if jobs == 1 {
				first = got
			}
			if !slices.Equal(got, first) {
				t.Errorf("seed %d: %v with one job, %v with %d", seed, first, got, jobs)
			}
			check := &reducer{Problem: &p, Result: r}
			for _, unit := range got {
				if fails, _ := p.Fails(t.Context(), check.close(check.without([][]uint32{{unit}}))); fails {
					t.Errorf("seed %d: unit %d of %v can be removed from %v", seed, unit, lists, got)
				}
			}
		}
	}
}

// TestCandidates checks that the first candidate that fails is taken, although a later test may end first.
func TestCandidates(t *testing.T) {
	later := make(chan bool)
	list := []file.Set{setOf(1), setOf(1, 2, 5), setOf(1, 2, 3, 5)}
	p := Problem{Units: 6, Jobs: 3, Passes: []Pass{{Candidates: func(context.Context, file.Set) ([]file.Set, error) { return list, nil }}}}
	p.Fails = func(_ context.Context, s file.Set) (bool, error) {
		if s.Has(3) {
			close(later)
			return true, nil
		}
		<-later
		return s.Has(5), nil
	}
	if r, err := p.Minimize(t.Context()); err != nil || !slices.Equal(listOf(r.Set), []uint32{1, 2, 5}) {
		t.Errorf("%v, %v", listOf(r.Set), err)
	}
}

// TestContinue stops runs at each test, and continues them with the results.
func TestContinue(t *testing.T) {
	const units = 60
	path := filepath.Join(t.TempDir(), "results")
	problem := func(stop func(), after int64) Problem {
		var tests atomic.Int64
		inner := contains([]uint32{7, 33})
		return Problem{Units: units, Passes: []Pass{{Groups: single(units), Repeat: true}}, Jobs: 2, Fails: func(ctx context.Context, s file.Set) (bool, error) {
			if tests.Add(1) > after {
				stop()
			}
			return inner(ctx, s)
		}}
	}
	for runs := 1; ; runs++ {
		log, err := OpenLog(path, "digest")
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		p := problem(stop, 5)
		p.Log = log
		r, err := p.Minimize(ctx)
		stop()
		if err := log.Close(); err != nil {
			t.Fatal(err)
		}
		if err == nil {
			if !slices.Equal(listOf(r.Set), []uint32{7, 33}) || runs < 3 {
				t.Errorf("%v after %d runs", listOf(r.Set), runs)
			}
			return
		}
		if !errors.Is(err, context.Canceled) || runs > units {
			t.Fatal(err)
		}
	}
}

// TestLog checks files whose last line is incomplete, of other problems, and that are damaged.
func TestLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "results")
	open := func(digest string) (*Log, error) {
		l, err := OpenLog(path, digest)
		if err == nil {
			t.Cleanup(func() { l.Close() })
		}
		return l, err
	}
	l, err := open("digest")
	if err != nil {
		t.Fatal(err)
	}
	one, two, three := keyOf(setOf(1)), keyOf(setOf(2)), keyOf(setOf(3))
	if err := errors.Join(l.add(one, true), l.add(two, false)); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, cut := range []int{0, 3, 20, len("digest\n"), len(whole) - 1, len(whole)} {
		if err := os.WriteFile(path, whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		if l, err = open("digest"); err != nil {
			t.Fatalf("%d bytes: %v", cut, err)
		}
		if err := l.add(three, true); err != nil {
			t.Fatal(err)
		}
		if l, err = open("digest"); err != nil {
			t.Fatal(err)
		}
		failed, known := l.known[two]
		if !l.known[three] || known != (cut == len(whole)) || failed {
			t.Errorf("%d bytes: %v", cut, l.known)
		}
	}
	if _, err := open("other"); !errors.Is(err, ErrOtherProblem) {
		t.Errorf("another problem: %v", err)
	}
	if err := os.WriteFile(path, []byte("digest\nnothing\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := open("digest"); err == nil {
		t.Error("damaged results are read")
	}
}
