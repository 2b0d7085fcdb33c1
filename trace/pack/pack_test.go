package pack_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/pack"
	"github.com/gleslayergen/gleslayergen/trace/tracetest"
)

func packed(t *testing.T, data []byte) ([]byte, pack.Result) {
	t.Helper()
	var out bytes.Buffer
	r, err := pack.Copy(t.Context(), &out, bytes.NewReader(data), int64(len(data)), func(int64) {})
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), r
}

// apitrace's file takes 7.5 bytes a call for the same calls, without any times.
func TestSize(t *testing.T) {
	data := tracetest.Mix(300, tracetest.Options{PerBatch: 3000})
	begin := time.Now()
	small, r := packed(t, data)
	perCall := float64(len(small)) / float64(r.Calls)
	t.Logf("%+v, %.2f bytes a call, %v", r, perCall, time.Since(begin))
	if perCall > 7.5 {
		t.Errorf("%.2f bytes a call", perCall)
	}
}
