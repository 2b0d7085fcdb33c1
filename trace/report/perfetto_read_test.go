package report

import (
	"fmt"
	"math"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/gleslayergen/gleslayergen/trace/format"
)

// fields has the fields of a message by number.
type fields struct {
	numbers map[protowire.Number][]uint64
	bytes   map[protowire.Number][][]byte
}

func parse(t *testing.T, b []byte) fields {
	t.Helper()
	f := fields{map[protowire.Number][]uint64{}, map[protowire.Number][][]byte{}}
	for field, err := range format.Fields(b) {
		switch {
		case err != nil:
			t.Fatal(err)
		case field.Type == protowire.VarintType:
			f.numbers[field.Number] = append(f.numbers[field.Number], field.Uint())
		case field.Type == protowire.BytesType:
			f.bytes[field.Number] = append(f.bytes[field.Number], field.Content)
		default:
			t.Fatalf("field %d has wire type %d", field.Number, field.Type)
		}
	}
	return f
}

func (f fields) number(n protowire.Number) uint64 {
	if len(f.numbers[n]) == 0 {
		return 0
	}
	return f.numbers[n][0]
}

func (f fields) text(n protowire.Number) string {
	if len(f.bytes[n]) == 0 {
		return ""
	}
	return string(f.bytes[n][0])
}

// seen is a decoded Perfetto trace.
type seen struct {
	tracks    map[uint64]fields
	sequences map[uint64]*reading
	open      map[uint64][]string // slices by track
	now       map[uint64]uint64
	paths     map[string]int // slices with the names of their enclosing slices
	counters  map[uint64][]uint64
	lengths   map[string]uint64 // of the last slice with a path
	notes     []string          // as name=text
	instants  int
	first     uint64 // time of an event
}

// reading is the state of a sequence.
type reading struct {
	track, now uint64
	texts      map[protowire.Number]map[uint64]string
}

// readPerfetto decodes a trace as a reader does, and fails the test if it is invalid.
func readPerfetto(t *testing.T, data []byte) *seen {
	t.Helper()
	s := &seen{tracks: map[uint64]fields{}, sequences: map[uint64]*reading{}, open: map[uint64][]string{}, now: map[uint64]uint64{}, paths: map[string]int{},
		counters: map[uint64][]uint64{}, lengths: map[string]uint64{}, first: math.MaxUint64}
	for i, b := range parse(t, data).bytes[tracePacket] {
		p := parse(t, b)
		r := s.sequences[p.number(packetSequence)]
		if (r == nil) != (p.number(packetFlags)&flagCleared != 0) {
			t.Fatalf("packet %d: sequence %d, flags %d", i, p.number(packetSequence), p.number(packetFlags))
		}
		if r == nil {
			r = &reading{texts: map[protowire.Number]map[uint64]string{}}
			s.sequences[p.number(packetSequence)] = r
		}
		for _, one := range p.bytes[packetTrack] {
			d := parse(t, one)
			s.tracks[d.number(trackID)] = d
		}
		r.defaults(t, p)
		for _, interned := range p.bytes[packetInterned] {
			r.intern(t, parse(t, interned))
		}
		for _, e := range p.bytes[packetEvent] {
			at := p.number(packetTimestamp)
			if r.track != 0 {
				r.now += at
				at = r.now
			}
			s.event(t, r, at, parse(t, e))
		}
	}
	for track, open := range s.open {
		if len(open) > 0 {
			t.Errorf("track %d ends with %v", track, open)
		}
	}
	return s
}

// defaults reads the track and the clock of a sequence.
func (r *reading) defaults(t *testing.T, p fields) {
	for _, d := range p.bytes[packetDefaults] {
		defaults := parse(t, d)
		r.track = parse(t, defaults.bytes[defaultsEvent][0]).number(eventTrack)
		clocks := parse(t, p.bytes[packetSnapshot][0]).bytes[snapshotClocks]
		boot, own := parse(t, clocks[0]), parse(t, clocks[1])
		if boot.number(clockID) != clockBoottime || own.number(clockID) != defaults.number(packetClock) || own.number(clockIncremental) != 1 {
			t.Fatalf("clocks %+v %+v", boot, own)
		}
		r.now = own.number(clockTime)
	}
}

func (r *reading) intern(t *testing.T, data fields) {
	for table, entries := range data.bytes {
		if r.texts[table] == nil {
			r.texts[table] = map[uint64]string{}
		}
		for _, one := range entries {
			e := parse(t, one)
			r.texts[table][e.number(internedID)] = e.text(internedText)
		}
	}
}

// text returns a text that is interned or not.
func (r *reading) text(f fields, table, id, plain protowire.Number) string {
	if n := f.number(id); n != 0 {
		return r.texts[table][n]
	}
	return f.text(plain)
}

func (s *seen) event(t *testing.T, r *reading, at uint64, e fields) {
	t.Helper()
	track := r.track
	if track == 0 {
		track = e.number(eventTrack)
	}
	if _, ok := s.tracks[track]; !ok {
		t.Fatalf("no track %d", track)
	}
	if eventKind(e.number(eventType)) != counter && at < s.now[track] {
		t.Fatalf("track %d: %d after %d", track, at, s.now[track])
	}
	s.now[track] = at
	s.first = min(s.first, at)
	switch eventKind(e.number(eventType)) {
	case sliceBegin:
		name := r.text(e, internedNames, eventNameID, eventName)
		if name == "" || r.texts[internedCategories][e.number(eventCategoryID)] == "" {
			t.Fatal("a slice without a name or category")
		}
		for _, one := range e.bytes[eventNotes] {
			n := parse(t, one)
			s.notes = append(s.notes, r.text(n, internedNotes, noteNameID, noteName)+"="+r.text(n, internedValues, noteTextID, noteText))
		}
		s.open[track] = append(s.open[track], name)
		s.paths[fmt.Sprint(s.open[track])]++
		s.lengths[fmt.Sprint(s.open[track])] = at
	case sliceEnd:
		if len(s.open[track]) == 0 {
			t.Fatalf("track %d ends more slices than it begins", track)
		}
		path := fmt.Sprint(s.open[track])
		s.lengths[path] = at - s.lengths[path]
		s.open[track] = s.open[track][:len(s.open[track])-1]
	case counter:
		s.counters[track] = append(s.counters[track], e.number(eventCounter))
	case instant:
		s.instants++
	}
}
