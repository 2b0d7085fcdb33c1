//go:build linux

package live_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Data of textures, buffers and client arrays can be disabled during a recording, each by its own option.
func TestDataSwitchedWhileRecording(t *testing.T) {
	cmd := under(t, nil, program(t, "uploads"))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { cmd.Process.Kill(); cmd.Wait() }()
	h := connect(t, cmd)
	want := strings.Fields("DDD -DD DDD D-D DDD DD- DDD")
	for i, o := range []*tracepb.Options{{}, {NoTextures: true}, {}, {NoBuffers: true}, {}, {NoArrays: true}, {}} {
		o.Recording = true
		h.command(o, false)
		testutil.Eventually(t, "a frame with these options", func() bool {
			f := h.received()
			return f != nil && phases(t, f, letter) == strings.Join(want[:i+1], " ")
		})
	}
	h.command(nil, true)
	if got := phases(t, h.end(), capture); got != strings.Join(want, " ") {
		t.Errorf("data of textures, buffers and arrays: %s, not %s", got, want)
	}
}

// phases returns for texture, buffer and array whether frames have their data (D) or not (-), without
// repetitions.
func phases(t *testing.T, f *file.File, letter func(*testing.T, *file.File, *file.Data) byte) string {
	t.Helper()
	var all []string
	now := []byte("???")
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		of := slices.Index([]string{"glTexSubImage2D", "glBufferSubData", "gltrace.VertexData"}, c.Function.Name)
		if of < 0 {
			continue
		}
		now[of] = letter(t, f, c.Args[len(c.Args)-1].Data)
		if printed := string(now); of == 2 && !strings.Contains(printed, "?") && (len(all) == 0 || all[len(all)-1] != printed) {
			all = append(all, printed)
		}
	}
	return strings.Join(all, " ")
}

// letter returns the letter of a capture.
func letter(_ *testing.T, _ *file.File, d *file.Data) byte {
	if d.Capture == tracepb.Capture_CAPTURE_OFF {
		return '-'
	}
	return 'D'
}

// capture checks that data is either in the file or disabled by an option.
func capture(t *testing.T, f *file.File, d *file.Data) byte {
	t.Helper()
	if d.Capture == tracepb.Capture_CAPTURE_OFF {
		return '-'
	}
	if bytes, err := f.Payload(d.Payloads); err != nil || len(bytes) == 0 || d.Capture != tracepb.Capture_CAPTURE_DATA {
		t.Errorf("%v: %d bytes, %v", d.Capture, len(bytes), err)
	}
	return 'D'
}
