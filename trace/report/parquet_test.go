package report

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

// TestParquet reads the rows back and compares them with the lines of dump.
func TestParquet(t *testing.T) {
	f := open(t, tracetest.Sample(20))
	data := exported(t, "parquet", f)
	rows, err := parquet.Read[parquetCall](bytes.NewReader(data), int64(len(data)))
	if err != nil || len(rows) != f.Len() {
		t.Fatalf("%d rows of %d calls, %v", len(rows), f.Len(), err)
	}
	var dumped bytes.Buffer
	if _, err := Dump(context.Background(), &dumped, f, MatchAll(), true); err != nil {
		t.Fatal(err)
	}
	lines, draws, errors, captured := json.NewDecoder(&dumped), 0, 0, int64(0)
	for i, r := range rows {
		var l Line
		if err := lines.Decode(&l); err != nil {
			t.Fatal(err)
		}
		frame, result, failed := -1, "", ""
		if r.Frame != nil {
			frame = int(*r.Frame)
		}
		if l.Result != nil {
			result = l.Result.Text
		}
		if r.Error != nil {
			failed = *r.Error
		}
		if int(r.Index) != l.Index || frame != l.Frame || r.Thread != l.Thread || r.Context != l.Context || r.Start != l.Start || r.Name != l.Name ||
			len(r.Args) != len(l.Args) || failed != l.Error || (r.Result != nil) != (l.Result != nil) || r.Result != nil && *r.Result != result ||
			(r.Duration == nil) != (l.Duration == nil) || r.Duration != nil && *r.Duration != *l.Duration {
			t.Fatalf("row %d: %+v, expected %+v", i, r, l)
		}
		for n, a := range l.Args {
			if r.Args[n].Name != a.Name || r.Args[n].Value != a.Text {
				t.Fatalf("row %d: %v", i, r.Args)
			}
		}
		if r.Draw {
			if draws++; r.Vertices == nil || *r.Vertices != 3 {
				t.Errorf("%s: vertices %v", r.Arguments, r.Vertices)
			}
		}
		if failed != "" {
			errors++
		}
		captured += r.DataBytes
	}
	if draws != 60 || errors == 0 || captured < 64*64*4 {
		t.Errorf("%d draws, %d errors, %d bytes of data", draws, errors, captured)
	}
}
