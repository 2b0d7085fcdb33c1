package diff

import (
	"cmp"
	"context"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// comparison is a comparison in progress.
type comparison struct {
	a, b        side
	o           Options
	most        int
	report      Report
	counts      map[Count]int
	described   map[Count]int // at most Most
	lanes       map[uint32]*lane
	functions   map[pairOfFunctions]*function
	last        *function // of the previous pair
	searchedFar int       // number of differences for which many calls were searched
	relations   relations
	targets     map[objectKey]uint64 // of queries
	payloads    payloads
	reads       map[uint32]uint64      // the framebuffer that glReadPixels reads from; by context of A
	sizes       map[uint64]surfaceSize // by surface of A
	images      pendingImages
	shares      map[uint32]uint32 // share group by context of A
}

// side is one of the recordings.
type side struct {
	*file.File
	text         *calltext.Formatter
	frames       []file.Frame
	draws        map[uint32]*drawList // by context; nil if no recording has images of draws
	size         int                  // of a pointer, in bytes
	surfaces     map[uint32][]int     // calls of gltrace.Surface, by thread
	surfaceCount int
}

func newSide(f *file.File, draws bool) side {
	s := side{File: f, text: calltext.NewFormatter(f.Payload), frames: f.Frames(), size: 8, surfaces: map[uint32][]int{}}
	if f.Hello().GetPointerBits() == 32 {
		s.size = 4
	}
	if draws {
		s.draws = map[uint32]*drawList{}
	}
	return s
}

func newComparison(a, b *file.File, o Options) *comparison {
	o.Mode = cmp.Or(o.Mode, Exact)
	draws := defines(a, drawImage) || defines(b, drawImage)
	c := &comparison{a: newSide(a, draws), b: newSide(b, draws), o: o, most: cmp.Or(o.Most, mostDescribed), counts: map[Count]int{}, described: map[Count]int{}, lanes: map[uint32]*lane{},
		functions: map[pairOfFunctions]*function{}, relations: relations{all: map[relationKey]*relation{}, merged: o.mergedClass()}, targets: map[objectKey]uint64{}, reads: map[uint32]uint64{}, sizes: map[uint64]surfaceSize{},
		images: pendingImages{}, shares: map[uint32]uint32{}}
	for _, context := range a.Contexts() {
		c.shares[context.Number] = context.Share
	}
	c.report = Report{Mode: o.Mode, Differences: []Difference{}, Counts: []Count{}, Frames: []Frame{}, GPU: []GPU{}, Passes: []Pass{}, Surfaces: []Surface{}}
	c.report.ErrorsCompared = recordsErrors(a) && recordsErrors(b)
	c.report.Images.describe(o.Mode)
	return c
}

// defines reports whether a recording has calls of a function.
func defines(f *file.File, name string) bool {
	return slices.ContainsFunc(f.Functions(), func(fn *file.Function) bool { return fn.Name == name })
}

// recordsErrors reports whether a recording has GL errors.
func recordsErrors(f *file.File) bool { return f.Options().GetErrors() || file.ReportsErrors(f) }

// counted reports whether differences of a frame of A count.
func (c *comparison) counted(frame int) bool { return c.o.Frames == nil || c.o.Frames(frame) }

// finish compares what follows the last call of A, and completes the report.
func (c *comparison) finish(ctx context.Context) error {
	for _, l := range c.sortedLanes() {
		if err := c.end(ctx, l); err != nil {
			return err
		}
	}
	if err := c.otherThreads(ctx); err != nil {
		return err
	}
	c.missingDrawImages()
	c.compareSurfaces()
	if err := c.addGPUTimes(ctx); err != nil {
		return err
	}
	r := &c.report
	for count, n := range c.counts {
		count.Count = n
		r.Counts = append(r.Counts, count)
	}
	slices.SortFunc(r.Counts, func(x, y Count) int {
		return cmp.Or(cmp.Compare(y.Count, x.Count), cmp.Compare(x.Function, y.Function), cmp.Compare(x.Parameter, y.Parameter), cmp.Compare(x.Kind, y.Kind))
	})
	slices.SortFunc(r.Frames, func(x, y Frame) int { return cmp.Compare(x.A, y.A) })
	r.Equal = r.Missing == 0 && r.Additional == 0 && r.Total() == 0
	return nil
}

func (c *comparison) sortedLanes() []*lane {
	all := make([]*lane, 0, len(c.lanes))
	for _, l := range c.lanes {
		all = append(all, l)
	}
	slices.SortFunc(all, func(x, y *lane) int { return cmp.Compare(x.thread, y.thread) })
	return all
}
