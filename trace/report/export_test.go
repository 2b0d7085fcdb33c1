package report

import (
	"bytes"
	"context"
	"encoding/csv"
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

func exported(t *testing.T, name string, f *file.File) []byte {
	t.Helper()
	var b bytes.Buffer
	format, ok := FindFormat(name)
	if err := format.Write(context.Background(), &b, &Export{File: f, Filter: MatchAll(), Data: DataBase64}); err != nil || !ok {
		t.Fatal(name, err)
	}
	return b.Bytes()
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
	x := &Export{File: f, Filter: MatchAll()}
	rows := groupRows
	groupRows = 1000
	t.Cleanup(func() { groupRows = rows })
	for _, format := range Formats {
		if err := format.Write(stopped, new(bytes.Buffer), x); err == nil {
			t.Errorf("%s continues after the context is done", format.Name)
		}
		x := &Export{File: f, Filter: MatchAll()}
		if format.Limits != nil { // prepares the export
			if _, err := format.Limits(context.Background(), x); err != nil {
				t.Fatal(err)
			}
		}
		counted := &counting{Context: context.Background()}
		if err := format.Write(counted, full{}, x); err == nil || counted.calls > f.Len()/2 {
			t.Errorf("%s: no error for a full disk before call %d of %d: %v", format.Name, counted.calls, f.Len(), err)
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
