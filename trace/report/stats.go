package report

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// FunctionStats has the statistics of a function. Times are 0 if no call was timed.
type FunctionStats struct {
	Name   string        `json:"name"`
	Count  int           `json:"count"` // calls by the program
	Timed  int           `json:"timed"` // calls with a duration
	Total  time.Duration `json:"total"` // ns, as all times
	Mean   time.Duration `json:"mean"`  // over the timed calls, as are the next three
	P50    time.Duration `json:"p50"`   // accurate to 1 in 128
	P99    time.Duration `json:"p99"`
	Max    time.Duration `json:"max"`
	Errors int           `json:"errors"` // calls that generated a GL error

	Measured int           `json:"measured,omitempty"` // calls with a GPU time: draws and dispatches, if the recording has such times
	GPU      time.Duration `json:"gpu,omitempty"`      // total GPU time
}

func (s FunctionStats) measured() bool { return s.Measured > 0 }

// Stats has the statistics of a range of calls.
type Stats struct {
	Calls     int             `json:"calls"`     // made by the program
	Recorder  int             `json:"recorder"`  // calls that the recorder added; they do not count in the other numbers
	Timed     int             `json:"timed"`     // calls with a duration
	Total     time.Duration   `json:"total"`     // time in the driver, over all threads; a nested call also counts in its enclosing call
	Errors    int             `json:"errors"`    // calls that generated a GL error
	Functions []FunctionStats `json:"functions"` // by total time, descending
}

// statsCounter counts the calls of a function.
type statsCounter struct {
	FunctionStats
	histogram histogram
}

// ComputeStats returns the statistics of the program's calls in [from, to).
func ComputeStats(ctx context.Context, f *file.File, from, to int) (*Stats, error) {
	return count(ctx, f, from, to, nil)
}

// ComputeFrameStats returns the statistics of the calls of frames first to last, inclusive. Interleaved calls
// of other threads do not count.
func ComputeFrameStats(ctx context.Context, f *file.File, first, last int) (*Stats, error) {
	from, to := FrameSpan(f, first, last)
	return count(ctx, f, from, to, func(frame int) bool { return first <= frame && frame <= last })
}

// FrameSpan returns the range [from, to) of the calls of frames first to last, inclusive.
func FrameSpan(f *file.File, first, last int) (from, to int) {
	from = f.Len()
	for _, one := range f.Frames()[first : last+1] {
		from, to = min(from, one.First), max(to, one.Last+1)
	}
	return from, to
}

// count counts the calls in [from, to) that the function "wanted" selects by frame; nil selects all.
func count(ctx context.Context, f *file.File, from, to int, wanted func(frame int) bool) (*Stats, error) {
	t := statsTable{}
	err := t.count(ctx, f, from, to, wanted)
	if err != nil {
		return nil, err
	}
	counters := t.byName()
	if err := addGPUTimes(f, counters, from, to, wanted); err != nil {
		return nil, err
	}
	out := report(counters)
	out.Recorder = t.recorder
	return out, nil
}

// statsTable counts calls by function.
type statsTable struct {
	counters []*statsCounter // by function ID; nil for one without calls
	recorder int
}

// count reads columns, unless the recording has reports of errors, which belong to earlier calls.
func (t *statsTable) count(ctx context.Context, f *file.File, from, to int, wanted func(frame int) bool) error {
	if file.ReportsErrors(f) {
		for c, err := range file.CallsWithErrors(f, from, to) {
			if err = cmp.Or(err, ctx.Err()); err != nil {
				return err
			}
			if wanted == nil || wanted(c.Frame) {
				t.add(c.Function, c.Flags, c.Duration, c.Failed() || c.ReturnsError())
			}
		}
		return nil
	}
	for s, err := range f.Spans(from, to) {
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		for i := range s.Len {
			if wanted == nil || wanted(s.Frame(i)) {
				_, took := s.Time(i)
				t.add(s.Function(i), s.Flags(i), took, s.ReturnsError(i))
			}
		}
	}
	return nil
}

func (t *statsTable) add(f *file.Function, flags tracepb.CallFlag, took time.Duration, failed bool) {
	if flags&tracepb.CallFlag_FLAG_SYNTHETIC != 0 {
		t.recorder++
		return
	}
	for len(t.counters) <= f.ID {
		t.counters = append(t.counters, nil)
	}
	c := t.counters[f.ID]
	if c == nil {
		c = &statsCounter{FunctionStats: FunctionStats{Name: f.Name}, histogram: histogram{}}
		t.counters[f.ID] = c
	}
	c.Count++
	if failed {
		c.Errors++
	}
	if took != file.Untimed {
		c.Timed++
		c.Total += took
		c.Max = max(c.Max, took)
		c.histogram[place(took)]++
	}
}

// byName joins the functions of the same name, of which a recording may define several.
func (t *statsTable) byName() map[string]*statsCounter {
	out := map[string]*statsCounter{}
	for _, c := range t.counters {
		switch {
		case c == nil:
		case out[c.Name] == nil:
			out[c.Name] = c
		default:
			out[c.Name].join(c)
		}
	}
	return out
}

func (c *statsCounter) join(other *statsCounter) {
	c.Count += other.Count
	c.Errors += other.Errors
	c.Timed += other.Timed
	c.Total += other.Total
	c.Max = max(c.Max, other.Max)
	for place, n := range other.histogram {
		c.histogram[place] += n
	}
}

func report(counters map[string]*statsCounter) *Stats {
	out := &Stats{Functions: []FunctionStats{}}
	for _, c := range counters {
		if c.Timed > 0 {
			c.Mean = c.Total / time.Duration(c.Timed)
			c.P50, c.P99 = c.percentile(50), c.percentile(99)
		}
		out.Calls += c.Count
		out.Timed += c.Timed
		out.Total += c.Total
		out.Errors += c.Errors
		out.Functions = append(out.Functions, c.FunctionStats)
	}
	slices.SortFunc(out.Functions, func(a, b FunctionStats) int {
		return cmp.Or(cmp.Compare(b.Total, a.Total), cmp.Compare(b.Count, a.Count), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// percentile returns the duration that "of" percent of the calls do not exceed.
func (c *statsCounter) percentile(of int) time.Duration {
	rank := (c.Timed*of + 99) / 100
	if rank == c.Timed {
		return c.Max
	}
	for _, place := range slices.Sorted(maps.Keys(c.histogram)) {
		if rank -= c.histogram[place]; rank <= 0 {
			return min(middle(place), c.Max)
		}
	}
	return c.Max
}
