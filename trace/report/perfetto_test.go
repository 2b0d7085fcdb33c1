package report

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
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

func TestPerfetto(t *testing.T) {
	var b bytes.Buffer
	w := tracetest.NewWriter(&b, tracetest.Options{})
	one, two := w.Named(1, "render"), w.Named(2, "load")
	for range 2 {
		one.Call("glClear", 0x4000).Call("glPushDebugGroup", "GL_DEBUG_SOURCE_APPLICATION", 0, -1, tracetest.String("sky"))
		one.Call("glPushGroupMarkerEXT", 0, tracetest.String("<script>")).Call("glDrawArrays", "GL_TRIANGLES", 0, 3).Call("glPopGroupMarkerEXT")
		one.Call("glFlush").Call("glPopDebugGroup").Call("glPopDebugGroup")
		two.Around("eglCreateContext", func() { two.Call("eglGetError", tracetest.Returns(0x3000)) }, 1, 2, 3, tracetest.Null(), tracetest.Returns(9))
		one.Took(time.Millisecond).Call("eglSwapBuffers", 1, 2, tracetest.Returns(1))
	}
	one.Call("glPushDebugGroup", "GL_DEBUG_SOURCE_APPLICATION", 0, -1, tracetest.String("open at the end")).Call("glFinish")
	w.Close()
	s := readPerfetto(t, exported(t, "perfetto", open(t, b.Bytes())))
	for path, want := range map[string]int{
		"[glClear]": 2, "[sky glPushDebugGroup]": 2, "[sky]": 2, "[sky <script>]": 2, "[sky <script> glDrawArrays]": 2, "[sky <script> glPopGroupMarkerEXT]": 2,
		"[sky glFlush]": 2, "[sky glPopDebugGroup]": 2, "[glPopDebugGroup]": 2, "[eglCreateContext eglGetError]": 2, "[eglSwapBuffers]": 2,
		"[frame 0]": 1, "[frame 1]": 1, "[open at the end glFinish]": 1,
	} {
		if s.paths[path] != want {
			t.Errorf("%s: %d, expected %d", path, s.paths[path], want)
		}
	}
	for i, want := range [][]uint64{{9, 9}, {1, 1}, {13, 13}, {0, 0}} { // calls, draws, bytes of the texts, errors
		if !slices.Equal(s.counters[counterTracks+uint64(i)], want) {
			t.Errorf("counter %d: %v", i, s.counters)
		}
	}
	if !slices.Contains(s.notes, "call=glDrawArrays(mode=GL_TRIANGLES, first=0, count=3)") {
		t.Errorf("%q", s.notes)
	}
	if begin := tracetest.Epoch.BoottimeNs; s.first < begin || s.first > begin+uint64(time.Second) {
		t.Errorf("the export begins at %d of CLOCK_BOOTTIME, want %d", s.first, begin)
	}
	thread := parse(t, s.tracks[threadTracks+1].bytes[trackThread][0])
	process := parse(t, s.tracks[processTrack].bytes[trackProcess][0])
	if thread.text(threadName) != "render" || thread.number(threadPID) != 4711 || thread.number(threadTID) != 4711 || process.text(processName) != "tracetest" {
		t.Errorf("%+v %+v", thread, process)
	}
}

// TestPerfettoSleep checks that times after a suspend of the machine match those of a system trace.
func TestPerfettoSleep(t *testing.T) {
	var b bytes.Buffer
	w := tracetest.NewWriter(&b, tracetest.Options{})
	one := w.Thread(1)
	for n := range 2 {
		w.At(time.Duration(n) * time.Second)
		one.Call("glClear", 0x4000).Call("eglSwapBuffers", 1, 2, tracetest.Returns(1)).Flush()
	}
	ns := uint64(time.Second)
	w.Chunk(tracepb.ChunkType_CHUNK_CLOCK, 0, &tracepb.Clock{Ticks: tracetest.Epoch.Ticks + ns, MonotonicNs: tracetest.Epoch.MonotonicNs + ns, BoottimeNs: tracetest.Epoch.BoottimeNs + 9*ns})
	w.Close()
	s := readPerfetto(t, exported(t, "perfetto", open(t, b.Bytes())))
	last := s.now[threadTracks+1]
	if begin := tracetest.Epoch.BoottimeNs; s.first >= begin+ns || last < begin+9*ns || last >= begin+10*ns {
		t.Errorf("from %d to %d, where recording began at %d", s.first, last, begin)
	}
}

