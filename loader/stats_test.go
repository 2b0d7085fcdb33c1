package loader

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// encodeStats writes statistics as the loader's libraries do, with one count for each thread and name.
func encodeStats(b ProcessStats, threads ...[]uint64) []byte {
	h := header{Magic: [8]byte([]byte(statsMagic)), PID: uint32(b.PID), State: uint32(b.State),
		Names: uint32(len(b.Names)), Known: uint32(b.Known), Layers: uint32(len(b.Layers)), Threads: uint32(len(threads)),
		Problems: uint32(len(b.Problems) + b.Dropped), LayerStride: uint64(layerHead + len(b.Names)), AtCounts: 8}
	if b.Touched {
		h.Touched = 1
	}
	h.ThreadStride = h.AtCounts + 8*uint64(len(b.Names))
	var body bytes.Buffer
	put := func(words string, size int) { body.Write(append([]byte(words), make([]byte, size-len(words))...)) }
	here := func() uint64 { return statsHeader + uint64(body.Len()) }
	h.AtNames = here()
	for _, name := range b.Names {
		put(name, nameSize)
	}
	h.AtLayers = here()
	for _, layer := range b.Layers {
		put(layer.Path, pathSize)
		_ = binary.Write(&body, native, [4]uint32{uint32(layer.Walked), uint32(layer.Lookups), phaseOf(b, layer.Path)})
		_ = binary.Write(&body, native, layer.Hooked)
	}
	h.AtProblem = here()
	for _, problem := range b.Problems {
		put(problem, problemSize)
	}
	put("", (mostProblems-len(b.Problems))*problemSize)
	h.AtThreads = here()
	for _, counts := range threads {
		put("", int(h.AtCounts))
		_ = binary.Write(&body, native, counts)
	}
	h.Total = here()
	var out bytes.Buffer
	_ = binary.Write(&out, native, h)
	return append(out.Bytes(), body.Bytes()...)
}

func phaseOf(b ProcessStats, path string) uint32 {
	for _, call := range b.Running {
		if call.Path == path {
			return uint32(call.Phase)
		}
	}
	return 0
}

func exampleStats() ProcessStats {
	return ProcessStats{PID: 7, State: StateAttached, Touched: true, Known: 2, Dropped: 0,
		Names: []string{"eglInitialize", "glClear", ""}, Problems: []string{"a\x1bb"},
		Running: []LayerCall{{"/x/a.so", phaseWalk}},
		Layers: []LayerStats{
			{"/x/b.so", 2, 0, []bool{true, false, false}},
			{"/x/a.so", 2, 3, []bool{true, true, false}},
		}}
}

func TestReadStats(t *testing.T) {
	data := encodeStats(exampleStats(), []uint64{1, 10, 0}, []uint64{0, 5, 1})
	b, err := readStats(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	if b.PID != 7 || b.State != StateAttached || !b.Touched || b.Known != 2 || b.Dropped != 0 ||
		!slices.Equal(b.Names, exampleStats().Names) || !slices.Equal(b.Calls, []uint64{1, 15, 1}) ||
		!slices.Equal(b.Problems, []string{"a\x1bb"}) || !slices.Equal(b.Running, exampleStats().Running) {
		t.Errorf("%+v", b)
	}
	if l := b.Layers; len(l) != 2 || l[0].Path != "/x/b.so" || l[1].Lookups != 3 || l[1].Walked != 2 ||
		!slices.Equal(l[1].Hooked, []bool{true, true, false}) {
		t.Errorf("%+v", l)
	}
}

// A truncated file, or one with numbers out of range, gives an error.
func TestBadStats(t *testing.T) {
	good := encodeStats(exampleStats(), []uint64{1, 10, 0})
	for n := range len(good) {
		if b, err := readStats(bytes.NewReader(good[:n]), int64(n)); err == nil {
			t.Fatalf("%d of %d bytes: %+v", n, len(good), b)
		}
	}
	for _, at := range []int{48, 56, 64, 72, 80, 88, 96} {
		for _, value := range []uint64{1 << 63, 1<<64 - 1, 1<<64 - 8, uint64(len(good))} {
			bad := slices.Clone(good)
			native.PutUint64(bad[at:], value)
			_, err := readStats(bytes.NewReader(bad), int64(len(bad)))
			if one := at == 88; (err == nil) != one { // with one thread the stride is not used
				t.Errorf("%d at %d: %v", value, at, err)
			}
		}
	}
	for at, value := range map[int]uint32{28: mostNames + 1, 32: 4, 36: mostLayers + 1, 40: mostThreads + 1} {
		bad := slices.Clone(good)
		native.PutUint32(bad[at:], value)
		if _, err := readStats(bytes.NewReader(bad), int64(len(bad))); err == nil {
			t.Errorf("%d at %d is no error", value, at)
		}
	}
}

// One bad file does not hide the others, and only regular files are opened.
func TestStats(t *testing.T) {
	r := &Run{Dir: filepath.Join(t.TempDir(), "[a]*")}
	if err := os.Mkdir(r.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"stats.1": encodeStats(exampleStats()), "stats.2": []byte("GLSTATS1"), "stats.3": encodeStats(exampleStats()), "config": nil,
	} {
		if err := os.WriteFile(filepath.Join(r.Dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("stats.1", filepath.Join(r.Dir, "stats.4")); err != nil {
		t.Fatal(err)
	}
	processes, err := r.Stats()
	if len(processes) != 2 || err == nil || strings.Count(err.Error(), "\n") != 1 ||
		!strings.Contains(err.Error(), "stats.2: file too short") || !strings.Contains(err.Error(), "stats.4: ") {
		t.Errorf("%d processes, %v", len(processes), err)
	}
}

func FuzzStats(f *testing.F) {
	f.Add(encodeStats(exampleStats(), []uint64{1, 10, 0}))
	f.Add(encodeStats(ProcessStats{}))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := readStats(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		Summarize([]ProcessStats{*b}, &Setup{List: "a.so:b.so"}).Lines()
		if len(b.Names) > mostNames || len(b.Layers) > mostLayers || len(b.Problems) > mostProblems || len(b.Calls) != len(b.Names) {
			t.Errorf("%d names, %d layers, %d problems", len(b.Names), len(b.Layers), len(b.Problems))
		}
	})
}
