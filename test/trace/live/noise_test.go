//go:build linux

package live_test

import (
	"bytes"
	"path/filepath"
	"testing"
)

// noise is what testdata/noise.c draws.
func noise(size int) []byte {
	out := make([]byte, size)
	state := uint32(1)
	for i := range out {
		state = state*1664525 + 1013904223
		out[i] = byte(state >> 24)
	}
	return out
}

// Images that compress badly are complete, also of a multisampled framebuffer.
func TestImagesOfNoise(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.gltrace")
	output(t, under(t, []string{"GLTRACE_START=1", "GLTRACE_FRAMES=1", "GLTRACE_DRAWS=1", "GLTRACE_FILE=" + path, prompt}, program(t, "noise")))
	f := recorded(t, path)
	want := map[string][]byte{"gltrace.FrameImage": noise(48 * 36 * 4), "gltrace.DrawImage": bytes.Repeat([]byte{255, 0, 255, 255}, 12*20)}
	images := map[string]int{}
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		pixels, ok := want[c.Function.Name]
		if !ok {
			continue
		}
		images[c.Function.Name]++
		got, err := f.Payload(c.Args[len(c.Args)-1].Data.Payloads)
		if err != nil || !bytes.Equal(got, pixels) {
			t.Fatalf("%s: %d bytes, %v", words(c), len(got), err)
		}
	}
	for name := range want {
		if images[name] < 5 {
			t.Errorf("%d of %s", images[name], name)
		}
	}
}
