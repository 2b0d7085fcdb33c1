// Package diff compares two recordings of the same calls, such as a recording and its replay, two runs of a program, or runs
// with two drivers.
//
// The calls of threads with the same number are paired in order. For each pair it compares the function, what the program
// passed, and what the driver answered. The table answers.tsv says how each answer is compared. Calls that the recorder added
// are skipped; their images are compared with those of the same frame or draw. Memory does not grow with the number of calls.
package diff

import (
	"context"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Mode is how strictly answers and images are compared.
type Mode string

// The modes.
const (
	Exact    Mode = "exact"    // for the same driver: all bits of answers and images
	Tolerant Mode = "tolerant" // for two drivers: without what drivers may choose; floats and images approximately
)

// Modes lists the modes.
var Modes = []Mode{Exact, Tolerant}

// Options select what is compared. The zero value compares everything exactly.
type Options struct {
	Mode          Mode                  // "" means Exact
	OtherPlatform bool                  // the recordings have different EGL platforms: configurations are not compared, and B can have one display for several
	Most          int                   // maximum number of differences that the report describes; 0: 20, negative: none
	Frames        func(frame int) bool  // frames of A whose differences count, -1 for what follows the last one; nil: all calls count
	Played        func(*file.Call) bool // whether B has a call of A; nil: it has all
	Placeholders  bool                  // B is a replay, which passes memory with zeros instead of null pointers with which drivers crash
	AllImages     bool                  // an image of A that B lacks is a difference
	OnImage       func(*ImagePair) error
}

// mergedClass returns the class of objects of which B can have one for several of A.
func (o *Options) mergedClass() string {
	if o.OtherPlatform {
		return "EGLDisplay"
	}
	return ""
}

// mostDescribed is the default of Options.Most.
const mostDescribed = 20

// Compare compares recording b with recording a. It fails if a recording cannot be read, if ctx is done, or with the error of
// OnImage.
func Compare(ctx context.Context, a, b *file.File, o Options) (*Report, error) {
	c := newComparison(a, b, o)
	for s, err := range a.Spans(0, a.Len()) {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = c.span(ctx, s)
		}
		if err != nil {
			return nil, err
		}
	}
	if err := c.finish(ctx); err != nil {
		return nil, err
	}
	return &c.report, nil
}
