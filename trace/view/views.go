package view

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/localpage"
)

// Limits of filtered lists.
const (
	mostViews   = 8       // number of lists; beyond it, the least recently used one is removed
	mostMatches = 2 << 20 // calls of a list
)

// views has the lists by ID.
type views struct {
	mu   sync.Mutex
	last int
	all  map[int]*list
	used []int // IDs, the most recently used last
}

type viewAnswer struct {
	View    int  `json:"view"`
	Total   int  `json:"total"`
	Partial bool `json:"partial"` // the list is not complete yet
}

// addView creates a list. The answer has what is found within a short time.
func (s *Server) addView(r *http.Request) (any, error) {
	var f filter
	if err := localpage.Decode(r, &f); err != nil {
		return nil, err
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
	Cut   bool `json:"cut,omitempty"` // there are more matches than the maximum
}

func (s *Server) viewState(r *http.Request) (any, error) {
	id, err := strconv.Atoi(r.PathValue("id"))
	if err != nil {
		return nil, localpage.Bad(fmt.Sprintf("invalid view %.99q: must be an integer", r.PathValue("id")))
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

// get returns the list that a query selects.
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
		return nil, missing(fmt.Sprintf("view %d not found or expired", id))
	}
	v.used = append(slices.DeleteFunc(v.used, func(n int) bool { return n == id }), id)
	return l, nil
}

// each returns all lists.
func (v *views) each() []*list {
	v.mu.Lock()
	defer v.mu.Unlock()
	return slices.Collect(maps.Values(v.all))
}
