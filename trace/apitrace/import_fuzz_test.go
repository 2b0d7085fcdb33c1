package apitrace

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"testing"

	"github.com/klauspost/compress/s2"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/apitrace/events"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// unpacked returns the bytes of a trace after decompression.
func unpacked(t testing.TB, trace []byte) (out []byte) {
	t.Helper()
	for rest := trace[len(events.Magic):]; len(rest) > 0; {
		n := binary.LittleEndian.Uint32(rest)
		piece, err := s2.Decode(nil, rest[4:4+n])
		if err != nil {
			t.Fatal(err)
		}
		out, rest = append(out, piece...), rest[4+n:]
	}
	return out
}

// importLoose imports a trace before its compression. The recording must be readable.
func importLoose(t testing.TB, loose []byte) error {
	t.Helper()
	var trace, out bytes.Buffer
	c := newContainer(&trace)
	c.write(loose)
	if err := c.flush(); err != nil {
		t.Fatal(err)
	}
	const most = 16 << 20 // bytes of a recording
	_, err := Import(context.Background(), &trace, io.MultiWriter(&full{most}, &out), ImportOptions{Definitions: definitions()})
	if err != nil {
		return err
	}
	f, err := file.Read(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
	}
	return nil
}

// looseTraces returns traces before their compression: one of each version, and exports.
func looseTraces(t testing.TB) (out [][]byte) {
	t.Helper()
	for version := events.Oldest; version <= events.Version; version++ {
		out = append(out, unpacked(t, begun(version).bytes()))
	}
	for _, recording := range [][]byte{arrays(), tracetest.Late()} {
		var trace bytes.Buffer
		if err := export(recording, &trace); err != nil {
			t.Fatal(err)
		}
		out = append(out, unpacked(t, trace.Bytes()))
	}
	return out
}

// FuzzImport imports any trace.
func FuzzImport(f *testing.F) {
	definitions() // takes too long for an execution
	for _, one := range looseTraces(f) {
		f.Add(one)
	}
	f.Fuzz(func(t *testing.T, loose []byte) { _ = importLoose(t, loose) })
}

// FuzzContainer reads any container.
func FuzzContainer(f *testing.F) {
	definitions()
	f.Add(begun(events.Version).bytes())
	f.Fuzz(func(_ *testing.T, trace []byte) {
		_, _ = Import(context.Background(), bytes.NewReader(trace), &full{1 << 20}, ImportOptions{Definitions: definitions()})
	})
}

// TestChangedTrace changes bytes of traces: the import succeeds, or returns an error.
func TestChangedTrace(t *testing.T) {
	const step = 31 // of the bytes that are changed
	failed, all := 0, 0
	for _, loose := range looseTraces(t) {
		for i := 0; i < len(loose); i += step {
			changed := bytes.Clone(loose)
			changed[i] ^= byte(1 + i%255)
			if all++; importLoose(t, changed) != nil {
				failed++
			}
		}
	}
	if failed == 0 || failed == all {
		t.Errorf("%d of %d changed traces cannot be imported", failed, all)
	}
}
