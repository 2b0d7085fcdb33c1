package view

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"mime"
	"net/http"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/view/index"
)

// Bounds of filtered lists.
const (
	mostViews   = 16      // the one that was not asked for the longest is let go
	mostMatches = 4 << 20 // calls of a list
)

// list is a filtered list of calls, which grows while it is made.
type list struct {
	test *test
	stop context.CancelFunc
	ctx  context.Context

	making sync.Mutex // one makes it at a time

	mu    sync.Mutex
	calls []int32
	at    int // the first call that was not looked at
	done  bool
	cut   bool // there are more matches than a list may have
	err   error
}

// views are the lists by number.
type views struct {
	mu   sync.Mutex
	last int
	all  map[int]*list
	used []int // numbers, the one used last at the end
}

type viewAnswer struct {
	View    int  `json:"view"`
	Total   int  `json:"total"`
	Partial bool `json:"partial"` // there will be more
}

// addView makes a list. What there is of it in a moment goes into the answer.
func (s *Server) addView(r *http.Request) (any, error) {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		return nil, &fault{http.StatusUnsupportedMediaType, "a filter is JSON"} // which no page elsewhere can send unasked
	}
	var f filter
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return nil, bad("a filter as JSON is wanted: " + err.Error())
	}
	t, err := s.test(r.Context(), f)
	if err != nil {
		return nil, err
	}
	l := &list{test: t}
	l.ctx, l.stop = context.WithCancel(s.ctx)
	made := make(chan struct{})
	s.background(func() {
		defer close(made)
		l.make()
	})
	id := s.views.add(l)
	select {
	case <-made:
	case <-time.After(50 * time.Millisecond):
	}
	total, done := l.state()
	return viewAnswer{id, total, !done}, l.failed()
}

type viewState struct {
	Total int  `json:"total"`
	Done  bool `json:"done"`
	Cut   bool `json:"cut,omitempty"` // there are more matches than a list may have
}

func (s *Server) viewState(r *http.Request) (any, error) {
	id, err := strconv.Atoi(r.PathValue("id"))
	if err != nil {
		return nil, bad("a number of a view is wanted")
	}
	l, err := s.views.find(id)
	if err != nil {
		return nil, err
	}
	total, done := l.state()
	return viewState{total, done, total == mostMatches}, l.failed()
}

func (v *views) add(l *list) int {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.used) == mostViews {
		v.all[v.used[0]].stop()
		delete(v.all, v.used[0])
		v.used = v.used[1:]
	}
	v.last++
	v.all[v.last] = l
	v.used = append(v.used, v.last)
	return v.last
}

// get gives the list that a query means.
func (v *views) get(q *query) (*list, error) {
	id := q.number("view", 0, 0, 1<<40)
	if q.err != nil {
		return nil, q.err
	}
	return v.find(id)
}

func (v *views) find(id int) (*list, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	l := v.all[id]
	if l == nil {
		return nil, missing("there is no such view, or no more")
	}
	v.used = append(slices.DeleteFunc(v.used, func(n int) bool { return n == id }), id)
	return l, nil
}

// each gives all lists.
func (v *views) each() []*list {
	v.mu.Lock()
	defer v.mu.Unlock()
	return slices.Collect(maps.Values(v.all))
}

// make looks at all calls that were not looked at.
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
				l.calls = append(l.calls, int32(i))
			}
		}
	}
	l.at = at
	if len(l.calls) > mostMatches {
		l.calls, l.cut = l.calls[:mostMatches], true
	}
}

// some looks at n blocks from one on, at all of them at once.
func (t *test) some(ctx context.Context, from, n int) ([][]int, error) {
	found, errs := make([][]int, n), make([]error, n)
	var wait sync.WaitGroup
	for i := range n {
		wait.Go(func() {
			defer contained(&errs[i])
			found[i], errs[i] = t.in(ctx, from+i)
		})
	}
	wait.Wait()
	return found, errors.Join(errs...)
}

// contained makes an error of a panic.
func contained(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("calls cannot be read: %v", p)
	}
}

// state is how many calls it has, and whether all there are by now were looked at.
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

// part gives the calls of some rows.
func (l *list) part(from, to int) []int {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := make([]int, 0, to-from)
	for _, i := range l.calls[from:to] {
		out = append(out, int(i))
	}
	return out
}

// has reports whether a call is in the list.
func (l *list) has(call int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, found := slices.BinarySearch(l.calls, int32(call))
	return found
}
