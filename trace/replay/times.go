package replay

import (
	"slices"
	"time"
)

// FrameTime is the time of a frame in a replay.
type FrameTime struct {
	Round int           `json:"round"` // from 0
	Frame int           `json:"frame"`
	Time  time.Duration `json:"time"` // ns, from the end of the previous frame
}

// Times returns the times of the frames that were played in [from, to]; to is -1 for all.
func (r *Result) Times(from, to int) []FrameTime {
	out, before, round := []FrameTime{}, time.Duration(0), 0
	for i, end := range r.Ends {
		if i > 0 && end.Frame <= r.Ends[i-1].Frame {
			round++
		}
		if end.Frame >= from && (to < 0 || end.Frame <= to) {
			out = append(out, FrameTime{round, end.Frame, end.At - before})
		}
		before = end.At
	}
	return out
}

// Summary describes the times of frames.
type Summary struct {
	Frames  int           `json:"frames"`
	Total   time.Duration `json:"total"` // ns, as all times
	Median  time.Duration `json:"median"`
	Slowest time.Duration `json:"slowest"`
}

// Summarize returns the summary of frames.
func Summarize(frames []FrameTime) Summary {
	s := Summary{Frames: len(frames)}
	var all []time.Duration
	for _, f := range frames {
		s.Total += f.Time
		all = append(all, f.Time)
	}
	if len(all) > 0 {
		slices.Sort(all)
		s.Median, s.Slowest = all[len(all)/2], all[len(all)-1]
	}
	return s
}
