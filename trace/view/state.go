package view

import (
	"context"
	"errors"
	"fmt"
	"image"
	"net/http"

	"github.com/gleslayergen/gleslayergen/internal/localpage"
	"github.com/gleslayergen/gleslayergen/trace/state"
)

// pending is the answer while the calls before the requested one are being evaluated, which takes seconds the
// first time: the number of evaluated calls, and of all.
type pending struct {
	Done int `json:"done"`
	Of   int `json:"of"`
}

// reach evaluates the calls up to one. It returns the progress, or nil if all are evaluated.
func (s *Server) reach(r *http.Request, call int) (*pending, error) {
	ctx, stop := context.WithTimeout(r.Context(), s.pace.state)
	defer stop()
	done, err := s.state.Reach(ctx, call)
	if err != nil || done > call {
		return nil, err
	}
	return &pending{done, call + 1}, nil
}

// evaluateTo evaluates all calls up to one, for answers that are not JSON. The page requests other answers first.
func (s *Server) evaluateTo(r *http.Request, call int) error {
	done, err := s.state.Reach(r.Context(), call)
	if err != nil || done > call {
		return err
	}
	return r.Context().Err()
}

type stateAnswer struct {
	Call int           `json:"call"`
	Tree []*state.Tree `json:"tree"`
}

// stateAfter returns the state after a call. It marks what differs from the state before the call, or after
// the call "against".
func (s *Server) stateAfter(r *http.Request) (any, error) {
	q := &query{values: r.URL.Query()}
	i := q.index("i", s.file.Len())
	against := q.number("against", i-1, -1, s.file.Len()-1)
	if q.err != nil {
		return nil, q.err
	}
	if wait, err := s.reach(r, max(i, against)); err != nil || wait != nil {
		return wait, err
	}
	if !s.enter(r) {
		return nil, r.Context().Err()
	}
	defer s.leave()
	tree, err := s.state.Against(r.Context(), i, against)
	if err != nil {
		return nil, err
	}
	return stateAnswer{i, tree.Children}, nil
}

// objectsAnswer has the objects of a share group.
type objectsAnswer struct {
	*state.Objects
	Textures []texture `json:"textures"`
}

// texture is a texture and the URL of its thumbnail. The URL has the call that last wrote the texture, so
// that it is the same after all calls that do not, and is drawn once.
type texture struct {
	state.Texture
	Image string `json:"image,omitempty"`
}

// thumbnail is the maximum side of a thumbnail.
const thumbnail = 64

// objects returns the shaders, programs, textures and buffers that exist after a call.
func (s *Server) objects(r *http.Request) (any, error) {
	return s.at(r, &query{values: r.URL.Query()}, func(call int) (any, error) {
		all, err := s.state.Objects(r.Context(), call)
		if err != nil {
			return nil, err
		}
		answer := objectsAnswer{all, []texture{}}
		for _, t := range all.Textures {
			one := texture{Texture: t}
			if len(t.Contents) > 0 {
				one.Image = thumbnailOf(t)
			}
			answer.Textures = append(answer.Textures, one)
		}
		return answer, nil
	})
}

// shader returns the source of a shader after a call.
func (s *Server) shader(r *http.Request) (any, error) {
	q := &query{values: r.URL.Query()}
	i, name := q.index("i", s.file.Len()), q.object()
	if q.err != nil {
		return nil, q.err
	}
	source, err := s.state.Source(r.Context(), i, name)
	return map[string]string{"source": source}, asMissing(err)
}

// enterAfter evaluates all calls up to one and then waits for a place, for answers that are not JSON. If it returns false, the
// request has its answer. Otherwise the caller must call leave.
func (s *Server) enterAfter(w http.ResponseWriter, r *http.Request, q *query, call int) bool {
	if q.err == nil {
		q.err = s.evaluateTo(r, call)
	}
	if q.err != nil {
		localpage.Fail(w, q.err)
		return false
	}
	return s.enter(r)
}

// buffer returns the contents of a buffer after a call.
func (s *Server) buffer(w http.ResponseWriter, r *http.Request) {
	q := &query{values: r.URL.Query()}
	i, name := q.index("i", s.file.Len()), q.object()
	if !s.enterAfter(w, r, q, i) {
		return
	}
	defer s.leave()
	b, _, err := s.state.Buffer(r.Context(), i, name)
	if err != nil {
		localpage.Fail(w, asMissing(err))
		return
	}
	serveData(w, q, b)
}

// serveTexture serves a layer of a level of a texture after a call as an image.
func (s *Server) serveTexture(w http.ResponseWriter, r *http.Request) {
	q := &query{values: r.URL.Query()}
	i, name := q.index("i", s.file.Len()), q.object()
	level, layer := q.number("level", 0, 0, 31), q.number("layer", 0, 0, 1<<16)
	size := q.number("size", mostSide, 1, mostSide)
	if q.err == nil {
		q.err = s.evaluateTo(r, i)
	}
	if q.err != nil {
		localpage.Fail(w, q.err)
		return
	}
	s.servePNG(w, r, fmt.Sprintf("texture %d %d %d %d %d", i, name, level, layer, size), size, func() (image.Image, error) {
		return s.state.Texture(r.Context(), i, name, level, layer)
	})
}

// asMissing converts an error to a fault if the recording lacks the data.
func asMissing(err error) error {
	if errors.As(err, new(*state.MissingError)) || errors.As(err, new(*state.NoImage)) || errors.Is(err, state.ErrUnknown) || errors.Is(err, state.ErrNoVertices) {
		return missing(err.Error())
	}
	return err
}
