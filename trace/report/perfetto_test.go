package report

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"os"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

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

// TestPerfettoDraws checks the slices of recorded GPU times.
func TestPerfettoDraws(t *testing.T) {
	var b bytes.Buffer
	w := tracetest.NewWriter(&b, tracetest.Options{})
	one := w.Thread(1).NewContext(1, 2, 3, 2, 1)
	one.Call("glDrawArrays", 4, 0, 3).Call("glDispatchCompute", 1, 1, 1).Call("eglSwapBuffers", 1, 2, tracetest.Returns(1))
	one.Synthetic("gltrace.GPUTime", 5, 1, 1500, 0)
	one.Synthetic("gltrace.GPUTime", 5, 0, 2500, 0)
	w.Close()
	s := readPerfetto(t, exported(t, "perfetto", open(t, b.Bytes())))
	if s.paths["[glDrawArrays]"] != 2 || s.lengths["[glDrawArrays]"] != 1500 || s.paths["[glDispatchCompute]"] != 2 || s.lengths["[glDispatchCompute]"] != 2500 {
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
