package crash

import (
	"strings"
	"testing"
)

// Reading ends for any text, and each frame is within the limits.
func FuzzRead(f *testing.F) {
	f.Add("#00 pc 000000000009f2c0  /data/liba.so (main.hook+32) (BuildId: 12ab)")
	f.Add("11-21 10:00:00.000  4711  4733 E x : main.(*l).f(0x1)\n11-21 10:00:00.000  4711  4733 E x : \t/h.go:13 +0x1c\n")
	f.Add("F/DEBUG   ( 12): #01 pc 10 /a (offset 0x10) (f)\nsignal 11\npanic: x\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := Read(t.Context(), strings.NewReader(text))
		if r == nil {
			t.Fatal(err)
		}
		for _, frame := range r.Frames() {
			if frame.Path == "" || frame.Index < 0 || strings.ContainsAny(frame.Path, "\n") {
				t.Errorf("%+v", frame)
			}
		}
		fill(r.Frames(), text)
	})
}
