package view

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/localpage"
	"github.com/gleslayergen/gleslayergen/trace/images"
	"github.com/gleslayergen/gleslayergen/trace/inspect"
	"github.com/gleslayergen/gleslayergen/trace/replay"
	"github.com/gleslayergen/gleslayergen/trace/timing"
)

// Inspector answers requests by replay. inspect.Inspector describes the methods.
type Inspector interface {
	Attachment(ctx context.Context, call int, a replay.Attachment) (*images.Image, error)
	Texture(ctx context.Context, call int, share, name uint32, level, layer int) (*images.Image, error)
	Overdraw(ctx context.Context, call int) (*images.Image, error)
	History(ctx context.Context, call int, a replay.Attachment, x, y int) (*inspect.History, error)
	Vertices(ctx context.Context, call int) (*inspect.Transformed, error)
	Edit(ctx context.Context, call int, shader inspect.Shader, source string) (*inspect.Edited, error)
	Times(ctx context.Context, frame int) ([]timing.Row, error)
}

// editPath is the path of requests whose body is the source of a shader.
const editPath = "/api/replay/edit"

func (s *Server) replayRoutes() {
	for path, f := range map[string]func(http.ResponseWriter, *http.Request, *query) error{
		"GET /api/replay/image":   s.replayImage,
		"GET /api/replay/texture": s.replayTexture,
		"GET /api/replay/history": s.replayHistory,
		"GET /api/replay/outputs": s.replayOutputs,
		"GET /api/replay/mesh":    s.replayMesh,
		"GET /api/replay/times":   s.replayTimes,
		"POST " + editPath:        s.replayEdit,
	} {
		s.mux.HandleFunc(path, replayed(f))
	}
}

// replayed returns a handler that waits for a replay, which takes as long as the recording needs. The replay ends with the request.
func replayed(f func(http.ResponseWriter, *http.Request, *query) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		control := http.NewResponseController(w)
		_ = control.SetWriteDeadline(time.Time{})
		err := f(deadlined{w, control}, r, &query{values: r.URL.Query()})
		if err != nil && r.Context().Err() == nil {
			failReplay(deadlined{w, control}, err)
		}
	}
}

// deadlined limits the time of writing an answer, from its first byte.
type deadlined struct {
	http.ResponseWriter
	control *http.ResponseController
}

func (w deadlined) Write(b []byte) (int, error) {
	_ = w.control.SetWriteDeadline(time.Now().Add(time.Minute))
	return w.ResponseWriter.Write(b)
}

// replayFailure is an error of a replay in an answer.
type replayFailure struct {
	Error string `json:"error"`
	Hint  string `json:"hint,omitempty"` // what to do
	Call  *int   `json:"call,omitempty"` // the call that caused the error
}

// failReplay writes an error of a replay with what to do.
func failReplay(w http.ResponseWriter, err error) {
	status, answer := http.StatusUnprocessableEntity, replayFailure{Error: err.Error()}
	var refused *replay.RefusedError
	var known *localpage.Fault
	switch {
	case errors.As(err, &known):
		status = known.Status
	case errors.As(err, new(*inspect.Unavailable)), errors.As(err, new(*images.Failure)):
		status = http.StatusNotFound
	case errors.As(err, &refused) && refused.Call >= 0:
		answer.Call, answer.Hint = &refused.Call, "see the arguments and the state of this call; to try another driver: trace view --replay --driver DIR"
	case refused != nil && refused.Driver:
		answer.Hint = replay.DriverHint
	case refused != nil:
		answer.Hint = "to draw without a window: trace view --replay --surface pbuffer; to use another driver: --driver DIR"
	case errors.As(err, new(*replay.CrashError)):
		answer.Hint = "the terminal has the messages of the driver; to try another driver: trace view --replay --driver DIR"
	}
	localpage.Send(w, status, answer)
}

// replayTarget returns what an image shows: an attachment of the draw framebuffer, or 0 for the overdraw.
func (q *query) replayTarget() replay.Attachment {
	const most = 31 // of GL_COLOR_ATTACHMENT31
	switch name := q.text("what"); name {
	case "overdraw":
		return 0
	case "depth":
		return replay.Depth
	case "stencil":
		return replay.Stencil
	default:
		var n uint
		number, color := strings.CutPrefix(name, "color")
		if _, err := fmt.Sscanf(number, "%d", &n); !color || err != nil || n > most || fmt.Sprint(n) != number {
			q.fail("parameter \"what\": %.99q is not color0 to color%d, depth, stencil or overdraw", name, most)
		}
		return replay.Color + replay.Attachment(n)
	}
}

// replayImage serves an attachment of the draw framebuffer after a call, or the overdraw of the pass up to the call.
func (s *Server) replayImage(w http.ResponseWriter, r *http.Request, q *query) error {
	call, a := q.index("i", s.file.Len()), q.replayTarget()
	if q.err != nil {
		return q.err
	}
	var image *images.Image
	var err error
	if a == 0 {
		image, err = s.o.Inspector.Overdraw(r.Context(), call)
	} else {
		image, err = s.o.Inspector.Attachment(r.Context(), call, a)
	}
	return s.sendPixels(w, r, image, err)
}

// replayTexture serves a layer of a level of a texture after a call.
func (s *Server) replayTexture(w http.ResponseWriter, r *http.Request, q *query) error {
	call, name := q.index("i", s.file.Len()), q.object()
	level, layer := q.number("level", 0, 0, 31), q.number("layer", 0, 0, 1<<16)
	if q.err != nil {
		return q.err
	}
	c, err := s.file.Call(call)
	if err != nil {
		return err
	}
	image, err := s.o.Inspector.Texture(r.Context(), call, c.Context, uint32(name), level, layer)
	return s.sendPixels(w, r, image, err)
}

// sendPixels answers with the pixels of an image, or without content if there is no image.
func (s *Server) sendPixels(w http.ResponseWriter, r *http.Request, image *images.Image, err error) error {
	switch {
	case err != nil:
		return err
	case image == nil:
		w.WriteHeader(http.StatusNoContent)
		return nil
	case !s.enter(r):
		return r.Context().Err()
	}
	defer s.leave()
	b, err := encodePixels(image)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	_, _ = w.Write(b)
	return nil
}

// replayHistory returns what happened to a pixel in the frame of a call.
func (s *Server) replayHistory(w http.ResponseWriter, r *http.Request, q *query) error {
	const largest = 1 << 15
	call, a := q.index("i", s.file.Len()), q.replayTarget()
	x, y := q.number("x", 0, 0, largest), q.number("y", 0, 0, largest)
	if a == 0 {
		q.fail("parameter \"what\": the overdraw has no history")
	}
	if q.err != nil {
		return q.err
	}
	history, err := s.o.Inspector.History(r.Context(), call, a, x, y)
	if err != nil {
		return err
	}
	localpage.Send(w, http.StatusOK, history)
	return nil
}

// timesAnswer has the times of the draws of a frame.
type timesAnswer struct {
	Rows []timing.Row `json:"rows"`
}

// replayTimes measures the draws of a frame.
func (s *Server) replayTimes(w http.ResponseWriter, r *http.Request, q *query) error {
	frame := q.index("frame", len(s.file.Frames()))
	if q.err != nil {
		return q.err
	}
	rows, err := s.o.Inspector.Times(r.Context(), frame)
	if err != nil {
		return err
	}
	localpage.Send(w, http.StatusOK, timesAnswer{append([]timing.Row{}, rows...)})
	return nil
}
