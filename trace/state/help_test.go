package state

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// record creates a recording of one thread with a context of version 3.2.
func record(t *testing.T, calls func(w *tracetest.Writer, main *tracetest.Thread)) *file.File {
	t.Helper()
	var b bytes.Buffer
	w := tracetest.NewWriter(&b, tracetest.Options{})
	calls(w, w.Thread(1).NewContext(1, 0x1000, 3, 2, 1))
	w.Close()
	f, err := file.Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// last returns the state after the last call of a recording of one thread.
func last(t *testing.T, calls func(main *tracetest.Thread)) *Tree {
	t.Helper()
	f := record(t, func(_ *tracetest.Writer, main *tracetest.Thread) { calls(main) })
	return at(t, New(f), f.Len()-1)
}

func at(t *testing.T, s *State, call int) *Tree {
	t.Helper()
	tree, err := s.At(t.Context(), call)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// find returns the part of a tree at a path with / as separator, or nil.
func (t *Tree) find(path string) *Tree {
	for name := range strings.SplitSeq(path, "/") {
		var next *Tree
		for _, c := range t.Children {
			if c.Name == name {
				next = c
			}
		}
		if t = next; t == nil {
			return nil
		}
	}
	return t
}

// checkTree compares parts of a tree with their expected values; "-" means that there is none.
func checkTree(t *testing.T, tree *Tree, parts map[string]string) {
	t.Helper()
	for path, value := range parts {
		got := "-"
		if found := tree.find(path); found != nil {
			got = found.Value
		}
		if got != value {
			t.Errorf("%s: %q, expected %q", path, got, value)
		}
	}
}

func ints(v ...int32) tracetest.Data {
	var b []byte
	for _, one := range v {
		b = binary.LittleEndian.AppendUint32(b, uint32(one))
	}
	return tracetest.Bytes(b)
}

func wide(v int64) tracetest.Data {
	return tracetest.Bytes(binary.LittleEndian.AppendUint64(nil, uint64(v)))
}

func floats(v ...float32) tracetest.Data {
	var b []byte
	for _, one := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(one))
	}
	return tracetest.Bytes(b)
}
