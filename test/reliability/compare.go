package main

import (
	"context"
	_ "embed"
	"errors"
	"path/filepath"
	"strings"

	"github.com/gleslayergen/gleslayergen/test/trace/apitrace"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// mostCalls is the number of calls of a process whose arguments are compared: the first ones. Counts are those of all calls.
const mostCalls = 400_000

//go:embed differences.tsv
var differencesTable string

// compare compares the recordings of a run with apitrace's of the same run.
func (r *row) compare(ctx context.Context, s *stage, o outcome) {
	paths := recordings(o.dir)
	r.sizes(ctx, s, paths)
	traces, _ := filepath.Glob(filepath.Join(o.dir, "*.trace"))
	compared := 0
	for _, path := range paths {
		ours, err := loadOurs(ctx, path)
		if err != nil {
			r.fail("%v", err)
			continue
		}
		for _, trace := range traces {
			if strings.HasPrefix(filepath.Base(trace), filepath.Base(ours.file.Hello().GetProcess())+".") {
				compared++
				r.theirs += size(trace)
				r.pair(ctx, ours, trace)
			}
		}
		ours.file.Close()
	}
	if compared != len(paths) || compared == 0 {
		r.fail("%d recordings, and %d of apitrace's belong to them", len(paths), compared)
	}
	if r.size > r.theirs && !r.allowed.Allow("larger", r.name) {
		r.fail("the recording has %s, apitrace's %s", volume(r.size), volume(r.theirs))
	}
}

// pair compares the recordings of one process: counts, and each thread call by call.
func (r *row) pair(ctx context.Context, ours *loaded[*file.Call], trace string) {
	theirs, err := loadTheirs(ctx, trace)
	if err != nil {
		r.fail("%s: %v", filepath.Base(trace), err)
		return
	}
	name := filepath.Base(trace)
	functions, err := apitrace.SameCounts(ours.counts, theirs.counts, r.allowed)
	if r.functions += functions; theirs.truncated {
		r.reasons = append(r.reasons, "apitrace's recording is truncated: its counts are not compared")
	} else if err != nil {
		r.fail("%s: %v", name, err)
	}
	a, b := split(ours.calls, func(c *file.Call) uint32 { return c.Thread }), split(theirs.calls, func(c *apitrace.Call) uint32 { return c.Thread })
	for i, calls := range a {
		match := closest(calls, b)
		if match < 0 {
			r.fail("%s: thread %d is not in apitrace's recording", name, i+1)
			continue
		}
		run := &apitrace.Run{Trace: ours.file, Ours: calls, Theirs: b[match], Ended: ours.cut || theirs.cut}
		b[match] = nil
		done, err := apitrace.Compare(run, r.allowed)
		r.compared += done.Calls
		r.bytes += done.Bytes
		if err != nil {
			r.fail("%s: thread %d: %v", name, i+1, err)
		}
	}
}

// closest returns the thread of apitrace's whose functions are those of our calls: threads that begin at the same time can
// have other numbers.
func closest(ours []*file.Call, theirs [][]*apitrace.Call) int {
	most, found := 0, -1
	for i, calls := range theirs {
		counts := map[string]int{}
		for _, c := range calls {
			counts[c.Name]++
		}
		same := 0
		for _, c := range ours {
			if counts[c.Function.Name] > 0 {
				counts[c.Function.Name]--
				same++
			}
		}
		if same > most {
			most, found = same, i
		}
	}
	return found
}

// loaded has the calls of a recording. cut tells that it has more.
type loaded[T any] struct {
	file   *file.File
	calls  []T
	counts map[string]int // without calls that are not of EGL or OpenGL ES, or that apitrace made
	cut    bool

	truncated bool // the file ends in the middle of a call
}

func loadOurs(ctx context.Context, path string) (*loaded[*file.Call], error) {
	f, err := file.OpenContext(ctx, path)
	if err != nil {
		return nil, err
	}
	l := &loaded[*file.Call]{file: f, counts: map[string]int{}, cut: f.Len() > mostCalls}
	for call, err := range f.Calls(0, f.Len()) {
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		if call.Index < mostCalls {
			l.calls = append(l.calls, call)
		}
		if !call.Function.IsOwn() {
			l.counts[call.Function.Name]++
		}
	}
	return l, nil
}

func loadTheirs(ctx context.Context, path string) (*loaded[*apitrace.Call], error) {
	l := &loaded[*apitrace.Call]{counts: map[string]int{}}
	texts := map[string]string{}
	err := apitrace.Read(ctx, path, func(c *apitrace.Call) error {
		if !c.Fake {
			l.counts[c.Name]++
		}
		if l.cut = len(l.calls) == 2*mostCalls; !l.cut {
			intern(texts, c)
			l.calls = append(l.calls, c)
		}
		return nil
	})
	if ctx.Err() == nil && len(l.calls) > 0 && err != nil {
		l.truncated, l.cut = true, true
		return l, nil
	}
	return l, err
}

// intern keeps equal data once: a program may upload the same image in every frame.
func intern(texts map[string]string, c *apitrace.Call) {
	for i := range c.Args {
		v := &c.Args[i].Value
		if len(v.Text) < 1<<12 {
			continue
		}
		if same, ok := texts[v.Text]; ok {
			v.Text = same
		} else {
			texts[v.Text] = v.Text
		}
	}
}
