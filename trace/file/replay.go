package file

import (
	"cmp"
	"context"
	_ "embed"
	"path"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Reason is why a recording cannot be replayed with the same images.
type Reason struct {
	Reason    string   `json:"reason"`              // ID, in replay.tsv
	Count     uint64   `json:"count"`               // how often
	Text      string   `json:"text"`                // what is missing
	Functions []string `json:"functions,omitempty"` // functions whose data is missing
	Remedy    string   `json:"remedy"`              // what to do
}

//go:embed data/replay.tsv
var replayTable string

type replayRow struct{ reason, fact, text, remedy string }

var replayRows = table.Must("replay.tsv", replayTable, 4, table.Row(func(row []string) replayRow {
	return replayRow{row[0], row[1], row[2], row[3]}
}))

// replayFacts maps the facts of replay.tsv to the functions that count them.
var replayFacts = map[string]func(*replayScan) uint64{
	"dropped": func(s *replayScan) uint64 { return s.totals.Dropped },
	"lost":    func(s *replayScan) uint64 { return s.totals.Lost },
	"late":    func(s *replayScan) uint64 { return one(!s.f.Hello().GetFromStart()) },
	"untimed": func(s *replayScan) uint64 {
		return one(s.omitted.GetUntimed() && s.f.Hello().GetSource() == "" && s.f.activeThreads() > 1)
	},
	"no_textures":  func(s *replayScan) uint64 { return one(s.omitted.GetNoTextures()) },
	"no_buffers":   func(s *replayScan) uint64 { return one(s.omitted.GetNoBuffers()) },
	"no_arrays":    func(s *replayScan) uint64 { return one(s.omitted.GetNoArrays()) },
	"no_room":      func(s *replayScan) uint64 { return s.missing[tracepb.Capture_CAPTURE_NO_ROOM].count },
	"unknown_size": func(s *replayScan) uint64 { return s.missing[tracepb.Capture_CAPTURE_UNKNOWN].count },
	"unread":       func(s *replayScan) uint64 { return s.unread },
	"lost_data":    func(s *replayScan) uint64 { return s.missing[tracepb.Capture_CAPTURE_LOST].count },
	"damaged":      (*replayScan).unknownDamage,
	"images":       func(s *replayScan) uint64 { return s.images },
	"desktop":      func(s *replayScan) uint64 { return s.contexts(func(c *Context) bool { return c.Desktop }) },
	"es1": func(s *replayScan) uint64 {
		return s.contexts(func(c *Context) bool { return !c.Desktop && c.Major == 1 })
	},
}

// factCaptures are the facts about data that is missing.
var factCaptures = map[string]tracepb.Capture{"no_room": tracepb.Capture_CAPTURE_NO_ROOM, "unknown_size": tracepb.Capture_CAPTURE_UNKNOWN, "lost_data": tracepb.Capture_CAPTURE_LOST}

// activeThreads returns the number of threads that made calls.
func (f *File) activeThreads() (n int) {
	for _, t := range f.Threads() {
		n += int(one(t.Calls > 0))
	}
	return n
}

func one(is bool) uint64 {
	if is {
		return 1
	}
	return 0
}

// replayScan has what the facts are derived from.
type replayScan struct {
	f       *File
	totals  Totals
	omitted *tracepb.Options            // with each option that was ever on
	rows    []*replayRow                // by function ID; nil for a function without a row
	uses    map[*replayRow]uint64       // number of calls
	missing map[tracepb.Capture]missing // data, by its capture
	images  uint64
	unread  uint64 // parameters without data in the state from before the recording
}

// missing has the parameters without data.
type missing struct {
	count     uint64
	functions []string
}

// CannotReplay returns why the recording cannot be replayed with the same images; nothing if it can. It reads only the blocks
// that can have a reason.
func (f *File) CannotReplay(ctx context.Context) ([]Reason, error) {
	s := &replayScan{f: f, totals: f.Totals(), uses: map[*replayRow]uint64{}, missing: map[tracepb.Capture]missing{}}
	s.omitted = locked(f, func(x *index) *tracepb.Options { return proto.CloneOf(x.omitted) })
	relevant := s.findRows()
	for from := 0; from < f.Len(); from += Block {
		if s.totals.Uncaptured == 0 && s.totals.Damaged == 0 && !f.MayCall(from/Block, relevant) {
			continue
		}
		for span, err := range f.Spans(from, from+Block) {
			if err = cmp.Or(err, ctx.Err()); err != nil {
				return nil, err
			}
			s.read(span)
		}
	}
	reasons := []Reason{}
	for i := range replayRows {
		if r := s.reason(&replayRows[i]); r.Count > 0 {
			reasons = append(reasons, r)
		}
	}
	return reasons, nil
}

func (s *replayScan) reason(row *replayRow) Reason {
	r := Reason{Reason: row.reason, Text: row.text, Remedy: row.remedy}
	if fact := replayFacts[row.fact]; fact != nil {
		r.Count = fact(s)
	} else {
		r.Count = s.uses[row]
	}
	if capture, ok := factCaptures[row.fact]; ok {
		r.Functions = s.missing[capture].functions
	}
	return r
}

// unknownDamage returns the number of damaged chunks, if the recording does not show what was in any of them: the last calls of a
// thread, options, or data that no call refers to.
func (s *replayScan) unknownDamage() uint64 {
	if s.totals.Lost+s.missing[tracepb.Capture_CAPTURE_LOST].count > 0 {
		return 0
	}
	return uint64(s.totals.Damaged)
}

func (s *replayScan) contexts(is func(*Context) bool) (n uint64) {
	for _, c := range s.f.Contexts() {
		n += one(is(&c))
	}
	return n
}

// usedBy returns the row that a function of the recording belongs to, or nil.
func usedBy(name string) *replayRow {
	for i := range replayRows {
		patterns, ok := strings.CutPrefix(replayRows[i].fact, "uses ")
		if !ok {
			continue
		}
		for pattern := range strings.SplitSeq(patterns, ",") {
			if match, _ := path.Match(pattern, name); match {
				return &replayRows[i]
			}
		}
	}
	return nil
}

// findRows sets rows, and returns the functions whose calls can be a reason.
func (s *replayScan) findRows() (relevant Set) {
	for _, f := range s.f.Functions() {
		row := usedBy(f.Name)
		s.rows = append(s.rows, row)
		if row != nil || createsImage(f) || f.Name == "gltrace.ImageSource" {
			relevant.Add(uint32(f.ID))
		}
	}
	return relevant
}

// read counts the facts of a span.
func (s *replayScan) read(span *Span) {
	for i := range span.Len {
		f, at := span.Function(i), span.at(i)
		s.addLost(f.Name, span.c.calls.Captures(at))
		attach := span.Flags(i)&tracepb.CallFlag_FLAG_ATTACH != 0
		if span.Flags(i)&tracepb.CallFlag_FLAG_SNAPSHOT != 0 || attach && s.f.Hello().GetFromStart() {
			continue // earlier calls set this state
		}
		if f.ID < len(s.rows) && s.rows[f.ID] != nil {
			s.uses[s.rows[f.ID]]++
		}
		if createsImage(f) && isForeign(span.c.calls.Cells(at)) {
			s.images++
		}
		if f.Name == "gltrace.ImageSource" && hasCaptured(span.c.calls.Captures(at)) && s.images > 0 {
			s.images-- // that the previous call created
		}
		for _, capture := range span.c.calls.Captures(at) {
			switch {
			case !isInput(f, int(capture.Param)) || !isUncaptured(capture.Kind):
			case attach:
				s.unread++
			default:
				s.addMissing(f.Name, capture.Kind)
			}
		}
	}
}

// isInput reports whether a replay needs the data of a parameter: what the program passed, and the names of new objects. Images
// have a reason of their own.
func isInput(f *Function, param int) bool {
	return f.Name != "gltrace.ImageSource" && param < len(f.Params) && (!f.Params[param].Out || strings.HasPrefix(f.Name, "glGen"))
}

// isUncaptured reports whether the recorder could not capture data that it should have.
func isUncaptured(kind tracepb.Capture) bool {
	return kind == tracepb.Capture_CAPTURE_NO_ROOM || kind == tracepb.Capture_CAPTURE_UNKNOWN
}

// IsLacking reports whether data that should be in the recording is missing.
func (d *Data) IsLacking() bool {
	return isUncaptured(d.Capture) || d.Capture == tracepb.Capture_CAPTURE_LOST
}

// addLost adds the captures whose data was in damaged chunks. The outputs are needed, too: without them, a replay is not checked.
func (s *replayScan) addLost(function string, captures []format.Capture) {
	for _, c := range captures {
		if c.Kind == tracepb.Capture_CAPTURE_LOST {
			s.addMissing(function, c.Kind)
		}
	}
}

func (s *replayScan) addMissing(function string, kind tracepb.Capture) {
	m := s.missing[kind]
	m.count++
	if i, found := slices.BinarySearch(m.functions, function); !found {
		m.functions = slices.Insert(m.functions, i, function)
	}
	s.missing[kind] = m
}

func createsImage(f *Function) bool {
	return f.Name == "eglCreateImage" || f.Name == "eglCreateImageKHR"
}

// isForeign reports whether a call of eglCreateImage, of which these are the arguments and the result, created an image from a
// source other than an object of OpenGL ES: a texture or a renderbuffer.
func isForeign(cells []uint64) bool {
	const texture2D, renderbuffer = 0x30B1, 0x30B9 // the targets in between are textures too
	if len(cells) != 6 || cells[5] == 0 {
		return false
	}
	target := uint32(cells[2])
	return target < texture2D || target > renderbuffer
}
