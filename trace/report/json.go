package report

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// header is the first line of the JSON export. Lines of frames and of calls follow.
type header struct {
	Schema   int           `json:"schema" schema:"2"`
	Line     string        `json:"line"` // "header"
	Process  string        `json:"process"`
	PID      uint32        `json:"pid"`
	Arch     string        `json:"arch"`
	Start    uint64        `json:"start"`    // start of the recording in ns of CLOCK_REALTIME; times of calls count from here
	Boottime int64         `json:"boottime"` // the same in ns of CLOCK_BOOTTIME
	Options  optionsLine   `json:"options"`
	Calls    int           `json:"calls"`   // in the recording
	Dropped  uint64        `json:"dropped"` // calls that are missing
	Ended    string        `json:"ended"`   // reason; empty for a truncated recording
	Threads  []threadLine  `json:"threads"`
	Contexts []contextLine `json:"contexts"`
}

// optionsLine has the options of the recording.
type optionsLine struct {
	Untimed     bool `json:"untimed"`
	Block       bool `json:"block"`
	FrameImages bool `json:"frame_images"`
	DrawImages  bool `json:"draw_images"`
	NoTextures  bool `json:"no_textures"`
	NoBuffers   bool `json:"no_buffers"`
	NoArrays    bool `json:"no_arrays"`
	Errors      bool `json:"errors"`
	NoBinaries  bool `json:"no_binaries"`
	GPUTime     bool `json:"gpu_time"`
}

type threadLine struct {
	Number uint32 `json:"number"`
	TID    uint32 `json:"tid"`
	Name   string `json:"name"`
	Calls  int    `json:"calls"`
}

type contextLine struct {
	Number uint32 `json:"number"`
	Handle string `json:"handle"` // as a string: JSON readers may not support 64-bit numbers
	Major  int    `json:"major"`
	Minor  int    `json:"minor"`
	Share  uint32 `json:"share"` // number of the share group
	Calls  int    `json:"calls"`
}

// frameLine is a frame in the JSON export.
type frameLine struct {
	Line     string `json:"line"` // "frame"
	Frame    int    `json:"frame"`
	First    int    `json:"first"`    // index of the first call
	Last     int    `json:"last"`     // index of the swap
	Thread   uint32 `json:"thread"`   // number of the thread
	Context  uint32 `json:"context"`  // number of the context
	Start    int64  `json:"start"`    // ns since recording began
	Duration int64  `json:"duration"` // ns
	Draws    int    `json:"draws"`
}

// callLine is a call in the JSON export: a Line with values and data.
type callLine struct {
	Type string `json:"line"` // "call"
	Line
	Args   []valueLine `json:"args"`
	Result *valueLine  `json:"result,omitempty"`
}

// jsonLines writes the lines of a JSON export.
type jsonLines struct {
	*Export
	out   *bufio.Writer
	enc   *json.Encoder
	words *calltext.Formatter
}

func newJSONLines(w io.Writer, x *Export) *jsonLines {
	j := &jsonLines{Export: x, out: bufio.NewWriterSize(w, 64<<10), words: x.words()}
	j.enc = json.NewEncoder(j.out)
	j.enc.SetEscapeHTML(false)
	return j
}

// writeJSON writes a header, then the frames, then the calls.
func writeJSON(ctx context.Context, w io.Writer, x *Export) error {
	j := newJSONLines(w, x)
	if err := j.about(); err != nil {
		return err
	}
	if err := x.each(ctx, j.words, j.call); err != nil {
		return err
	}
	return j.out.Flush()
}

// about writes the header and the frames.
func (j *jsonLines) about() error {
	if err := j.enc.Encode(headerOf(j.File)); err != nil {
		return err
	}
	return j.frames(func(n int, one file.Frame) error {
		return j.enc.Encode(frameLine{"frame", n, one.First, one.Last, one.Thread, one.Context, int64(one.Start), int64(one.Duration), one.Draws})
	})
}

func headerOf(f *file.File) header {
	hello := f.Hello()
	h := header{Schema: 2, Line: "header", Process: hello.GetProcess(), PID: hello.GetPid(), Arch: hello.GetArch(),
		Start: hello.GetClock().GetRealtimeNs(), Boottime: int64(f.Boottime(0)), Calls: f.Len(), Dropped: f.Totals().Dropped, Ended: f.End().GetReason(),
		Options: optionsOf(f.Options()), Threads: []threadLine{}, Contexts: []contextLine{}}
	for _, t := range f.Threads() {
		h.Threads = append(h.Threads, threadLine{t.Number, t.Tid, t.Name, t.Calls})
	}
	for _, c := range f.Contexts() {
		h.Contexts = append(h.Contexts, contextLine{c.Number, fmt.Sprintf("0x%x", c.Handle), c.Major, c.Minor, c.Share, c.Calls})
	}
	return h
}

func optionsOf(o *tracepb.Options) optionsLine {
	return optionsLine{Untimed: o.GetUntimed(), Block: o.GetBlock(), FrameImages: o.GetFrameImages(), DrawImages: o.GetDrawImages(),
		NoTextures: o.GetNoTextures(), NoBuffers: o.GetNoBuffers(), NoArrays: o.GetNoArrays(), Errors: o.GetErrors(),
		NoBinaries: o.GetNoBinaries(), GPUTime: o.GetGpuTime()}
}

// call writes a call.
func (j *jsonLines) call(c *file.CallWithError) error {
	l := callLine{Type: "call", Line: LineOf(j.words, c), Args: make([]valueLine, len(c.Args))}
	for i, a := range l.Line.Args {
		v, err := j.value(a, &c.Function.Params[i], c.Args[i])
		if err != nil {
			return err
		}
		l.Args[i] = v
	}
	if l.Line.Result != nil {
		v, err := j.value(*l.Line.Result, c.Function.Result, c.Result)
		if err != nil {
			return err
		}
		l.Result = &v
	}
	return j.enc.Encode(l)
}
