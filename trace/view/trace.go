package view

import (
	"fmt"
	"net/http"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// facts describes the whole recording.
type facts struct {
	Name       string      `json:"name"`
	Process    string      `json:"process"`
	PID        uint32      `json:"pid"`
	Arch       string      `json:"arch"`
	Calls      int         `json:"calls"`
	Frames     int         `json:"frames"`
	Duration   int64       `json:"duration"`
	Timed      bool        `json:"timed"`
	Live       bool        `json:"live"`
	Replay     bool        `json:"replay"` // there are answers by replay
	Waits      bool        `json:"waits"`  // the program waits if a buffer is full; otherwise calls are dropped
	Cut        int64       `json:"cut"`    // bytes at the end that are not complete chunks
	Dropped    uint64      `json:"dropped"`
	Uncaptured uint64      `json:"uncaptured"`
	Ended      string      `json:"ended"`             // reason; empty if unknown
	Missing    *uint64     `json:"missing,omitempty"` // calls at the end of a recording that was lost; nil if unknown
	Threads    []thread    `json:"threads"`
	Contexts   []glContext `json:"contexts"`
	Others     []other     `json:"others,omitempty"`
}

type thread struct {
	Number uint32 `json:"number"`
	TID    uint32 `json:"tid"`
	Name   string `json:"name"`
	Calls  int    `json:"calls"`
}

type glContext struct {
	Number uint32 `json:"number"`
	Handle string `json:"handle"` // as a string: JavaScript numbers have 53 bits
	Major  int    `json:"major"`
	Minor  int    `json:"minor"`
	Share  uint32 `json:"share"`
	Calls  int    `json:"calls"`

	Desktop bool `json:"desktop,omitempty"` // of OpenGL: layers do not see its calls
}

// other is a recording to compare with, identified by an ID: a request never names a file.
type other struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Frames int    `json:"frames"`
}

func (s *Server) trace(*http.Request) (any, error) {
	live := s.live() // read first: the other values may grow meanwhile
	hello, options, totals := s.file.Hello(), s.file.Options(), s.file.Totals()
	f := facts{Name: s.o.Name, Process: hello.GetProcess(), PID: hello.GetPid(), Arch: hello.GetArch(),
		Calls: s.file.Len(), Frames: len(s.file.Frames()), Timed: !options.GetUntimed(), Live: live, Replay: s.o.Inspector != nil, Waits: options.GetBlock(), Cut: s.file.Cut(),
		Dropped: totals.Dropped, Uncaptured: totals.Uncaptured, Ended: s.file.End().GetReason(),
		Threads: []thread{}, Contexts: []glContext{}}
	if missing, known := s.file.Unaccounted(); known && !live {
		f.Missing = &missing
	}
	for _, t := range s.file.Threads() {
		f.Threads = append(f.Threads, thread{t.Number, t.Tid, t.Name, t.Calls})
	}
	for _, c := range s.file.Contexts() {
		f.Contexts = append(f.Contexts, glContext{c.Number, fmt.Sprintf("0x%x", c.Handle), c.Major, c.Minor, c.Share, c.Calls, c.Desktop})
	}
	if s.o.Other != nil {
		f.Others = []other{{otherID, s.o.OtherName, len(s.o.Other.Frames())}}
	}
	var err error
	f.Duration, err = s.end()
	return f, err
}

// end returns when the last call began or the last frame ended, whichever is later.
func (s *Server) end() (int64, error) {
	if s.file.Len() == 0 {
		return 0, nil
	}
	last, err := s.file.Call(s.file.Len() - 1)
	if err != nil {
		return 0, err
	}
	end := last.Start + max(last.Duration, 0)
	if frames := s.file.Frames(); len(frames) > 0 {
		f := frames[len(frames)-1]
		end = max(end, f.Start+f.Duration)
	}
	return int64(max(end, time.Nanosecond)), nil
}

// frame is a frame in an answer.
type frame struct {
	N        int    `json:"n"`
	First    int    `json:"first"`
	Last     int    `json:"last"`
	Start    int64  `json:"start"`
	Duration int64  `json:"duration"`
	Thread   uint32 `json:"thread"`
	Context  uint32 `json:"context"`
	Draws    int    `json:"draws"`
	Image    bool   `json:"image"`
}

func newFrame(n int, f file.Frame) frame {
	return frame{n, f.First, f.Last, int64(f.Start), int64(f.Duration), f.Thread, f.Context, f.Draws, f.Image >= 0}
}

type framesAnswer struct {
	Total  int     `json:"total"`
	Frames []frame `json:"frames"`
}

func (s *Server) frames(r *http.Request) (any, error) {
	q := &query{values: r.URL.Query()}
	all := s.file.Frames()
	from, to := q.part(len(all), mostRows)
	if q.err != nil {
		return nil, q.err
	}
	answer := framesAnswer{len(all), make([]frame, 0, to-from)}
	for n := from; n < to; n++ {
		answer.Frames = append(answer.Frames, newFrame(n, all[n]))
	}
	return answer, nil
}
