package view

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/state"
	"github.com/gleslayergen/gleslayergen/trace/view/index"
)

// Limits of the search for the image of a render target.
const (
	mostBack  = 1 << 18 // calls before the selected one
	mostTried = 64      // images of draws whose framebuffers are evaluated
)

// target is an attachment with its last known image.
type target struct {
	state.Attachment
	Image string `json:"image,omitempty"` // URL
	Of    string `json:"of,omitempty"`    // what made the image: draw, upload or swap
	From  int    `json:"from"`            // the call that the image shows
	Exact bool   `json:"exact,omitempty"` // the image is of the selected call
	Lack  string `json:"lack,omitempty"`  // why there is no image
	What  string `json:"what,omitempty"`  // name of the attachment in requests for a replay
}

type targetsAnswer struct {
	Framebuffer *state.Link `json:"framebuffer,omitempty"` // absent for the surface
	Targets     []target    `json:"targets"`
}

// targets returns the attachments of the draw framebuffer after a call with their last known images.
func (s *Server) targets(r *http.Request) (any, error) {
	return s.at(r, &query{values: r.URL.Query()}, func(call int) (any, error) {
		use, err := s.state.Framebuffer(r.Context(), call)
		if err != nil {
			return nil, err
		}
		answer := targetsAnswer{use.Object, []target{}}
		for _, a := range use.Attachments {
			t := target{Attachment: a, From: -1}
			if a.Written >= 0 {
				t.Of, t.From = "upload", a.Written
				t.Image = fmt.Sprintf("api/texture.png?i=%d&name=%d&level=%d&layer=%d", a.Written, a.Object.Number, a.Level, a.Layer)
			}
			answer.Targets = append(answer.Targets, t)
		}
		if err := s.addSwap(answer.Targets, call); err != nil {
			return nil, err
		}
		if err := s.addDrawn(r.Context(), answer.Targets, call); err != nil {
			return nil, err
		}
		for i := range answer.Targets {
			answer.Targets[i].explain()
			answer.Targets[i].Exact = answer.Targets[i].From == call
		}
		if s.o.Inspector != nil {
			answer.Targets = replayable(answer.Targets)
		}
		return answer, nil
	})
}

// explain says why there is no image.
func (t *target) explain() {
	switch {
	case t.Image != "":
	case !t.color():
		t.Lack = "the recorder captures images of color attachments only, and the program uploaded nothing"
	default:
		t.Lack = "no earlier image was found: record with --draw-images"
	}
}

// replayable returns the targets with their names in requests for a replay. The surface also has depth and stencil.
func replayable(all []target) (out []target) {
	for _, t := range all {
		number, color := strings.CutPrefix(t.Point, "GL_COLOR_ATTACHMENT")
		switch {
		case color:
			t.What = "color" + number
		case t.Point == "GL_DEPTH_ATTACHMENT":
			t.What = "depth"
		case t.Point == "GL_STENCIL_ATTACHMENT":
			t.What = "stencil"
		case t.Point == "GL_BACK":
			t.What = "color0"
		}
		if out = append(out, t); t.Point == "GL_BACK" {
			out = append(out, target{Attachment: state.Attachment{Point: "GL_DEPTH"}, From: -1, What: "depth"},
				target{Attachment: state.Attachment{Point: "GL_STENCIL"}, From: -1, What: "stencil"})
		}
	}
	return out
}

// addSwap sets the image of the surface to that of the last frame that ended before the call.
func (s *Server) addSwap(all []target, call int) error {
	if len(all) != 1 || all[0].Point != "GL_BACK" {
		return nil
	}
	c, err := s.file.Call(call)
	if err != nil {
		return err
	}
	frames := s.file.Frames()
	for n := len(frames) - 1; n >= 0; n-- {
		if f := frames[n]; f.Last <= call && f.Context == c.Context && f.Image >= 0 {
			all[0].Of, all[0].From, all[0].Image = "swap", f.Last, fmt.Sprintf("api/image.png?frame=%d", n)
			return nil
		}
	}
	return nil
}

// drawnImage is an image that comes later than its draw: left is the number of draws between them that the
// search has not passed yet.
type drawnImage struct {
	call int
	left uint64
}

// addDrawn finds the last images of draws up to the call. It searches backward from where the image of the
// call can be.
func (s *Server) addDrawn(ctx context.Context, all []target, call int) error {
	id := s.functionID("gltrace.DrawImage")
	own, err := s.index.At(ctx, call)
	if err != nil || id < 0 {
		return err
	}
	kinds, tried, open := s.index.Kinds(), 0, []drawnImage{}
	for at := min(call+lateCalls, s.file.Len()-1); at >= max(0, call-mostBack) && tried < mostTried && wanted(all, at); at-- {
		c, err := s.index.At(ctx, at)
		switch {
		case err != nil:
			return err
		case c.Context != own.Context:
		case int(c.Function) == id:
			image, have, err := s.drawnImage(at)
			if err != nil {
				return err
			}
			if have {
				open = append(open, image)
			}
		case kinds.Of(c.Function) == index.Draw:
			rest := open[:0]
			for _, image := range open {
				if image.left > 0 {
					rest = append(rest, drawnImage{image.call, image.left - 1})
				} else if at <= call {
					tried++
					if err := s.show(ctx, all, at, image.call); err != nil {
						return err
					}
				}
			}
			open = rest
		}
	}
	return nil
}

// wanted reports whether an image of a call could be later than those found. Images show color attachments.
func wanted(all []target, at int) bool {
	for i := range all {
		if all[i].From < at && all[i].Of != "draw" && all[i].color() {
			return true
		}
	}
	return false
}

func (t *target) color() bool {
	return t.Point == "GL_BACK" || strings.HasPrefix(t.Point, "GL_COLOR_ATTACHMENT")
}

// drawnImage returns the image of a call of gltrace.DrawImage, or false if it was not captured.
func (s *Server) drawnImage(call int) (drawnImage, bool, error) {
	image := drawnImage{call: call}
	c, err := s.file.Call(call)
	if err != nil {
		return image, false, err
	}
	have := false
	for i, p := range c.Function.Params {
		switch p.Name {
		case "ago":
			image.left = c.Args[i].Uint()
		case "data":
			have = c.Args[i].Data != nil && c.Args[i].Data.Capture == tracepb.Capture_CAPTURE_DATA
		}
	}
	return image, have, nil
}

// show sets the image of the target that an image of a draw shows, unless a later one is known.
func (s *Server) show(ctx context.Context, all []target, draw, image int) error {
	use, err := s.state.Framebuffer(ctx, draw)
	if err != nil {
		return err
	}
	for _, a := range use.Attachments {
		if a.Point != use.Read {
			continue
		}
		for i := range all {
			if t := &all[i]; t.Same(&a) && t.From < draw {
				t.Of, t.From, t.Image = "draw", draw, fmt.Sprintf("api/image.png?i=%d", image)
			}
		}
	}
	return nil
}
