package view

import (
	"context"
	"encoding/binary"
	"math"
	"net/http"
	"strconv"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/localpage"
	"github.com/gleslayergen/gleslayergen/trace/inspect"
)

// outputs keeps the outputs of the vertex shader of the last draw: the page requests them in parts.
type outputs struct {
	mu   sync.Mutex
	call int
	of   *inspect.Transformed
}

func (o *outputs) get(call int) *inspect.Transformed {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.call != call {
		return nil
	}
	return o.of
}

func (o *outputs) set(call int, of *inspect.Transformed) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.call, o.of = call, of
}

// outputsOf returns the outputs of the vertex shader of a draw.
func (s *Server) outputsOf(ctx context.Context, call int) (*inspect.Transformed, error) {
	if kept := s.outputs.get(call); kept != nil {
		return kept, nil
	}
	of, err := s.o.Inspector.Vertices(ctx, call)
	if err == nil {
		s.outputs.set(call, of)
	}
	return of, err
}

// output describes an output of a vertex shader.
type output struct {
	Name string `json:"name"`
	Type string `json:"type"`
	Size int    `json:"size"` // number of values
}

type outputRow struct {
	N      int        `json:"n"`
	Values [][]string `json:"values"` // by output
}

type outputsAnswer struct {
	Total     int         `json:"total"` // vertices of an instance
	Instances int         `json:"instances"`
	Outputs   []output    `json:"outputs"`
	LeftOut   []string    `json:"left_out,omitempty"`
	Rows      []outputRow `json:"rows"`
}

// replayOutputs returns the outputs of the vertex shader for some vertices of an instance of a draw.
func (s *Server) replayOutputs(w http.ResponseWriter, r *http.Request, q *query) error {
	call, instance := q.index("i", s.file.Len()), q.number("instance", 0, 0, mostVertex)
	if q.err != nil {
		return q.err
	}
	of, err := s.outputsOf(r.Context(), call)
	if err != nil {
		return err
	}
	from, to := q.part(of.Vertices, vertexCount)
	if q.err != nil {
		return q.err
	}
	answer := outputsAnswer{of.Vertices, of.Instances, []output{}, of.LeftOut, make([]outputRow, 0, to-from)}
	for _, o := range of.Outputs {
		size := 0
		if len(o.Values) > 0 {
			size = len(o.Values[0])
		}
		answer.Outputs = append(answer.Outputs, output{o.Name, o.Type, size})
	}
	for n := from; n < to; n++ {
		row := outputRow{n, make([][]string, len(of.Outputs))}
		for i, o := range of.Outputs {
			row.Values[i] = formatted(valuesOf(o, instance*of.Vertices+n))
		}
		answer.Rows = append(answer.Rows, row)
	}
	localpage.Send(w, http.StatusOK, answer)
	return nil
}

// valuesOf returns the values of a vertex, or nil if there are none.
func valuesOf(o inspect.Output, n int) []float64 {
	if n < 0 || n >= len(o.Values) {
		return nil
	}
	return o.Values[n]
}

func formatted(values []float64) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = strconv.FormatFloat(v, 'g', 7, 64)
	}
	return out
}

// replayMesh serves the positions after the vertex shader, divided by w, as mesh does: those from a vertex on. Positions behind the
// camera are infinite.
func (s *Server) replayMesh(w http.ResponseWriter, r *http.Request, q *query) error {
	call, instance := q.index("i", s.file.Len()), q.number("instance", 0, 0, mostVertex)
	from, count := q.number("from", 0, 0, mostVertex), q.number("count", mostVertex, 0, mostVertex)
	if q.err != nil {
		return q.err
	}
	of, err := s.outputsOf(r.Context(), call)
	if err != nil {
		return err
	}
	if len(of.Outputs) == 0 {
		return missing("the vertex shader has no outputs")
	}
	var out []byte
	for n := range max(0, min(of.Vertices-from, count, mostMesh)) {
		for _, v := range projected(valuesOf(of.Outputs[0], instance*of.Vertices+from+n)) {
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(float32(v)))
		}
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("X-Total", strconv.Itoa(of.Vertices))
	_, _ = w.Write(out)
	return nil
}

// projected returns a position in normalized device coordinates.
func projected(clip []float64) [3]float64 {
	if len(clip) != 4 || !(clip[3] > 0) {
		return [3]float64{math.Inf(1), math.Inf(1), math.Inf(1)}
	}
	return [3]float64{clip[0] / clip[3], clip[1] / clip[3], clip[2] / clip[3]}
}
