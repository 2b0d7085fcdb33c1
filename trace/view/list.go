package view

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/recovery"
	"github.com/gleslayergen/gleslayergen/trace/view/index"
)

// list is a filtered list of calls, which grows while it is computed.
type list struct {
	test *test
	stop context.CancelFunc
	ctx  context.Context

	making sync.Mutex // held while the list is computed

	mu    sync.Mutex
	calls []uint32
	at    int // first call that is not tested yet
	done  bool
	cut   bool // there are more matches than the maximum
	err   error
}

// make tests all calls that are not tested yet.
func (l *list) make() {
	l.making.Lock()
	defer l.making.Unlock()
	l.test.learn()
	l.mu.Lock()
	l.done = false
	l.mu.Unlock()
	err := l.grow()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.done, l.err = true, err
}

func (l *list) grow() error {
	for to := l.test.s.file.Len(); l.at < to && !l.cut; {
		n := l.at / index.Size
		found, err := l.test.some(l.ctx, n, min(runtime.GOMAXPROCS(0), (to-1)/index.Size+1-n))
		if err != nil {
			return err
		}
		l.add(found, min(to, (n+len(found))*index.Size))
	}
	return nil
}

func (l *list) add(found [][]int, at int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, calls := range found {
		for _, i := range calls {
			if i >= l.at && i < at {
				l.calls = append(l.calls, uint32(i))
			}
		}
	}
	l.at = at
	if len(l.calls) > mostMatches {
		l.calls, l.cut = l.calls[:mostMatches], true
	}
}

// some tests n blocks in parallel.
func (t *test) some(ctx context.Context, from, n int) ([][]int, error) {
	found, errs := make([][]int, n), make([]error, n)
	var wait recovery.Group
	for i := range n {
		wait.Go(func() {
			defer contained(&errs[i])
			found[i], errs[i] = t.in(ctx, from+i)
		})
	}
	wait.Wait()
	return found, errors.Join(errs...)
}

// contained converts a panic to an error.
func contained(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("read the calls of the recording: %v", p)
	}
}

// state returns the number of calls, and whether all current calls of the recording are tested.
func (l *list) state() (total int, done bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.calls), l.done && (l.cut || l.err != nil || l.at >= l.test.s.file.Len())
}

func (l *list) failed() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

// part returns the calls of rows [from, to).
func (l *list) part(from, to int) []int {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := make([]int, 0, to-from)
	for _, i := range l.calls[from:to] {
		out = append(out, int(i))
	}
	return out
}

// has reports whether the list has a call.
func (l *list) has(call int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, found := slices.BinarySearch(l.calls, uint32(call))
	return found
}
