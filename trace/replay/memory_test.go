package replay

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Data of mapped buffers that changes in part is written once, and then its changes. The player has the same data in any case.
func TestSlots(t *testing.T) {
	var raw, small bytes.Buffer
	w := tracetest.NewWriter(&raw, tracetest.Options{})
	one, r := w.Thread(1), rand.New(rand.NewPCG(7, 8))
	one.NewContext(1, 8, 3, 0, 1)
	one.Call("glGenBuffers", 1, tracetest.Bytes([]byte{9, 0, 0, 0}))
	data := make([]byte, 150_000) // three payloads
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	var want [][]byte
	for range 100 {
		for i := 0; i < len(data); i += 12 {
			data[i]++
		}
		want = append(want, bytes.Clone(data))
		one.Synthetic("gltrace.Mapped", "GL_ARRAY_BUFFER", 9, 0, len(data), tracetest.Bytes(bytes.Clone(data)))
		one.Synthetic("gltrace.Mapped", "GL_ARRAY_BUFFER", 9, 100, 2, tracetest.Bytes([]byte("ab")))
		want = append(want, []byte("ab"))
	}
	one.Synthetic("gltrace.Mapped", "GL_ARRAY_BUFFER", 9, 0, len(data), tracetest.Bytes(want[0])) // the changes have replaced it
	want = append(want, want[0])
	w.Close()
	if _, err := file.Compress(t.Context(), &small, bytes.NewReader(raw.Bytes()), int64(raw.Len()), func(int64) {}); err != nil {
		t.Fatal(err)
	}
	for name, recording := range map[string][]byte{"raw": raw.Bytes(), "compressed": small.Bytes()} {
		f, err := file.Read(bytes.NewReader(recording), int64(len(recording)))
		if err != nil {
			t.Fatal(err)
		}
		lines, _ := operations(t, f, Options{To: -1})
		got, changes := mappedBy(t, lines)
		if len(got) != len(want) {
			t.Fatalf("%s: %d writes, want %d", name, len(got), len(want))
		}
		for i := range want {
			if !bytes.Equal(got[i], want[i]) {
				t.Fatalf("%s: write %d differs", name, i)
			}
		}
		if (changes > 250) != (name == "compressed") {
			t.Errorf("%s: %d changes", name, changes)
		}
	}
}

// Data of mapped buffers that does not exist, or whose difference does not match, is left out; the rest is played.
func TestHostileSlots(t *testing.T) {
	var raw bytes.Buffer
	w := tracetest.NewWriter(&raw, tracetest.Options{})
	one := w.Thread(1)
	one.NewContext(1, 8, 3, 0, 1)
	one.Call("glGenBuffers", 1, tracetest.Bytes([]byte{9, 0, 0, 0}))
	first, last := bytes.Repeat([]byte("good"), 2<<10), bytes.Repeat([]byte("fine"), 2<<10)
	for i, data := range [][]byte{first, bytes.Repeat([]byte("none"), 2<<10), bytes.Repeat([]byte("few "), 2<<10), last} {
		one.Synthetic("gltrace.Mapped", "GL_ARRAY_BUFFER", 9, i, len(data), tracetest.Bytes(data))
	}
	w.Close()
	var out bytes.Buffer
	to, err := format.NewWriter(&out, format.Unpacked)
	if err != nil {
		t.Fatal(err)
	}
	payloads := 0
	for r := format.NewReader(&raw); err == nil; {
		var c format.Chunk
		if c, err = r.Next(); err != nil {
			break
		}
		if id, content, bad := format.Payload(c.Body); c.Type == tracepb.ChunkType_CHUNK_PAYLOAD && bad == nil && len(content) > 100 {
			switch payloads++; payloads {
			case 2:
				continue
			case 3:
				d := format.Difference{ID: id, Base: id - 2, Changed: []byte{1}, Words: []byte("word")}
				c = format.Chunk{Type: tracepb.ChunkType_CHUNK_DIFFERENCE, Body: d.Append(nil)}
			}
		}
		err = to.Write(c)
	}
	if err != io.EOF || payloads != 4 {
		t.Fatal(payloads, err)
	}
	f, err := file.Read(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	lines, _ := operations(t, f, Options{To: -1})
	got, changes := mappedBy(t, lines)
	if len(got) != 2 || !bytes.Equal(got[0], first) || !bytes.Equal(got[1], last) || changes > 0 {
		t.Errorf("%d writes, %d changes", len(got), changes)
	}
}

// mappedBy plays the operations of mapped buffers. It returns the data of each OpMapped, and the number of changes.
func mappedBy(t *testing.T, lines []string) (out [][]byte, changes int) {
	t.Helper()
	var slots [maxSlots][]byte
	for _, line := range lines {
		var slot, from int
		var data, bits, words string
		name, rest, _ := strings.Cut(strings.TrimSuffix(line, ")"), "(")
		rest = strings.ReplaceAll(rest, ", data", ", ")
		var err error
		switch name {
		case "PAYLOAD":
			_, err = fmt.Sscanf(rest, "%d, %q", &slot, &data)
			slots[slot] = []byte(data)
		case "CHANGE":
			_, err = fmt.Sscanf(rest, "%d, %d, %q, %q", &slot, &from, &bits, &words)
			slots[slot] = bytes.Clone(slots[from])
			for i := range 8 * len(bits) {
				if bits[i/8]>>(i%8)&1 != 0 {
					copy(slots[slot][4*i:], words[:4])
					words = words[4:]
				}
			}
			changes++
		case "MAPPED":
			list, isSlots := strings.CutPrefix(rest[strings.LastIndex(rest, ", ")+2:], "slots[")
			if !isSlots {
				_, err = fmt.Sscanf(list, "%q", &data)
			}
			for _, number := range strings.Fields(strings.TrimSuffix(list, "]")) {
				if isSlots {
					_, err = fmt.Sscan(number, &slot)
					data += string(slots[slot])
				}
			}
			out = append(out, []byte(data))
		}
		if err != nil {
			t.Fatalf("%.80s: %v", line, err)
		}
	}
	return out, changes
}
