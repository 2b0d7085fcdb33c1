package replay

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
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
