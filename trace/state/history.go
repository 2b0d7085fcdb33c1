package state

import (
	"context"
	"slices"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Event is a call that an object is involved in.
type Event struct {
	Call     int    `json:"i"`
	Function string `json:"name"`
	Kind     string `json:"kind"` // made, changed, deleted, used or named
}

// History is a part of the history of an object.
type History struct {
	Events []Event `json:"events"`
	From   int     `json:"from"` // the calls in [From, To) were evaluated
	To     int     `json:"to"`
}

// Subject is an object whose history is evaluated.
type Subject struct {
	Context uint32 // it belongs to this context or its share group
	Class   string
	Name    uint64
	Named   bool // also the calls that only refer to it
}

// Limits of a part of a history.
const (
	mostEvents   = 4096
	historyCheck = 256 // calls between checks of the time
)

// History evaluates the calls in [from, to), as far as it gets until the given time, and returns those that
// the subject is involved in. Its name may be used again after it is deleted.
//
// An event is "made" or "deleted" if the object exists only after or only before the call, "changed" if the
// call changes its state, "used" if a draw, dispatch, clear or blit uses it, or "named" if the call only
// refers to it, such as a call that binds it.
func (s *State) History(ctx context.Context, of Subject, from, to int, until time.Time) (*History, error) {
	to = min(to, s.file.Len())
	root, err := s.after(ctx, from-1)
	if err != nil {
		return nil, err
	}
	h := &historian{machine: newMachine(s.rules, s.file.Payload, root), ctx: ctx, class: of.Class, name: of.Name, owner: of.Context, named: of.Named, out: History{Events: []Event{}, From: from, To: from}}
	for c, err := range file.CallsWithErrors(s.file, from, to) {
		if err != nil {
			return nil, err
		}
		if !c.Failed() {
			h.evaluate(c.Call)
		}
		h.out.To = c.Index + 1
		if h.parts > mostParts {
			return nil, errParts
		}
		if len(h.out.Events) == mostEvents || h.out.To%historyCheck == 0 && (time.Now().After(until) || ctx.Err() != nil) {
			break
		}
	}
	return &h.out, ctx.Err()
}

// historian evaluates calls and collects events.
type historian struct {
	*machine
	ctx   context.Context
	class string
	name  uint64
	owner uint32 // context whose objects are meant
	named bool   // also look for events of this kind
	out   History
}

func (h *historian) evaluate(c *file.Call) {
	of := newScope(builder{ctx: h.ctx, payload: h.payload}, &file.Call{Context: h.owner}, h.root)
	h.watched, h.touched = of.path(h.class, h.name), false
	before := of.find(h.class, h.name) != nil
	h.do(c)
	mine := of.shareKey == shareOf(h.root, c.Context) && (collections[h.class].shared || c.Context == h.owner)
	after := h.root.at(h.watched...) != nil
	kind := ""
	switch {
	case before != after:
		kind = map[bool]string{true: "made", false: "deleted"}[after]
	case h.touched:
		kind = "changed"
	case !mine:
	case h.uses(c):
		kind = "used"
	case h.named && h.names(c):
		kind = "named"
	}
	if kind != "" {
		h.out.Events = append(h.out.Events, Event{c.Index, c.Function.Name, kind})
	}
}

// names reports whether an argument or the result of a call is the name of the object.
func (h *historian) names(c *file.Call) bool {
	for i, v := range c.Args {
		if h.rules.words.Reading(c.Function, i).Class() != h.class {
			continue
		}
		if v.Data == nil && v.Bits == h.name || h.listed(&c.Function.Params[i], v) {
			return true
		}
	}
	return c.Function.Result != nil && h.rules.words.Reading(c.Function, len(c.Args)).Class() == h.class && c.Result.Bits == h.name
}

// listed reports whether an array has the name.
func (h *historian) listed(p *file.Param, v file.Value) bool {
	size, cell := calltext.Element(p.Element)
	if !captured(v.Data) || size != 4 || v.Data.Size > 4*mostNumbers {
		return false
	}
	data, err := h.payload(v.Data.Payloads)
	return err == nil && slices.Contains(calltext.Cells(data, size, cell), h.name)
}
