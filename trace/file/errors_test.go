package file

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

func TestCalls(t *testing.T) {
	var b bytes.Buffer
	w := tracetest.NewWriter(&b, tracetest.Options{})
	one, two := w.Thread(1), w.Thread(2)
	one.Call("glFlush").Call("glEnable", 1)
	two.Call("glFinish").Call("glFlush")
	one.Synthetic(ErrorFunction, "GL_INVALID_ENUM").Call("glFlush")
	two.Call("glFinish")
	w.Close()
	f, err := Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for to, want := range map[int]string{
		f.Len(): "0:glFlush:0 1:glEnable:500 2:glFinish:0 3:glFlush:0 4:gltrace.Error:0 5:glFlush:0 6:glFinish:0",
		2:       "0:glFlush:0 1:glEnable:500", // its error is after the end
		1:       "0:glFlush:0",
	} {
		var got []string
		for c, err := range CallsWithErrors(f, 0, to) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, fmt.Sprintf("%d:%s:%x", c.Index, c.Function.Name, c.Error))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("to %d: %v", to, got)
		}
	}
	for c := range CallsWithErrors(f, 0, f.Len()) {
		if c.Index == 1 {
			break
		}
	}
}
