package report

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/apitrace"
	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Formats maps names to export formats.
var Formats = map[string]func(context.Context, io.Writer, *file.File) error{"json": writeJSON, "csv": writeCSV, "perfetto": writePerfetto,
	"apitrace": writeAPITrace}

// each calls with for all calls in order.
func each(ctx context.Context, f *file.File, with func(*file.CallWithError) error) error {
	for c, err := range file.CallsWithErrors(f, 0, f.Len()) {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = with(&c)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// about is the part of the JSON export that describes the recording.
type about struct {
	Schema   int           `json:"schema"`
	Process  string        `json:"process"`
	PID      uint32        `json:"pid"`
	Arch     string        `json:"arch"`
	Start    uint64        `json:"start"` // ns of CLOCK_REALTIME
	Dropped  uint64        `json:"dropped"`
	Ended    string        `json:"ended"` // reason; empty for a truncated recording
	Threads  []threadLine  `json:"threads"`
	Contexts []contextLine `json:"contexts"`
	Frames   []frame       `json:"frames"`
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
	Share  uint32 `json:"share"`
	Calls  int    `json:"calls"`
}

type frame struct {
	First    int   `json:"first"`
	Last     int   `json:"last"`
	Start    int64 `json:"start"` // ns
	Duration int64 `json:"duration"`
	Draws    int   `json:"draws"`
}

// writeJSON writes one object with a description of the recording and its calls, each in the format of Dump.
func writeJSON(ctx context.Context, w io.Writer, f *file.File) error {
	out := bufio.NewWriterSize(w, 64<<10)
	head, err := json.Marshal(aboutOf(f))
	if err != nil {
		return err
	}
	out.Write(head[:len(head)-1])
	out.WriteString(",\"calls\":[\n")
	in, comma := calltext.NewFormatter(f.Payload), ""
	err = each(ctx, f, func(c *file.CallWithError) error {
		line, err := json.Marshal(LineOf(in, c))
		if err != nil {
			return err
		}
		out.WriteString(comma)
		comma = ",\n"
		_, err = out.Write(line) // write what precedes the error, too
		return err
	})
	if err != nil {
		return err
	}
	out.WriteString("\n]}\n")
	return out.Flush()
}

func aboutOf(f *file.File) about {
	h := f.Hello()
	a := about{Schema: 1, Process: h.GetProcess(), PID: h.GetPid(), Arch: h.GetArch(), Start: h.GetClock().GetRealtimeNs(), Dropped: f.Totals().Dropped,
		Ended: f.End().GetReason(), Threads: []threadLine{}, Contexts: []contextLine{}, Frames: []frame{}}
	for _, t := range f.Threads() {
		a.Threads = append(a.Threads, threadLine{t.Number, t.Tid, t.Name, t.Calls})
	}
	for _, c := range f.Contexts() {
		a.Contexts = append(a.Contexts, contextLine{c.Number, fmt.Sprintf("0x%x", c.Handle), c.Major, c.Minor, c.Share, c.Calls})
	}
	for _, one := range f.Frames() {
		a.Frames = append(a.Frames, frame{one.First, one.Last, int64(one.Start), int64(one.Duration), one.Draws})
	}
	return a
}

// columns are the column names of the CSV export.
var columns = []string{"i", "frame", "thread", "context", "start_ns", "duration_ns", "name", "arguments", "result", "flags", "error"}

// writeCSV writes one row for each call.
func writeCSV(ctx context.Context, w io.Writer, f *file.File) error {
	out := csv.NewWriter(bufio.NewWriterSize(w, 64<<10))
	if err := out.Write(columns); err != nil {
		return err
	}
	in := calltext.NewFormatter(f.Payload)
	err := each(ctx, f, func(c *file.CallWithError) error { return out.Write(row(LineOf(in, c))) })
	if err != nil {
		return err
	}
	out.Flush()
	return out.Error()
}

func row(l Line) []string {
	var args []string
	for _, a := range l.Args {
		args = append(args, a.Name+"="+a.Text)
	}
	duration, result := "", ""
	if l.Duration != nil {
		duration = strconv.FormatInt(*l.Duration, 10)
	}
	if l.Result != nil {
		result = l.Result.Text
	}
	return []string{strconv.Itoa(l.Index), strconv.Itoa(l.Frame), strconv.FormatUint(uint64(l.Thread), 10), strconv.FormatUint(uint64(l.Context), 10),
		strconv.FormatInt(l.Start, 10), duration, l.Name, strings.Join(args, ", "), result, strings.Join(l.Flags, " "), l.Error}
}

// writeAPITrace writes a trace of apitrace.
func writeAPITrace(ctx context.Context, w io.Writer, f *file.File) error {
	e, err := apitrace.New(ctx, f)
	if err != nil {
		return err
	}
	return e.Write(ctx, w)
}
