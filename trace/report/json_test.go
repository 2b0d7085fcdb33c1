package report

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/reports"
	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// lines returns the lines of a JSON export by their kind.
func lines(t *testing.T, data []byte) map[string][]map[string]any {
	t.Helper()
	out := map[string][]map[string]any{}
	for _, text := range bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n")) {
		var line map[string]any
		if err := json.Unmarshal(text, &line); err != nil {
			t.Fatalf("%v in %.200s", err, text)
		}
		kind, _ := line["line"].(string)
		out[kind] = append(out[kind], line)
		if err := reports.CheckSchema("trace-export-"+kind, string(text)); err != nil {
			t.Fatalf("%v in %.200s", err, text)
		}
	}
	return out
}

// argument returns an argument of the first call of a function.
func argumentOf(t *testing.T, calls []map[string]any, function, name string) map[string]any {
	t.Helper()
	for _, c := range calls {
		for _, a := range c["args"].([]any) {
			if a := a.(map[string]any); c["name"] == function && a["name"] == name {
				return a
			}
		}
	}
	t.Fatalf("no %s of %s", name, function)
	return nil
}

func TestJSON(t *testing.T) {
	f := open(t, tracetest.Sample(5))
	all := lines(t, exported(t, "json", f))
	if len(all["header"]) != 1 || len(all["frame"]) != 5 || len(all["call"]) != f.Len() {
		t.Errorf("%d headers, %d frames, %d calls", len(all["header"]), len(all["frame"]), len(all["call"]))
	}
	calls := all["call"]
	if got := argumentOf(t, calls, "glShaderSource", "string")["value"]; !strings.HasPrefix(got.(string), "#version 300 es\nin vec4") {
		t.Errorf("source %v", got)
	}
	if got := argumentOf(t, calls, "glEnable", "cap"); got["value"] != 2929.0 || got["text"] != "GL_DEPTH_TEST" {
		t.Errorf("enum %v", got)
	}
	if got := argumentOf(t, calls, "glUniformMatrix4fv", "value")["value"].([]any); len(got) != 16 || got[10] != 1.0 {
		t.Errorf("matrix %v", got)
	}
	if got := argumentOf(t, calls, "eglMakeCurrent", "ctx")["value"]; got != "0x5500000000c1" {
		t.Errorf("handle %v", got)
	}
	if got := argumentOf(t, calls, "glDrawElements", "indices")["value"]; got != 0.0 {
		t.Errorf("offset %v", got)
	}
	data := argumentOf(t, calls, "glTexImage2D", "pixels")["data"].(map[string]any)
	if pixels, err := base64.StdEncoding.DecodeString(data["base64"].(string)); err != nil || !bytes.Equal(pixels, tracetest.Image(64, 64, 0)) {
		t.Errorf("%d bytes of pixels, %v", len(pixels), err)
	}
}

func TestScalar(t *testing.T) {
	for _, c := range []struct {
		kind calltext.Kind
		bits uint64
		cell tracepb.Cell
		want any
	}{
		{"number", uint64(math.Float32bits(0.1)), tracepb.Cell_CELL_FLOAT, float32(0.1)},
		{"number", uint64(math.Float32bits(float32(math.Inf(-1)))), tracepb.Cell_CELL_FLOAT, "-Inf"},
		{"number", math.Float64bits(math.NaN()), tracepb.Cell_CELL_DOUBLE, "NaN"},
		{"number", math.MaxUint64, tracepb.Cell_CELL_INT, int32(-1)},
		{"number", math.MaxUint64, tracepb.Cell_CELL_LONG, int64(-1)},
		{"number", math.MaxUint64, tracepb.Cell_CELL_ULONG, "18446744073709551615"},
		{"number", 1 << 63, tracepb.Cell_CELL_LONG, "-9223372036854775808"},
		{"handle", 0, tracepb.Cell_CELL_ULONG, nil},
		{"bool", 1, tracepb.Cell_CELL_UINT, true},
		{"bool", 7, tracepb.Cell_CELL_UINT, uint32(7)},
	} {
		if got := scalar(c.kind, c.bits, c.cell); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// TestStore checks that equal contents are stored once.
func TestStore(t *testing.T) {
	var b bytes.Buffer
	w := tracetest.NewWriter(&b, tracetest.Options{})
	pixels := tracetest.Image(4, 4, 0)
	for range 3 {
		w.Thread(1).Call("glBufferData", "GL_ARRAY_BUFFER", len(pixels), tracetest.Bytes(pixels), "GL_STATIC_DRAW")
	}
	w.Close()
	store := &Store{Dir: t.TempDir(), Name: "out.data"}
	var out bytes.Buffer
	x := &Export{File: open(t, b.Bytes()), Filter: MatchAll(), Data: DataFiles, Store: store}
	if err := writeJSON(context.Background(), &out, x); err != nil {
		t.Fatal(err)
	}
	data := argumentOf(t, lines(t, out.Bytes())["call"], "glBufferData", "data")["data"].(map[string]any)
	got, err := os.ReadFile(filepath.Join(store.Dir, filepath.Base(data["file"].(string))))
	if err != nil || !bytes.Equal(got, pixels) || store.Files != 1 || !strings.HasPrefix(data["file"].(string), "out.data/") {
		t.Errorf("%v, %d files, %v", data, store.Files, err)
	}
}

// TestSize checks that an estimate is close to the size.
func TestSize(t *testing.T) {
	f := open(t, tracetest.Sample(300))
	for _, mode := range []DataMode{DataBase64, DataNone} {
		x := &Export{File: f, Filter: MatchAll(), Data: mode}
		size, err := jsonSize(context.Background(), x)
		var got countWriter
		if err := writeJSON(context.Background(), &got, x); err != nil {
			t.Fatal(err)
		}
		if err != nil || size.Calls != f.Len() || size.Bytes < int64(got)*9/10 || size.Bytes > int64(got)*11/10 {
			t.Errorf("%s: %+v for %d calls and %d bytes, %v", mode, size, f.Len(), got, err)
		}
	}
}

// TestExportFilter checks that exports have the selected calls.
func TestExportFilter(t *testing.T) {
	f := open(t, tracetest.Sample(5))
	filter := MatchAll()
	filter.Functions, filter.From, filter.To = []string{"glDraw*"}, 1, 2
	for _, format := range Formats {
		x := &Export{File: f, Filter: filter}
		if err := format.Write(context.Background(), new(bytes.Buffer), x); err != nil || (x.Calls != 6) != (format.Whole || format.Prefix) {
			t.Errorf("%s: %d calls, %v", format.Name, x.Calls, err)
		}
	}
}
