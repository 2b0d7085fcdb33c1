package replay

import (
	"bytes"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Data that a second draw reads is written again, and from then on its number.
func TestKeptData(t *testing.T) {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{})
	one := w.Thread(1)
	for draw := range 4 {
		for attribute := range 2 {
			data := bytes.Repeat([]byte{byte(attribute)}, minKept)
			one.Synthetic("gltrace.VertexData", attribute, 2, "GL_BYTE", true, false, 4, 2, 1, 0, 1, tracetest.Bytes(data))
		}
		small := tracetest.Bytes(make([]byte, minKept-1))
		one.Synthetic("gltrace.VertexData", 2, 2, "GL_BYTE", true, false, 4, 2, 1, 0, 1, small)
		one.Call("glDrawArrays", "GL_POINTS", draw, 1)
	}
	w.Close()
	lines, _ := operations(t, withSharedPayloads(t, out.Bytes()), Options{To: -1})
	var got []string
	for _, line := range lines {
		if name, rest, _ := strings.Cut(line, "("); name == "KEEP" || name == "VERTICES" {
			got = append(got, name+" "+rest[strings.LastIndex(", "+rest, ", "):][:4])
		}
	}
	check(t, got, `
		VERTICES data
		VERTICES data
		VERTICES data
		KEEP data
		VERTICES kept
		KEEP data
		VERTICES kept
		VERTICES data
		VERTICES kept
		VERTICES kept
		VERTICES data
		VERTICES kept
		VERTICES kept
		VERTICES data`)
}

// withSharedPayloads returns a recording in which equal data has the same payload, as the recorder writes it.
func withSharedPayloads(t *testing.T, recording []byte) *file.File {
	t.Helper()
	edited, err := tracetest.Edit(recording)
	if err != nil {
		t.Fatal(err)
	}
	first := map[string]uint64{}
	for _, batch := range edited.Batches {
		for _, call := range batch.Calls {
			for i := range call.Captures {
				ids := call.Captures[i].Payloads
				for n, id := range ids {
					content := string(edited.Payload(id).GetContent())
					if _, known := first[content]; !known {
						first[content] = id
					}
					ids[n] = first[content]
				}
			}
		}
	}
	shared := edited.Bytes()
	f, err := file.Read(bytes.NewReader(shared), int64(len(shared)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}
