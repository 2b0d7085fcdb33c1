package view

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/localpage"
)

type namesAnswer struct {
	Names map[int]string `json:"names"` // by call
}

// names returns the names of the uniforms that calls set.
func (s *Server) names(r *http.Request) (any, error) {
	calls, err := s.callList(r.URL.Query().Get("calls"))
	if err != nil {
		return nil, err
	}
	if wait, err := s.reach(r, calls[len(calls)-1]); err != nil || wait != nil {
		return wait, err
	}
	answer := namesAnswer{map[int]string{}}
	for near := range neighbors(calls) {
		some, err := s.state.UniformNames(r.Context(), near[0], near[len(near)-1]+1)
		if err != nil {
			return nil, err
		}
		maps.Copy(answer.Names, some)
	}
	return answer, nil
}

// callList parses a list of calls, which it returns in order.
func (s *Server) callList(text string) ([]int, error) {
	var calls []int
	for part := range strings.SplitSeq(text, ",") {
		i, err := strconv.Atoi(part)
		if err != nil || i < 0 || i >= s.file.Len() {
			return nil, localpage.Bad(fmt.Sprintf("parameter \"calls\": %.99q is not an index of a call", part))
		}
		calls = append(calls, i)
	}
	slices.Sort(calls)
	return slices.Compact(calls), nil
}
