package report

import "github.com/gleslayergen/gleslayergen/trace/file"

// frameSums has the sums of the calls of a frame.
type frameSums struct{ calls, bytes, errors int64 }

// counters are the tracks of counters, each with a value for each frame.
var counters = []struct {
	name  string
	unit  uint64
	value func(*file.Frame, *frameSums) int64
}{
	{"calls per frame", unitCount, func(_ *file.Frame, s *frameSums) int64 { return s.calls }},
	{"draws per frame", unitCount, func(f *file.Frame, _ *frameSums) int64 { return int64(f.Draws) }},
	{"data per frame", unitBytes, func(_ *file.Frame, s *frameSums) int64 { return s.bytes }},
	{"GL errors per frame", unitCount, func(_ *file.Frame, s *frameSums) int64 { return s.errors }},
	{"frame time", unitTime, func(f *file.Frame, _ *frameSums) int64 { return int64(max(f.Duration, 0)) }},
}

func (p *perfetto) describeCounters() {
	for i, c := range counters {
		p.track(counterTracks+uint64(i), processTrack, c.name, func(m *message) {
			var unit message
			unit.number(counterUnit, c.unit)
			m.message(trackCounter, unit)
		})
	}
}

// count adds a call to the sums of its frame, which calls of other threads may interrupt, and writes the
// counters at the last call of the frame.
func (p *perfetto) count(c *file.CallWithError) {
	if c.Frame < 0 || c.Frame >= len(p.all) {
		return
	}
	s := p.sums[c.Frame]
	if s == nil {
		s = &frameSums{}
		p.sums[c.Frame] = s
	}
	s.calls++
	s.bytes += dataBytes(c.Call)
	if c.Failed() {
		s.errors++
	}
	one := &p.all[c.Frame]
	if c.Index != one.Last {
		return
	}
	for i := range counters {
		p.event(event{kind: counter, track: counterTracks + uint64(i), at: p.clock(one.Start), count: counters[i].value(one, s)})
	}
	delete(p.sums, c.Frame)
}

// dataBytes returns the size of the data that was captured for a call.
func dataBytes(c *file.Call) (n int64) {
	for i := range c.Args {
		n += c.Args[i].CapturedSize()
	}
	return n + c.Result.CapturedSize()
}
