package view

import (
	"encoding/binary"
	"net/http"

	"github.com/gleslayergen/gleslayergen/internal/localpage"
)

// texels serves the exact values of a layer of a level of a texture after a call: width and height as little-endian
// 32-bit integers, then the values as state.Texels returns them.
func (s *Server) texels(w http.ResponseWriter, r *http.Request) {
	q := &query{values: r.URL.Query()}
	i, name := q.index("i", s.file.Len()), q.object()
	level, layer := q.number("level", 0, 0, 31), q.number("layer", 0, 0, 1<<16)
	if !s.enterAfter(w, r, q, i) {
		return
	}
	defer s.leave()
	width, height, values, err := s.state.Texels(r.Context(), i, name, level, layer)
	if err != nil {
		localpage.Fail(w, asMissing(err))
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	_, _ = w.Write(binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, uint32(width)), uint32(height)))
	_, _ = w.Write(values)
}
