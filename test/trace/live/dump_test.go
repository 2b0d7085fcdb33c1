package live_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// recorded opens a recording, which must be complete.
func recorded(t *testing.T, path string) *file.File {
	t.Helper()
	f, err := file.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// calls returns all calls as short text, with the prefix ~ for calls of the recorder and ^ for the captured
// state.
func calls(t *testing.T, f *file.File) []string {
	t.Helper()
	var out []string
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, words(c))
	}
	return out
}

func words(c *file.Call) string {
	var b strings.Builder
	if c.Attach() {
		b.WriteString("^")
	} else if c.Synthetic() {
		b.WriteString("~")
	}
	b.WriteString(c.Function.Name + "(")
	for i, v := range c.Args {
		if i > 0 {
			b.WriteString(" ")
		}
		b.WriteString(value(v, c.Function.Params[i].Cell))
	}
	b.WriteString(")")
	if c.Function.Result != nil {
		b.WriteString("=" + value(c.Result, c.Function.Result.Cell))
	}
	return b.String()
}

func value(v file.Value, cell tracepb.Cell) string {
	var s string
	switch cell {
	case tracepb.Cell_CELL_FLOAT:
		s = fmt.Sprint(v.Float())
	case tracepb.Cell_CELL_INT, tracepb.Cell_CELL_LONG:
		s = fmt.Sprint(v.Int())
	default:
		s = fmt.Sprintf("%#x", v.Uint())
	}
	if v.Data != nil && v.Data.Capture == tracepb.Capture_CAPTURE_DATA {
		s += fmt.Sprintf("[%d]", v.Data.Size)
	}
	return s
}
