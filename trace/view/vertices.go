package view

import (
	"net/http"
	"strconv"

	"github.com/gleslayergen/gleslayergen/internal/localpage"
	"github.com/gleslayergen/gleslayergen/trace/state"
)

// Limits of a draw's inputs.
const (
	mostMesh    = 3 << 17 // vertices of a mesh
	mostVertex  = 1 << 31 // number of a vertex or instance
	vertexCount = 64      // default number of vertices in an answer
)

type verticesAnswer struct {
	Total   int64             `json:"total"`
	Rows    []state.VertexRow `json:"rows"`
	Partial bool              `json:"partial,omitempty"`
}

// inputs reads the inputs of the draw that the request selects.
func (s *Server) inputs(r *http.Request, q *query, call int) (*state.Vertices, int64, error) {
	part, instance := q.number("part", 0, 0, mostVertex), q.number("instance", 0, 0, mostVertex)
	if q.err != nil {
		return nil, 0, q.err
	}
	v, err := s.state.Vertices(r.Context(), call, part)
	return v, int64(instance), err
}

// vertices returns the values of some vertices of a draw.
func (s *Server) vertices(r *http.Request) (any, error) {
	q := &query{values: r.URL.Query()}
	return s.at(r, q, func(call int) (any, error) {
		v, instance, err := s.inputs(r, q, call)
		if err != nil {
			return nil, err
		}
		from, to := q.part(int(v.Len()), vertexCount)
		if q.err != nil {
			return nil, q.err
		}
		rows, err := v.Rows(int64(from), int64(to), instance)
		return verticesAnswer{v.Len(), rows, v.Partial}, err
	})
}

// mesh serves three values of an attribute for each of the first vertices of a draw, as 32-bit floats. The
// header X-Total has the number of all vertices.
func (s *Server) mesh(w http.ResponseWriter, r *http.Request) {
	q := &query{values: r.URL.Query()}
	i, array := q.index("i", s.file.Len()), q.number("array", 0, 0, mostRows)
	if !s.enterAfter(w, r, q, i) {
		return
	}
	defer s.leave()
	v, instance, err := s.inputs(r, q, i)
	var positions []byte
	if err == nil {
		positions, err = v.Positions(array, mostMesh, instance)
	}
	if err != nil {
		localpage.Fail(w, asMissing(err))
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("X-Total", strconv.FormatInt(v.Len(), 10))
	_, _ = w.Write(positions)
}
