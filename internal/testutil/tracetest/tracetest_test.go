package tracetest

import (
	"bytes"
	"io"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// The protobuf messages alone are enough to read a recording of this package.
func TestMix(t *testing.T) {
	data := Mix(3, Options{})
	r := format.NewReader(bytes.NewReader(data))
	calls := 0
	for {
		c, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if c.Type == tracepb.ChunkType_CHUNK_BATCH {
			b, err := format.Parse(c.Body)
			if err != nil {
				t.Fatal(err)
			}
			calls += b.Count
		}
	}
	if calls != 3000 {
		t.Errorf("%d calls, %d bytes", calls, len(data))
	}
}

func TestSample(t *testing.T) {
	for _, o := range []Options{{}, {Packing: format.Quick, PerBatch: 7}, {Untimed: true}} {
		r := format.NewReader(bytes.NewReader(SampleWith(5, o)))
		var last tracepb.ChunkType
		for {
			c, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			last = c.Type
		}
		if last != tracepb.ChunkType_CHUNK_END {
			t.Errorf("%+v: the last chunk is %v", o, last)
		}
	}
}
