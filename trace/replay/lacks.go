package replay

import (
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// lacks finds what snapshots do not have of the calls before them.
type lacks struct {
	text   string           // what a snapshot lacks from now on; empty for nothing
	opened map[open]place   // calls whose effect ends with a later call
	groups map[uint32][]int // calls that opened debug groups, by thread
	linked map[open]bool    // programs that were linked, and shaders with a source
	inside int              // groups that are open
	asked  map[uint32]place // the last query of errors, by context
	late   map[int]int      // the earliest call on which an answer in a frame depends, if it is in an earlier frame
}

// place is a call and its frame, or -1.
type place struct {
	call, frame int
	timer       bool // it begins a query of a time, whose result does not depend on draws
}

// kept returns the number of objects and groups that are kept.
func (l *lacks) kept() int {
	return len(l.opened) + len(l.linked) + l.inside + len(l.asked) + len(l.late)
}

// open identifies an object, or the target of a query.
type open struct {
	class   string
	name    uint64
	context uint32 // 0 for objects that contexts share
}

// openOf returns the object of a class that a call of a span names.
func openOf(class string, name uint64, s *file.Span) open {
	if class == "sync" {
		return open{class: class, name: name}
	}
	return open{class, name, s.Context}
}

func newLacks() *lacks {
	return &lacks{opened: map[open]place{}, groups: map[uint32][]int{}, linked: map[open]bool{}, asked: map[uint32]place{}, late: map[int]int{}}
}

// closing is a class of objects of which a snapshot has nothing. The name of the object is that of a parameter, or the result.
type closing struct {
	class, param string
}

// opening and closings have the functions after whose calls a snapshot lacks an object, and those that use it.
var (
	opening = map[string][]closing{
		"glFenceSync":  {{"sync", ""}},
		"glBeginQuery": {{"query", "id"}, {"target of a query", "target"}},
	}
	closings = map[string]closing{
		"glDeleteSync": {"sync", "sync"}, "glIsSync": {"sync", "sync"}, "glGetSynciv": {"sync", "sync"}, "glWaitSync": {"sync", "sync"}, "glClientWaitSync": {"sync", "sync"},
		"glEndQuery": {"target of a query", "target"}, "glGetQueryObjectuiv": {"query", "id"}, "glGetQueryObjectiv": {"query", "id"},
		"glGetQueryObjecti64v": {"query", "id"}, "glGetQueryObjectui64v": {"query", "id"},
	}
	openTexts = map[string]string{
		"sync": "a sync object that the program uses later", "query": "the result of a query that the program reads later",
		"target of a query": "a query that is active",
	}
)

// lackInterest is why lacks reads the calls of a function.
type lackInterest struct {
	rows    []callRow // of restored.tsv, if none of them is unconditional
	any     bool      // a snapshot has the effect of no call
	opens   []closing
	closes  closing
	group   bool
	errors  bool // it returns an error of earlier calls
	changes func(*lacks, *file.Span, int)
}

// changes has the functions that can change a program so that its shaders are not those with which it was linked.
var changes = map[string]struct {
	params string
	at     func(*lacks, *file.Span, int)
}{
	"glCreateProgram": {"", func(l *lacks, s *file.Span, i int) { l.setLinked("program", s.Bits(i, 0), false) }},
	"glLinkProgram":   {"program", func(l *lacks, s *file.Span, i int) { l.setLinked("program", s.Bits(i, 0), true) }},
	"glAttachShader":  {"program shader", func(l *lacks, s *file.Span, i int) { l.changed(open{class: "program", name: s.Bits(i, 0)}) }},
	"glCreateShader":  {"type", func(l *lacks, s *file.Span, i int) { l.setLinked("shader", s.Bits(i, 1), false) }},
	"glShaderSource": {"shader", func(l *lacks, s *file.Span, i int) {
		l.changed(open{class: "shader", name: s.Bits(i, 0)})
		l.setLinked("shader", s.Bits(i, 0), true)
	}},
}

func (l *lacks) setLinked(class string, name uint64, is bool) {
	if of := (open{class: class, name: name}); is {
		l.linked[of] = true
	} else {
		delete(l.linked, of)
	}
}

// changed is called before a call that attaches a shader to a program, or sets the source of a shader.
func (l *lacks) changed(of open) {
	if l.linked[of] {
		l.add("the shaders of programs, which changed after they were linked")
	}
}

// lackInterestIn returns nil if no snapshot can lack the effect of a call.
func lackInterestIn(f *file.Function) *lackInterest {
	if strings.HasPrefix(f.Name, "eglCreateImage") {
		return &lackInterest{any: true}
	}
	if f.Name == "glGetError" {
		return &lackInterest{errors: true}
	}
	if !strings.HasPrefix(f.Name, "gl") || f.IsOwn() {
		return nil
	}
	one := &lackInterest{rows: rowsOf(f.Name, restoredCalls), opens: opening[f.Name], closes: closings[strings.TrimSuffix(f.Name, "EXT")]}
	one.any = len(one.rows) == 0
	if slices.ContainsFunc(one.rows, func(row callRow) bool { return row.when.param == "" }) {
		one.rows = nil
	}
	one.group = f.OpensGroup() || f.ClosesGroup()
	if c, ok := changes[f.Name]; ok && f.Begins(c.params) {
		one.changes = c.at
	}
	if !one.any && one.rows == nil && one.opens == nil && one.closes.class == "" && !one.group && one.changes == nil {
		return nil
	}
	return one
}

// add sets what later snapshots lack.
func (l *lacks) add(text string) {
	if l.text == "" {
		l.text = text
	}
}

// see adds call i of a span, with the snapshots before it.
func (l *lacks) see(one *lackInterest, s *file.Span, i int, before []snapshot) {
	if s.Flags(i)&(tracepb.CallFlag_FLAG_SYNTHETIC|tracepb.CallFlag_FLAG_SNAPSHOT|tracepb.CallFlag_FLAG_ATTACH) != 0 {
		return
	}
	holds := func(row callRow) bool {
		v, ok := s.Arg(i, row.when.param)
		return ok && v == row.when.value
	}
	if one.any || one.rows != nil && !slices.ContainsFunc(one.rows, holds) {
		l.add("the effect of " + s.Function(i).Name)
	}
	if class := one.closes.class; class != "" {
		v, _ := s.Arg(i, one.closes.param)
		if at, known := l.opened[openOf(class, v, s)]; known {
			since(before, at.call, openTexts[class])
			if class == "query" && !at.timer {
				l.depends(s.Frame(i), at)
			}
			if s.Function(i).Name == "glDeleteSync" {
				delete(l.opened, openOf(class, v, s)) // drivers may not use its handle again
			}
		}
	}
	for _, o := range one.opens {
		v, ok := s.Arg(i, o.param)
		if !ok {
			v = s.Bits(i, len(s.Function(i).Params))
		}
		target, _ := s.Arg(i, "target")
		l.opened[openOf(o.class, v, s)] = place{s.First + i, s.Frame(i), target == timeElapsed}
	}
	if one.group {
		l.seeGroup(s, i, before)
	}
	if one.errors {
		l.seeError(s, i, before)
	}
	if one.changes != nil {
		one.changes(l, s, i)
	}
}

// seeGroup opens or closes a debug group.
func (l *lacks) seeGroup(s *file.Span, i int, before []snapshot) {
	open := l.groups[s.Thread]
	switch n := len(open); {
	case s.Function(i).OpensGroup():
		l.groups[s.Thread] = append(open, s.First+i)
		l.inside++
	case n > 0:
		since(before, open[n-1], "a debug group that is open")
		l.groups[s.Thread] = open[:n-1]
		l.inside--
	}
}

// seeError adds a query of errors. An error can be that of any call since the query before.
func (l *lacks) seeError(s *file.Span, i int, before []snapshot) {
	last, now := l.asked[s.Context], place{call: s.First + i, frame: s.Frame(i)}
	if s.Bits(i, len(s.Function(i).Params)) != 0 {
		since(before, last.call, "an error that the program reads later")
		l.depends(now.frame, last)
	}
	l.asked[s.Context] = now
}

// timeElapsed is GL_TIME_ELAPSED_EXT.
const timeElapsed = 0x88BF

// depends notes that an answer in a frame can depend on a call and those after it.
func (l *lacks) depends(frame int, on place) {
	if on.frame == frame {
		return
	}
	if first, known := l.late[frame]; !known || on.call < first {
		l.late[frame] = on.call
	}
}

// dependsOnEarlier reports whether an answer in a range of frames, which begins with a call, can depend on earlier calls. Frames that are
// not complete count, too.
func (l *lacks) dependsOnEarlier(from, to, begin int) bool {
	for frame, first := range l.late {
		if first < begin && (frame < 0 || frame >= from && frame <= to) {
			return true
		}
	}
	return false
}

// since sets what the snapshots after a call lack.
func since(list []snapshot, call int, text string) {
	for i := len(list) - 1; i >= 0 && list[i].first > call; i-- {
		if list[i].lacks == "" {
			list[i].lacks = text
		}
	}
}
