package view

import (
	"fmt"
	"net/http"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/state"
)

// at answers with the result of f about the state after the call of the request, or with the progress of its
// evaluation.
func (s *Server) at(r *http.Request, q *query, f func(call int) (any, error)) (any, error) {
	i := q.index("i", s.file.Len())
	if q.err != nil {
		return nil, q.err
	}
	if wait, err := s.reach(r, i); err != nil || wait != nil {
		return wait, err
	}
	if !s.enter(r) {
		return nil, r.Context().Err()
	}
	defer s.leave()
	answer, err := f(i)
	return answer, asMissing(err)
}

// drawingAnswer is what a draw uses, with the URLs of the thumbnails of its textures.
type drawingAnswer struct {
	*state.Drawing
	Images map[uint64]string `json:"images"` // by texture
}

// drawingOf returns what a draw, dispatch, clear or blit uses.
func (s *Server) drawingOf(r *http.Request) (any, error) {
	return s.at(r, &query{values: r.URL.Query()}, func(call int) (any, error) {
		d, err := s.state.Drawing(r.Context(), call)
		if err != nil {
			return nil, err
		}
		answer := drawingAnswer{d, map[uint64]string{}}
		for _, t := range d.Textures {
			if t.Texture != nil && len(t.Texture.Contents) > 0 {
				answer.Images[t.Object.Number] = thumbnailOf(*t.Texture)
			}
		}
		return answer, nil
	})
}

// thumbnailOf returns the URL of a texture's thumbnail.
func thumbnailOf(t state.Texture) string {
	return fmt.Sprintf("api/texture.png?i=%d&name=%d&level=%d&size=%d", t.Written, t.Name, t.Contents[0], thumbnail)
}

// inspected is an object in an answer.
type inspected struct {
	*state.Link
	Tree *state.Tree `json:"tree"`
}

// class returns the class of an object.
func (q *query) class() string {
	class := q.text("class")
	if !state.IsClass(class) {
		q.fail("parameter %q: unknown class %.99q", "class", class)
	}
	return class
}

// inspect returns the state of an object.
func (s *Server) inspect(r *http.Request) (any, error) {
	q := &query{values: r.URL.Query()}
	class, name := q.class(), q.object()
	return s.at(r, q, func(call int) (any, error) {
		link, tree, err := s.state.Inspect(r.Context(), call, class, name)
		return inspected{link, tree}, err
	})
}

// mostHistory is the maximum number of calls of one answer about a history.
const mostHistory = 1 << 20

// history returns the calls that an object is involved in, of a range of calls, as far as they are evaluated
// in a short time. The object is that of the context of call i. With named=1, the answer also has calls that only
// refer to the object.
func (s *Server) history(r *http.Request) (any, error) {
	q := &query{values: r.URL.Query()}
	class, name := q.class(), q.object()
	from := q.number("from", 0, 0, s.file.Len())
	to := q.number("to", s.file.Len(), from, s.file.Len())
	i, named := q.index("i", s.file.Len()), q.number("named", 0, 0, 1)
	if q.err != nil {
		return nil, q.err
	}
	if wait, err := s.reach(r, from-1); from > 0 && (err != nil || wait != nil) {
		return wait, err
	}
	c, err := s.file.Call(i)
	if err != nil {
		return nil, err
	}
	if !s.enter(r) {
		return nil, r.Context().Err()
	}
	defer s.leave()
	subject := state.Subject{Context: c.Context, Class: class, Name: name, Named: named == 1}
	return s.state.History(r.Context(), subject, from, min(to, from+mostHistory), time.Now().Add(s.pace.state))
}
