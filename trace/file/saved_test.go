package file

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format"
)

// longRecording returns a recording that gets an index if minIndexed is low.
func longRecording(t testing.TB) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := tracetest.Long(&out, 50_000, format.Unpacked); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// indexed writes a recording to a new file, with a low limit for an index, and a cache directory of its own.
func indexed(t *testing.T, data []byte) string {
	t.Helper()
	before := minIndexed
	minIndexed = 1000
	t.Cleanup(func() { minIndexed = before })
	t.Setenv("XDG_CACHE_HOME", filepath.Join(t.TempDir(), "cache"))
	path := filepath.Join(t.TempDir(), "a.gltrace")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func opened(t *testing.T, path string) *File {
	t.Helper()
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// hasIndex reports whether the recording has an index that is valid.
func hasIndex(t *testing.T, path string) bool {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s, err := newSaved(f)
	if err != nil {
		t.Fatal(err)
	}
	return s.load() != nil
}

// A saved index is equal to that of the recording, for all kinds of recordings.
func TestSavedIndex(t *testing.T) {
	for name, data := range map[string][]byte{
		"long": longRecording(t), "sample": tracetest.Sample(600), "untimed": tracetest.SampleWith(20, tracetest.Options{Untimed: true}),
		"losses":    record(tracetest.Options{}, func(w *tracetest.Writer) { w.Thread(1).Call("glFlush").Drop(3).Call("glFlush").Lose().Call("glFlush") }),
		"truncated": tracetest.Sample(10)[:5000], "no calls": record(tracetest.Options{}, func(*tracetest.Writer) {}),
	} {
		f := read(t, data)
		var out bytes.Buffer
		if err := encodeIndex(&out, f.x); err != nil {
			t.Fatal(name, err)
		}
		body := out.Bytes()[:out.Len()-sumSize]
		x, _, err := decodeIndex(bytes.NewReader(body), bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(name, err)
		}
		g := &File{r: bytes.NewReader(data), x: x}
		sameFile(t, name, f, g)
	}
}

// sameFile fails if two files differ.
func sameFile(t *testing.T, name string, f, g *File) {
	t.Helper()
	if !reflect.DeepEqual(f.Frames(), g.Frames()) || !reflect.DeepEqual(f.Functions(), g.Functions()) || !reflect.DeepEqual(f.Threads(), g.Threads()) ||
		!reflect.DeepEqual(f.Contexts(), g.Contexts()) || len(f.Gaps()) != len(g.Gaps()) || f.Totals() != g.Totals() || f.Len() != g.Len() ||
		f.Hello().String() != g.Hello().String() || f.End().String() != g.End().String() || f.Options().String() != g.Options().String() {
		t.Fatalf("%s: the facts differ", name)
	}
	if a, b := names(t, f), names(t, g); !slices.Equal(a, b) {
		t.Errorf("%s: the calls differ", name)
	}
	for n := range f.Len()/Block + 2 {
		if !reflect.DeepEqual(f.OpenGroups(n), g.OpenGroups(n)) || n < f.x.blocks.n && !reflect.DeepEqual(*f.x.blocks.at(n), *g.x.blocks.at(n)) {
			t.Errorf("%s: block %d differs", name, n)
		}
	}
	for i := range f.Len() {
		c, err := f.Call(i)
		if err != nil {
			t.Fatal(err)
		}
		d, err := g.Call(i)
		if err != nil || !reflect.DeepEqual(c, d) {
			t.Fatalf("%s: call %d: %v, not %v, %v", name, i, d, c, err)
		}
		if i += 97; i > 2000 {
			break
		}
	}
}

// An index that is stale, damaged or truncated is made again; the recording reads the same in any case.
func TestIndexAgain(t *testing.T) {
	data := tracetest.Sample(600)
	path := indexed(t, data)
	want := read(t, data)
	sameFile(t, "first", want, opened(t, path))
	at := path + IndexSuffix
	good, err := os.ReadFile(at)
	if err != nil || !hasIndex(t, path) {
		t.Fatalf("the index is missing: %v", err)
	}
	for name, bad := range map[string][]byte{
		"truncated": good[:len(good)/2], "name": []byte(indexName), "longer": append(slices.Clone(good), 0),
		"changed": append(append(slices.Clone(good[:9000]), good[9000]^1), good[9001:]...), "sum": append(slices.Clone(good[:len(good)-1]), good[len(good)-1]^1),
	} {
		if err := os.WriteFile(at, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if hasIndex(t, path) {
			t.Errorf("%s: a bad index is used", name)
		}
		sameFile(t, name, want, opened(t, path))
		if again, err := os.ReadFile(at); err != nil || !bytes.Equal(again, good) {
			t.Errorf("%s: the index was not made again: %v", name, err)
		}
	}
	if err := os.Chtimes(path, time.Time{}, time.Now().Add(-time.Hour)); err != nil || hasIndex(t, path) {
		t.Errorf("the index of a changed recording is used: %v", err)
	}
	left, err := filepath.Glob(at + "?*")
	if err != nil || len(left) > 0 {
		t.Errorf("temporary files are left: %v, %v", left, err)
	}
}

// Without permission to write next to the recording, the index is in the cache directory, which has a limited number.
func TestIndexElsewhere(t *testing.T) {
	path := indexed(t, tracetest.Sample(600))
	if err := os.MkdirAll(filepath.Join(path+IndexSuffix, "in the way"), 0o700); err != nil {
		t.Fatal(err)
	}
	dir := indexCache()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range mostCached + 3 {
		if err := os.WriteFile(filepath.Join(dir, string(rune('a'+i))+IndexSuffix), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	opened(t, path)
	if all, err := os.ReadDir(dir); !hasIndex(t, path) || len(all) != mostCached {
		t.Errorf("%d indexes, %v", len(all), err)
	}
}

// A recording that may still grow has no index. Neither has a small one.
func TestNoIndex(t *testing.T) {
	data := tracetest.Sample(600)
	path := indexed(t, data[:len(data)-40])
	if f := opened(t, path); f.End() != nil || hasIndex(t, path) {
		t.Error("a recording that may grow has an index")
	}
	if err := os.Chtimes(path, time.Time{}, time.Now().Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	if opened(t, path); !hasIndex(t, path) {
		t.Error("a recording that does not grow has no index")
	}
	minIndexed = 1 << 20
	path = filepath.Join(t.TempDir(), "small.gltrace")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if opened(t, path); hasIndex(t, path) {
		t.Error("a small recording has an index")
	}
	before := minIndexedBytes
	minIndexedBytes = int64(len(data))
	t.Cleanup(func() { minIndexedBytes = before })
	if opened(t, path); !hasIndex(t, path) {
		t.Error("a recording of few calls and many bytes has no index")
	}
}

// A recording that grows after its index was read has all calls.
func TestIndexGrows(t *testing.T) {
	data := tracetest.Sample(600)
	path := indexed(t, data[:len(data)/2])
	if err := os.Chtimes(path, time.Time{}, time.Now().Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	opened(t, path)
	f := opened(t, path)
	grown, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer grown.Close()
	if _, err := grown.Write(data[len(data)/2:]); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Refresh(); err != nil {
		t.Fatal(err)
	}
	want := read(t, data[:len(data)/2])
	if n := f.Len(); n <= want.Len() || f.End() == nil || n != read(t, data).Len() {
		t.Errorf("%d calls", n)
	}
}

// FuzzIndex reads any bytes as the index of a recording: what is accepted can be used.
func FuzzIndex(f *testing.F) {
	data := tracetest.Sample(3)
	of, err := Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		f.Fatal(err)
	}
	var out bytes.Buffer
	if err := encodeIndex(&out, of.x); err != nil {
		f.Fatal(err)
	}
	f.Add(out.Bytes()[:out.Len()-sumSize])
	f.Fuzz(func(t *testing.T, body []byte) {
		x, _, err := decodeIndex(bytes.NewReader(body), bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		g := &File{r: bytes.NewReader(data), x: x, good: x.good, stat: func() (int64, error) { return int64(len(data)), nil }}
		for _, err := range g.Calls(0, g.Len()) {
			if err != nil {
				break
			}
		}
		for _, fr := range g.Frames() {
			_, _ = g.Call(fr.Last)
		}
		for n := range x.blocks.n {
			g.OpenGroups(n)
		}
		g.Within(0, 1<<40)
		g.Activities(0, 1<<40, func(Activity) {})
		_, _ = g.Payload([]uint64{1, 2})
	})
}
