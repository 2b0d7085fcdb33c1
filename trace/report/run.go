package report

import (
	"cmp"
	"context"
	"encoding/binary"
	"image"
	"slices"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/state"
)

// Run describes a recording by what can be compared between drivers: the driver, the errors, the frames.
type Run struct {
	Name       string             `json:"name"`
	File       string             `json:"file"`
	Vendor     string             `json:"vendor"` // of the first context with OpenGL ES 2.0 or newer, as are the next four
	Renderer   string             `json:"renderer"`
	Version    string             `json:"version"`
	Extensions []string           `json:"extensions"` // sorted
	Limits     map[string][]int64 `json:"limits"`     // by the name of the enum
	Calls      int                `json:"calls"`
	Missing    uint64             `json:"missing"` // calls that are not in the recording
	Frames     int                `json:"frames"`
	Errors     map[string]int     `json:"errors"` // number of calls with an error, by function and error
	Times      FrameTimes         `json:"times"`

	images []int // index of the call with the image of each frame, -1 for none
	f      *file.File
}

// FrameTimes has the time between the ends of successive frames of the thread with most frames, in ns.
type FrameTimes struct {
	Median time.Duration `json:"median"`
	P95    time.Duration `json:"p95"`
	P99    time.Duration `json:"p99"`
	Max    time.Duration `json:"max"`
}

// Synthetic calls with which the recorder describes a driver, if the setting "driver" is on.
const (
	textCall  = "glGetString"
	limitCall = "glGetIntegerv"
)

// Names of the texts that glGetString returns.
const (
	glVendor     = 0x1F00
	glRenderer   = 0x1F01
	glVersion    = 0x1F02
	glExtensions = 0x1F03
)

// ReadRun reads a recording. The file must stay open while images are read.
func ReadRun(ctx context.Context, f *file.File, name, path string) (*Run, error) {
	r := &Run{Name: name, File: path, Extensions: []string{}, Limits: map[string][]int64{}, Errors: map[string]int{}, f: f}
	err := each(ctx, f, func(c *file.CallWithError) error {
		switch {
		case !c.Synthetic():
			r.Calls++
			if text := ErrorName(c); text != "" {
				r.Errors[c.Function.Name+": "+text]++
			} else if c.ReturnsError() && c.Function.Name != "glGetError" {
				r.Errors[c.Function.Name+": EGL_FALSE"]++
			}
			if c.Function.Name == textCall && len(c.Args) == 1 {
				return r.addText(c.Call)
			}
		case !c.Attach() && c.Function.Name == textCall && len(c.Args) == 1:
			return r.addText(c.Call)
		case !c.Attach() && c.Function.Name == limitCall && len(c.Args) == 2:
			return r.addLimit(c.Call)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	totals := f.Totals()
	unaccounted, _ := f.Unaccounted()
	r.Missing = totals.Dropped + totals.Lost + unaccounted
	r.addFrames(f.Frames())
	return r, nil
}

// addText reads a text of the driver. The first context counts.
func (r *Run) addText(c *file.Call) error {
	d := c.Result.Data
	if d == nil || d.Capture != tracepb.Capture_CAPTURE_DATA {
		return nil
	}
	data, err := r.f.Payload(d.Payloads)
	if err != nil {
		return err
	}
	text := strings.TrimRight(string(data), "\x00")
	switch c.Args[0].Uint() {
	case glVendor:
		r.Vendor = cmp.Or(r.Vendor, text)
	case glRenderer:
		r.Renderer = cmp.Or(r.Renderer, text)
	case glVersion:
		r.Version = cmp.Or(r.Version, text)
	case glExtensions:
		if len(r.Extensions) == 0 {
			r.Extensions = strings.Fields(text)
			slices.Sort(r.Extensions)
			r.Extensions = slices.Compact(r.Extensions)
		}
	}
	return nil
}

func (r *Run) addLimit(c *file.Call) error {
	name := calltext.Enum("GetPName", c.Args[0].Uint())
	d := c.Args[1].Data
	if _, known := r.Limits[name]; known || d == nil || d.Capture != tracepb.Capture_CAPTURE_DATA {
		return nil
	}
	data, err := r.f.Payload(d.Payloads)
	if err != nil {
		return err
	}
	values := []int64{}
	for ; len(data) >= 4; data = data[4:] {
		values = append(values, int64(int32(binary.LittleEndian.Uint32(data))))
	}
	r.Limits[name] = values
	return nil
}

// addFrames computes the times of the thread with most frames, and finds its images.
func (r *Run) addFrames(all []file.Frame) {
	byThread := map[uint32][]file.Frame{}
	for _, one := range all {
		byThread[one.Thread] = append(byThread[one.Thread], one)
	}
	var frames []file.Frame
	for _, some := range byThread {
		if len(some) > len(frames) || len(some) == len(frames) && len(some) > 0 && some[0].Thread < frames[0].Thread {
			frames = some
		}
	}
	r.Frames = len(frames)
	var times []time.Duration
	for i, one := range frames {
		r.images = append(r.images, one.Image)
		if i > 0 {
			before := frames[i-1]
			times = append(times, one.Start+one.Duration-before.Start-before.Duration)
		}
	}
	if len(times) == 0 {
		return
	}
	slices.Sort(times)
	at := func(percent int) time.Duration { return times[(len(times)-1)*percent/100] }
	r.Times = FrameTimes{at(50), at(95), at(99), times[len(times)-1]}
}

// hasImage reports whether a frame has an image.
func (r *Run) hasImage(frame int) bool { return frame < len(r.images) && r.images[frame] >= 0 }

// image returns the image of a frame that has one.
func (r *Run) image(frame int) (image.Image, error) { return state.Framebuffer(r.f, r.images[frame]) }