// TestPerfettoAll checks that recordings of all kinds are exported completely.
func TestPerfettoAll(t *testing.T) {
	for _, o := range []tracetest.Options{{}, {Untimed: true}} {
		f := open(t, tracetest.SampleWith(20, o))
		s := readPerfetto(t, exported(t, "perfetto", f))
		slices := 0
		for _, n := range s.paths {
			slices += n
		}
		if slices+s.instants < f.Len() {
			t.Errorf("%+v: %d slices and %d moments of %d calls", o, slices, s.instants, f.Len())
		}
		if (s.instants > 0) != o.Untimed {
			t.Errorf("%+v: %d moments", o, s.instants)
		}
	}
}

// TestPerfettoBytes checks the field numbers: the other tests decode with the constants of this package.
func TestPerfettoBytes(t *testing.T) {
	var b bytes.Buffer
	w := tracetest.NewWriter(&b, tracetest.Options{})
	w.Named(1, "render").Call("glClear", 0x4000).Took(time.Millisecond).Call("eglSwapBuffers", 1, 2, tracetest.Returns(1))
	w.Close()
	got := exported(t, "perfetto", open(t, b.Bytes()))
	golden, err := os.ReadFile("testdata/small.pftrace.hex")
	if err != nil {
		t.Fatal(err)
	}
	plain := regexp.MustCompile(`#.*|\s`).ReplaceAllString(string(golden), "")
	if want, err := hex.DecodeString(plain); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%v\ngot  %x\nwant %x", err, got, want)
	}
}

// TestPerfettoGPU checks the slices of timer queries.
func TestPerfettoGPU(t *testing.T) {
	var b bytes.Buffer
	w := tracetest.NewWriter(&b, tracetest.Options{})
	one := w.Thread(1).NewContext(1, 2, 3, 2, 1)
	result := func(id, ns uint64) {
		one.Call("glGetQueryObjectui64vEXT", id, "GL_QUERY_RESULT", tracetest.Bytes(binary.LittleEndian.AppendUint64(nil, ns)))
	}
	one.Call("glBeginQueryEXT", "GL_TIME_ELAPSED_EXT", 5).Call("glEndQueryEXT", "GL_TIME_ELAPSED_EXT")
	one.Call("glBeginQueryEXT", "GL_ANY_SAMPLES_PASSED_EXT", 6).Call("glEndQueryEXT", "GL_ANY_SAMPLES_PASSED_EXT")
	one.Call("glQueryCounterEXT", 7, "GL_TIMESTAMP_EXT").Call("glQueryCounterEXT", 8, "GL_TIMESTAMP_EXT")
	result(5, 1500)
	result(6, 1)
	result(7, 100_000)
	result(8, 102_000)
	result(9, 1)
	w.Close()
	s := readPerfetto(t, exported(t, "perfetto", open(t, b.Bytes())))
	if s.paths["[query 5]"] != 1 || s.lengths["[query 5]"] != 1500 || s.paths["[query 7 to 8]"] != 1 || s.lengths["[query 7 to 8]"] != 2000 || s.paths["[query 6]"]+s.paths["[query 9]"] != 0 {
		t.Errorf("%v %v", s.paths, s.lengths)
	}
}

// TestPerfettoSize checks the limit of 60 bytes a call on calls such as those of SDL's renderer.
func TestPerfettoSize(t *testing.T) {
	f := open(t, tracetest.Mix(5, tracetest.Options{PerBatch: 1000}))
	if size := len(exported(t, "perfetto", f)); size > 60*f.Len() {
		t.Errorf("%d bytes for %d calls", size, f.Len())
	}
}
