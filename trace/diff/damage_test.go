package diff

import (
	"bytes"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/trim"
)

// damageable records an argument and an answer with data, and the images of a draw and of a frame.
func damageable() []byte {
	return thread(func(t *tracetest.Thread) {
		t.Call("glBufferData", "GL_ARRAY_BUFFER", 16, tracetest.Bytes(gray(2, 3)), "GL_STATIC_DRAW")
		t.Call("glDrawArrays", "GL_TRIANGLES", 0, 3)
		t.Synthetic(drawImage, 0, 1, 1, 1, 1, 0, tracetest.Bytes(gray(1, 1)))
		t.Call("glReadPixels", 0, 0, 1, 1, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Bytes(gray(1, 4)))
		t.Synthetic(frameImage, tracetest.Surface, 1, 1, 1, 1, 0, tracetest.Bytes(gray(1, 2)))
		swap()(t)
	})
}

// trimmed returns all calls of a recording.
func trimmed(t *testing.T, recording []byte) []byte {
	t.Helper()
	f, err := file.Read(bytes.NewReader(recording), int64(len(recording)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if _, err := trim.Trim(t.Context(), f, trim.Range{To: f.Len()}, &out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestDamage checks that data that one recording or both lost is counted and not equal data, and that lost images are differences.
func TestDamage(t *testing.T) {
	type lost struct{ arguments, answers, images int }
	a, got := damageable(), map[lost]int{}
	if r := compared(t, a, a, Options{}); r.Images.Compared != 2 || r.Answers.NotCaptured != 0 || r.Lacking != 0 || !r.Equal {
		t.Fatalf("without damage: %+v", r)
	}
	for _, d := range tracetest.Damage(a) {
		for _, pair := range [][2][]byte{{a, d.Data}, {d.Data, a}, {d.Data, d.Data}, {a, trimmed(t, d.Data)}, {trimmed(t, d.Data), a}} {
			r := compared(t, pair[0], pair[1], Options{})
			is := lost{r.Lacking, r.Answers.NotCaptured, r.Images.Lost}
			if is == (lost{}) {
				continue // not data
			}
			got[is]++
			if r.Equal != (is.images == 0) || r.Images.Compared+is.images != 2 || len(r.Differences) != is.images || r.Images.Missing != 0 {
				t.Errorf("%+v: %+v", is, r)
			}
		}
	}
	if len(got) != 3 || got[lost{arguments: 1}] != 5 || got[lost{answers: 1}] != 5 || got[lost{images: 1}] != 10 {
		t.Errorf("lost data: %v", got)
	}
}
