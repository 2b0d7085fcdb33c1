package report

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

func open(t *testing.T, data []byte) *file.File {
	t.Helper()
	f, err := file.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func exported(t *testing.T, format string, f *file.File) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Formats[format](context.Background(), &b, f); err != nil {
		t.Fatal(format, err)
	}
	return b.Bytes()
}

func TestJSON(t *testing.T) {
	f := open(t, tracetest.Sample(5))
	var got struct {
		about
		Calls []Line `json:"calls"`
	}
	if err := json.Unmarshal(exported(t, "json", f), &got); err != nil {
		t.Fatal(err)
	}
	if got.Schema != 1 || got.Process == "" || len(got.Frames) != 5 || len(got.Threads) != len(f.Threads()) || len(got.Calls) != f.Len() ||
		got.Contexts[0].Handle != "0x5500000000c1" {
		t.Errorf("%d frames, %d threads, %d calls of %d", len(got.Frames), len(got.Threads), len(got.Calls), f.Len())
	}
}

func TestCSV(t *testing.T) {
	f := open(t, tracetest.Sample(5))
	rows, err := csv.NewReader(bytes.NewReader(exported(t, "csv", f))).ReadAll()
	if err != nil || len(rows) != f.Len()+1 || len(rows[0]) != len(columns) {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

// TestStops checks that an export stops when its context is done or its writer fails.
func TestStops(t *testing.T) {
	f := open(t, tracetest.Sample(400))
	stopped, stop := context.WithCancel(context.Background())
	stop()
	for name, format := range Formats {
		if err := format(stopped, new(bytes.Buffer), f); err == nil {
			t.Errorf("%s continues after the context is done", name)
		}
		counted := &counting{Context: context.Background()}
		if err := format(counted, full{}, f); err == nil || counted.calls > f.Len()/2 {
			t.Errorf("%s: no error for a full disk before call %d of %d: %v", name, counted.calls, f.Len(), err)
		}
	}
}

// counting counts the calls of Err, which an export makes for each call.
type counting struct {
	context.Context
	calls int
}

func (c *counting) Err() error { c.calls++; return nil }

type full struct{}

func (full) Write([]byte) (int, error) { return 0, context.DeadlineExceeded }
