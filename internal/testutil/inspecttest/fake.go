// Package inspecttest has an inspector without a player, for tests of the viewer.
package inspecttest

import (
	"context"
	"encoding/binary"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/images"
	"github.com/gleslayergen/gleslayergen/trace/inspect"
	"github.com/gleslayergen/gleslayergen/trace/replay"
	"github.com/gleslayergen/gleslayergen/trace/timing"
)

// Fake answers with values that depend on the question. Its images have Width x Height pixels: color0 has red from the left to the
// right, green from the bottom to the top and the number of the call as blue; color1 has floats from 0 to 2; depth is 0.5 at the bottom
// and 1 at the top; stencil and overdraw count from the left. There are no other attachments.
type Fake struct {
	Width, Height int
	Vertexes      int             // number of vertices of an instance that Vertices returns
	Draws         []int           // calls that Times measures
	Error         error           // of all answers; nil for none
	Wait          <-chan struct{} // if it is not nil, answers wait until it is closed

	mu       sync.Mutex
	asked    int
	canceled int
}

// Counts returns how many questions there were, and how many of them were canceled.
func (f *Fake) Counts() (asked, canceled int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.asked, f.canceled
}

// begin waits as long as the fake has to.
func (f *Fake) begin(ctx context.Context) error {
	f.mu.Lock()
	f.asked++
	f.mu.Unlock()
	if f.Wait != nil {
		select {
		case <-f.Wait:
		case <-ctx.Done():
			f.mu.Lock()
			defer f.mu.Unlock()
			f.canceled++
			return ctx.Err()
		}
	}
	return f.Error
}

// Formats and types of pixels.
const (
	rgba           = 0x1908
	red            = 0x1903
	depthComponent = 0x1902
	stencilIndex   = 0x1901
	typeUbyte      = 0x1401
	typeFloat      = 0x1406
)

// image returns an image whose pixels have the bytes that at returns.
func (f *Fake) image(name string, format, kind uint32, at func(x, y int) []byte) (*images.Image, error) {
	r := &replay.Reading{Width: f.Width, Height: f.Height, Format: format, Type: kind}
	for y := range f.Height {
		for x := range f.Width {
			r.Data = append(r.Data, at(x, y)...)
		}
	}
	return images.Of(images.Moment{}, name, r)
}

func floats(values ...float64) (out []byte) {
	for _, v := range values {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(float32(v)))
	}
	return out
}

// Attachment returns one of the images.
func (f *Fake) Attachment(ctx context.Context, call int, a replay.Attachment) (*images.Image, error) {
	if err := f.begin(ctx); err != nil {
		return nil, err
	}
	part := func(n, of int) float64 { return float64(n) / float64(max(1, of-1)) }
	switch a {
	case replay.Color:
		return f.image("color0", rgba, typeUbyte, func(x, y int) []byte {
			return []byte{byte(255 * part(x, f.Width)), byte(255 * part(y, f.Height)), byte(call), 255}
		})
	case replay.Color + 1:
		return f.image("color1", rgba, typeFloat, func(x, _ int) []byte { return floats(2*part(x, f.Width), 0, 0, 1) })
	case replay.Depth:
		return f.image("depth", depthComponent, typeFloat, func(_, y int) []byte { return floats(0.5 + part(y, f.Height)/2) })
	case replay.Stencil:
		return f.image("stencil", stencilIndex, typeUbyte, func(x, _ int) []byte { return []byte{byte(x)} })
	}
	return nil, nil
}

// Texture returns the image color0 for each level and layer 0; other layers do not exist.
func (f *Fake) Texture(ctx context.Context, call int, _, _ uint32, _, layer int) (*images.Image, error) {
	if layer > 0 {
		return nil, f.begin(ctx)
	}
	return f.Attachment(ctx, call, replay.Color)
}

// Overdraw returns the image overdraw.
func (f *Fake) Overdraw(ctx context.Context, _ int) (*images.Image, error) {
	if err := f.begin(ctx); err != nil {
		return nil, err
	}
	return f.image("overdraw", red, typeUbyte, func(x, _ int) []byte { return []byte{byte(8 * x / f.Width)} })
}

// History returns two draws, of which the first is the call and the second failed the depth test, and a call that is not known.
func (f *Fake) History(ctx context.Context, call int, _ replay.Attachment, x, y int) (*inspect.History, error) {
	if err := f.begin(ctx); err != nil {
		return nil, err
	}
	pixel := func(values ...float64) images.Pixel {
		return images.Pixel{Values: values, Max: []float64{255, 255, 255, 255}}
	}
	before, after := pixel(0, 0, 0, 255), pixel(255, 51, 0, 255)
	return &inspect.History{Attachment: "color0", X: x, Y: y, Events: []inspect.Event{
		{Call: call, Function: "glDrawArrays", Before: before, After: after, Passed: 2},
		{Call: call + 1, Function: "glDrawElements", Before: after, After: after, Reason: inspect.Depth},
		{Call: call + 2, Function: "glBlitFramebuffer", Before: after, After: after, Passed: -1, Reason: inspect.Unknown, Note: "the driver cannot read this framebuffer"},
	}}, nil
}

// Vertices returns the vertices of two instances on a circle, and a texture coordinate. The w of every fourth vertex is negative.
func (f *Fake) Vertices(ctx context.Context, _ int) (*inspect.Transformed, error) {
	if err := f.begin(ctx); err != nil {
		return nil, err
	}
	const instances = 2
	vertices := f.Vertexes
	position, place := inspect.Output{Name: "gl_Position", Type: "vec4"}, inspect.Output{Name: "vPlace", Type: "vec2"}
	for n := range vertices * instances {
		sin, cos := math.Sincos(float64(n) / 10)
		w := 2.0
		if n%4 == 3 {
			w = -1
		}
		position.Values = append(position.Values, []float64{cos, sin, float64(n / vertices), w})
		place.Values = append(place.Values, []float64{float64(n), 0.5})
	}
	return &inspect.Transformed{Vertices: vertices, Instances: instances, Outputs: []inspect.Output{position, place}, LeftOut: []string{"vFar"}}, nil
}

// Edit rejects sources with the word "wrong": its message is about line 2.
func (f *Fake) Edit(ctx context.Context, call int, _ inspect.Shader, source string) (*inspect.Edited, error) {
	if strings.Contains(source, "wrong") {
		return &inspect.Edited{Failed: true, Log: "0:2: 'wrong' : undeclared identifier", Lines: []inspect.Message{{Line: 2, Text: "'wrong' : undeclared identifier"}}}, f.begin(ctx)
	}
	image, err := f.Attachment(ctx, call, replay.Color)
	return &inspect.Edited{Image: image, Before: 4 * time.Millisecond, After: 3 * time.Millisecond}, err
}

// Times returns the times of the draws: 10 microseconds for the first one, 20 for the second one and so on.
func (f *Fake) Times(ctx context.Context, frame int) (rows []timing.Row, err error) {
	for n, call := range f.Draws {
		gpu := time.Duration(n+1) * 10 * time.Microsecond
		rows = append(rows, timing.Row{Frame: frame, Pass: n / 2, Draw: n, Call: call, Function: "glDrawArrays", Work: 1, GPU: &timing.Times{Median: gpu, Lowest: gpu / 2, Highest: 2 * gpu}})
	}
	return rows, f.begin(ctx)
}
