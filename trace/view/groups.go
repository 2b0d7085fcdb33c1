package view

import (
	"context"
	"net/http"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/view/index"
)

// group is a debug group of a frame, or a marker, which is a group of one call.
type group struct {
	Name   string `json:"name"`
	First  int    `json:"first"`
	Last   int    `json:"last"`
	Depth  int    `json:"depth"`
	Source string `json:"source"` // source of a debug message: the application or a third party
}

// Limits of the groups of a frame.
const (
	mostGroups = 1 << 16
	mostName   = 256 // bytes of the name of a group
)

// nesting collects the groups of a frame.
type nesting struct {
	all    []group
	open   map[uint32][]int // indices of the open groups in all, by context
	depths index.Depths
	last   int // last call of the frame
}

// groups returns the groups that begin in a frame, in order. A group that the frame does not close ends with
// it. Given a call instead, it returns the group that the call opens: groups after the last swap belong to no
// frame.
func (s *Server) groups(r *http.Request) (any, error) {
	q := &query{values: r.URL.Query()}
	if q.values.Has("call") {
		return s.opened(r.Context(), q)
	}
	frames := s.file.Frames()
	n := q.index("frame", len(frames))
	if q.err != nil {
		return nil, q.err
	}
	in := frames[n]
	depths, err := s.index.Before(r.Context(), in.First)
	if err != nil {
		return nil, err
	}
	found := &nesting{[]group{}, map[uint32][]int{}, depths, in.Last}
	for i := in.First; i <= in.Last && len(found.all) < mostGroups; i = (i/index.Size + 1) * index.Size {
		if !s.index.Calls(i/index.Size, s.groupFunctions()) {
			continue
		}
		if err := s.nestBlock(r.Context(), found, i, in); err != nil {
			return nil, err
		}
	}
	return found.all, nil
}

// groupFunctions returns the functions that open or close groups, or insert markers.
func (s *Server) groupFunctions() (set index.Set) {
	for id, kind := range s.index.Kinds() {
		if kind == index.Push || kind == index.Pop || kind == index.Marker {
			set.Add(uint32(id))
		}
	}
	return set
}

// nestBlock adds the calls from a call on, up to the end of its block or of the frame.
func (s *Server) nestBlock(ctx context.Context, found *nesting, from int, in file.Frame) error {
	b, err := s.index.Block(ctx, from/index.Size)
	if err != nil {
		return err
	}
	kinds := s.index.Kinds()
	for i := from - b.First; i < b.Len() && b.First+i <= in.Last && len(found.all) < mostGroups; i++ {
		lane := b.Lane[i]
		if err := s.nest(found, b.First+i, kinds.Of(b.Function[i]), lane, lane.Thread == in.Thread); err != nil {
			return err
		}
	}
	return nil
}

func (s *Server) opened(ctx context.Context, q *query) (any, error) {
	call := q.index("call", s.file.Len())
	if q.err != nil {
		return nil, q.err
	}
	g, err := s.group(call)
	if err == nil {
		g.Last, err = s.groupEnd(ctx, call)
	}
	return []group{g}, err
}

// nest adds a call. A call that opens a group counts only if it is on the thread of the frame.
func (s *Server) nest(n *nesting, call int, kind index.Kind, at index.Lane, own bool) error {
	depth, stack := n.depths.Around(kind, at.Context), n.open[at.Context]
	switch {
	case kind == index.Pop && len(stack) > 0:
		n.all[stack[len(stack)-1]].Last = call
		n.open[at.Context] = stack[:len(stack)-1]
	case own && (kind == index.Push || kind == index.Marker):
		g, err := s.group(call)
		if err != nil {
			return err
		}
		g.Depth, g.Last = depth, call
		if kind == index.Push {
			g.Last = n.last
			n.open[at.Context] = append(stack, len(n.all))
		}
		n.all = append(n.all, g)
	}
	return nil
}

// group reads the group that a call opens.
func (s *Server) group(call int) (group, error) {
	c, err := s.file.Call(call)
	if err != nil {
		return group{}, err
	}
	g := group{First: call}
	for i := range c.Args {
		switch w := s.words.Arg(c, i); w.Name {
		case "source":
			g.Source = w.Text
		case "message", "marker", "buf":
			g.Name = s.text(c.Args[i], w.Text)
		}
	}
	return g, nil
}

// text returns the text behind a pointer, truncated, or otherwise if it is unknown.
func (s *Server) text(v file.Value, otherwise string) string {
	if v.Data == nil || len(v.Data.Payloads) == 0 {
		return otherwise
	}
	text, err := calltext.Text(s.file.Payload, v.Data, mostName)
	if err != nil {
		return otherwise
	}
	return strings.ToValidUTF8(text, "�")
}
