package images

import (
	"context"
	"sync"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// Every says at which moments images are made.
type Every string

// Moments.
const (
	Draw  Every = "draw"  // after each draw: of the framebuffer to which it drew
	Pass  Every = "pass"  // after the last draw of each pass: of its framebuffer
	Frame Every = "frame" // before each swap: of the surface
)

// What says what images show.
type What string

// Contents of images.
const (
	Color   What = "color"
	Depth   What = "depth"
	Stencil What = "stencil"

	Overdraw  What = "overdraw"  // how many fragments passed the tests, since the pass or frame began
	Wireframe What = "wireframe" // the edges of triangles
)

// Options select the images.
type Options struct {
	Every  Every
	What   What
	Frames func(frame int) bool // -1 is the part after the last swap
	Draws  func(draw int) bool  // by number in the frame, from 0
	Calls  func(call int) bool
}

// Moment is where an image is made.
type Moment struct {
	Frame int `json:"frame"` // -1 after the last swap
	Pass  int `json:"pass"`  // number in the frame; -1 for an image of a frame
	Draw  int `json:"draw"`  // number in the frame; -1 for an image of a frame
	Call  int `json:"call"`  // index of the draw or swap
}

// Plan has the images to make.
type Plan struct {
	options Options
	moments map[int]Moment // by call
	counted map[int]bool   // draws that are counted; true where counts begin

	mu    sync.Mutex // the player returns results while requests are made
	reads []read     // by ID of the request
}

// read is a request for an attachment.
type read struct {
	Moment
	attachment replay.Attachment // 0: the counts
}

// New reads the recording once, and returns the plan.
func New(ctx context.Context, f *file.File, o Options) (*Plan, error) {
	p := &Plan{options: o, moments: map[int]Moment{}, counted: map[int]bool{}}
	s := scan{Plan: p, file: f, last: map[passKey]Moment{}, begun: map[countKey]bool{}}
	for c, err := range f.Calls(0, f.Len()) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		s.add(c)
	}
	for _, m := range s.last {
		p.moments[m.Call] = m
	}
	return p, nil
}

// Len returns the number of moments.
func (p *Plan) Len() int { return len(p.moments) }

// scan finds the moments.
type scan struct {
	*Plan
	file    *file.File
	numbers file.Numbering
	last    map[passKey]Moment // the last draw of each pass
	begun   map[countKey]bool
}

type passKey struct{ frame, pass int }

func (s *scan) add(c *file.Call) {
	work, isWork := s.numbers.Add(s.file, c)
	switch o := s.options; {
	case isWork && c.Function.IsDraw():
		s.draw(c, work)
	case o.Every != Frame || c.Synthetic() || !c.Function.IsSwap() || !o.Frames(c.Frame) || !o.Calls(c.Index):
	case !o.counts() || s.begun[countKey{c.Frame, -1, c.Context}]:
		s.moments[c.Index] = Moment{c.Frame, -1, -1, c.Index}
	}
}

func (s *scan) draw(c *file.Call, w file.Work) {
	m := Moment{w.Frame, w.Pass, w.Draw, w.Call}
	s.count(c, w)
	o := s.options
	switch {
	case o.Every == Frame || !o.Frames(m.Frame) || !o.Draws(m.Draw) || !o.Calls(m.Call):
	case o.Every == Pass:
		s.last[passKey{m.Frame, m.Pass}] = m
	default:
		s.moments[m.Call] = m
	}
}

// counts reports whether draws are counted.
func (o *Options) counts() bool { return o.What == Overdraw || o.What == Wireframe }

// count adds a draw that is counted, if an image follows. An image of a frame has the draws to the default framebuffer.
func (s *scan) count(c *file.Call, w file.Work) {
	o := &s.options
	if !o.counts() || !o.Frames(w.Frame) || o.Every == Frame && w.Framebuffer != 0 {
		return
	}
	key := countKey{w.Frame, -1, c.Context}
	switch o.Every {
	case Pass:
		key.pass = w.Pass
	case Draw:
		s.counted[c.Index] = true
		return
	}
	s.counted[c.Index] = !s.begun[key]
	s.begun[key] = true
}

// countKey identifies the draws whose counts are added.
type countKey struct {
	frame, pass int
	context     uint32
}

// maxColors is the number of color attachments that are read. Drivers have 4 to 8.
const maxColors = 8

// attachments returns what is read at a moment. The default framebuffer has one color buffer.
func (p *Plan) attachments() (list []replay.Attachment) {
	switch {
	case p.options.counts():
		return []replay.Attachment{0}
	case p.options.What == Depth:
		return []replay.Attachment{replay.Depth}
	case p.options.What == Stencil:
		return []replay.Attachment{replay.Stencil}
	case p.options.Every == Frame:
		return []replay.Attachment{replay.Color}
	}
	for i := range replay.Attachment(maxColors) {
		list = append(list, replay.Color+i)
	}
	return list
}

// Requests returns what the player reads around a call.
func (p *Plan) Requests(c *file.Call) (out replay.Around) {
	if first, counted := p.counted[c.Index]; counted {
		count := replay.Fragments
		if p.options.What == Wireframe {
			count = replay.Lines
		}
		out.Again = []replay.Again{replay.Counted(count, first)}
	}
	m, found := p.moments[c.Index]
	if !found {
		return out
	}
	target := replay.DrawFramebuffer
	if p.options.Every == Frame {
		target = replay.DefaultFramebuffer
	}
	var list []replay.Request
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, a := range p.attachments() {
		id := uint64(len(p.reads))
		if a == 0 {
			list = append(list, replay.Counts(id))
		} else {
			list = append(list, replay.Read(id, target, a))
		}
		p.reads = append(p.reads, read{m, a})
	}
	if p.options.Every == Frame {
		out.Before = list
	} else {
		out.After = list
	}
	return out
}
