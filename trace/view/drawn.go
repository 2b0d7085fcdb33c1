package view

import (
	"net/http"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/view/index"
)

// Limits of the distance between a draw and its image.
const (
	lateCalls = 1 << 14
	lateDraws = 64
)

// drawn returns the call with the image after a draw, or -1. Images arrive after later draws and have the
// number of draws since they were taken.
func (s *Server) drawn(r *http.Request) (any, error) {
	q := &query{values: r.URL.Query()}
	i := q.index("i", s.file.Len())
	if q.err != nil {
		return nil, q.err
	}
	found := map[string]int{"i": -1}
	image := s.functionID("gltrace.DrawImage")
	own, err := s.index.At(r.Context(), i)
	if err != nil || image < 0 {
		return found, err
	}
	kinds, draws := s.index.Kinds(), 0
	for at := i + 1; at < min(i+lateCalls, s.file.Len()) && draws < lateDraws; at++ {
		c, err := s.index.At(r.Context(), at)
		switch {
		case err != nil:
			return nil, err
		case c.Context != own.Context:
		case kinds.Of(c.Function) == index.Draw:
			draws++
		case int(c.Function) == image:
			if is, err := s.isOf(at, draws); err != nil || is {
				return map[string]int{"i": at}, err
			}
		}
	}
	return found, nil
}

// functionID returns the ID of a function, or -1 if it is not called.
func (s *Server) functionID(name string) int {
	return slices.IndexFunc(s.file.Functions(), func(f *file.Function) bool { return f.Name == name })
}

// isOf reports whether an image was taken "ago" draws before.
func (s *Server) isOf(image, ago int) (bool, error) {
	c, err := s.file.Call(image)
	if err != nil {
		return false, err
	}
	at := slices.IndexFunc(c.Function.Params, func(p file.Param) bool { return p.Name == "ago" })
	return at < 0 && ago == 0 || at >= 0 && c.Args[at].Uint() == uint64(ago), nil
}
