package trim

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/state"
)

// trimmed returns the recording of a range.
func trimmed(t *testing.T, f *file.File, r Range) (*file.File, Result) {
	t.Helper()
	var b bytes.Buffer
	result, err := Trim(t.Context(), f, r, &b)
	if err != nil {
		t.Fatal(err)
	}
	out, err := file.Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if totals := out.Totals(); totals.Damaged > 0 || totals.Lost > 0 || out.Len() != result.Kept || out.End() == nil {
		t.Fatalf("the trimmed recording has %d calls, expected %d: %+v", out.Len(), result.Kept, totals)
	}
	return out, result
}

// checkState checks that the first call of a range leads to the same state in a recording and in its trimmed one.
func checkState(t *testing.T, f *file.File, r Range) (*file.File, Result) {
	t.Helper()
	g, result := trimmed(t, f, r)
	if r.From == r.To {
		return g, result
	}
	a, b := moment{t, f, state.New(f), r.From}, moment{t, g, state.New(g), result.Needed}
	a.compare(b)
	return g, result
}

// moment is the state after a call.
type moment struct {
	t    *testing.T
	file *file.File
	*state.State
	call int
}

func (m moment) compare(other moment) {
	m.t.Helper()
	is, want := m.lines(other.call, other), m.lines(m.call, m)
	for _, line := range want {
		if !slices.Contains(is, line) {
			m.t.Fatalf("range at call %d: missing %s", m.call, line)
		}
	}
	for _, line := range is {
		if !slices.Contains(want, line) {
			m.t.Fatalf("range at call %d: unexpected %s", m.call, line)
		}
	}
	m.compareObjects(other)
}

// lines returns the values and objects of a tree with their paths.
func (m moment) lines(call int, of moment) (out []string) {
	m.t.Helper()
	tree, err := of.Against(m.t.Context(), call, call)
	if err != nil {
		m.t.Fatal(err)
	}
	var add func(path string, tree *state.Tree)
	add = func(path string, tree *state.Tree) {
		if tree.Name == "contents" {
			return
		}
		if tree.Value != "" || tree.Ref != nil {
			out = append(out, path+tree.Name+"="+tree.Value)
		}
		for _, c := range tree.Children {
			add(path+tree.Name+"/", c)
		}
	}
	add("", tree)
	return out
}

// compareObjects compares the contents of buffers and textures, and the sources of shaders.
func (m moment) compareObjects(other moment) {
	m.t.Helper()
	ctx := m.t.Context()
	objects, err := m.Objects(ctx, m.call)
	if err != nil {
		m.t.Fatal(err)
	}
	for _, one := range objects.Buffers {
		want, known, err := m.Buffer(ctx, m.call, one.Name)
		got, knows, err2 := other.Buffer(ctx, other.call, one.Name)
		if err != nil || err2 != nil || known != knows || !bytes.Equal(got, want) {
			m.t.Fatalf("range at call %d: buffer %d differs: %v, %v, %v, %v", m.call, one.Name, known, knows, err, err2)
		}
	}
	for _, one := range objects.Shaders {
		want, err := m.Source(ctx, m.call, one.Name)
		got, err2 := other.Source(ctx, other.call, one.Name)
		if (err == nil) != (err2 == nil) || got != want {
			m.t.Fatalf("range at call %d: shader %d differs: %v, %v", m.call, one.Name, err, err2)
		}
	}
	for _, one := range objects.Textures {
		for _, level := range one.Contents {
			want, err := m.Texture(ctx, m.call, one.Name, int(level), 0)
			got, err2 := other.Texture(ctx, other.call, one.Name, int(level), 0)
			if (err == nil) != (err2 == nil) {
				m.t.Fatalf("range at call %d: texture %d differs: %v, %v", m.call, one.Name, err, err2)
			}
			if err == nil && !sameImage(got, want) {
				m.t.Fatalf("range at call %d: the pixels of texture %d differ", m.call, one.Name)
			}
		}
	}
}

// firstCall returns the first call from a call on that a range always has.
func firstCall(t *testing.T, f *file.File, from int) int {
	t.Helper()
	for c, err := range f.Calls(from, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains([]string{"gltrace.FrameImage", "gltrace.DrawImage", "gltrace.GPUTime", "gltrace.Error"}, c.Function.Name) {
			return c.Index
		}
	}
	return f.Len()
}

// checkRanges checks random ranges.
func checkRanges(t *testing.T, f *file.File, n int, seed uint64) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	for range n {
		from := firstCall(t, f, random.IntN(f.Len()))
		if from == f.Len() {
			continue
		}
		to := from + 1 + random.IntN(min(f.Len()-from, 500))
		checkState(t, f, Range{from, to})
	}
}

// TestRandomRanges checks the state at random calls of a program with two threads.
func TestRandomRanges(t *testing.T) {
	data := tracetest.Sample(12)
	f, err := file.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	checkRanges(t, f, 60, 1)
}
