package view

import (
	"context"
	"fmt"

	"github.com/gleslayergen/gleslayergen/trace/view/index"
)

// groupEnd returns the last call of the group that a call opens, or of the recording.
func (s *Server) groupEnd(ctx context.Context, first int) (int, error) {
	if first < 0 || first >= s.file.Len() {
		return 0, missing(fmt.Sprintf("call %d out of range: the recording has %d calls", first, s.file.Len()))
	}
	opens, err := s.index.At(ctx, first)
	if err != nil || s.index.Kinds().Of(opens.Function) != index.Push {
		return first, err
	}
	open, err := s.index.Before(ctx, first)
	if err != nil {
		return 0, err
	}
	outside, depth := open[opens.Context], 0
	for i := first; i < s.file.Len(); {
		end, err := s.closes(ctx, i, opens.Context, &depth)
		if err != nil || end >= 0 {
			return end, err
		}
		next, ok := s.file.FewGroups(i/index.Size+1, opens.Context, outside)
		if !ok {
			break
		}
		i, depth = next*index.Size, s.file.OpenGroups(next)[opens.Context]-outside
	}
	return s.file.Len() - 1, nil
}

// closes returns the first call from a call on, in its block, after which a context has no more open groups, or -1. depth is the
// number of groups before the call.
func (s *Server) closes(ctx context.Context, from int, context uint32, depth *int) (int, error) {
	b, err := s.index.Block(ctx, from/index.Size)
	if err != nil {
		return 0, err
	}
	kinds := s.index.Kinds()
	for i := from - b.First; i < b.Len(); i++ {
		if b.Lane[i].Context != context {
			continue
		}
		switch kinds.Of(b.Function[i]) {
		case index.Push:
			*depth++
		case index.Pop:
			*depth--
		}
		if *depth <= 0 {
			return b.First + i, nil
		}
	}
	return -1, nil
}
