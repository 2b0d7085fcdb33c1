//go:build linux

package live_test

import (
	"bufio"
	"bytes"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/state"
)

// Each draw has the contents that the program wrote to a persistent mapping before it, also if the recording starts later
// than the mapping.
func TestPersistentMapping(t *testing.T) {
	for name, late := range map[string]bool{"from its start": false, "later": true} {
		t.Run(name, func(t *testing.T) { testPersistentMapping(t, late) })
	}
}

func testPersistentMapping(t *testing.T, late bool) {
	const frames = 30
	cmd := under(t, nil, program(t, "persistent"))
	printed, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { cmd.Process.Kill(); cmd.Wait() }()
	if late {
		if line, err := bufio.NewReader(printed).ReadString('\n'); line != "drawing\n" {
			t.Fatalf("the program prints %q, %v", line, err)
		}
	}
	h := connect(t, cmd)
	h.command(&tracepb.Options{Recording: true, Block: true}, false)
	testutil.Eventually(t, "30 frames", func() bool { return h.frames() > frames })
	h.command(nil, true)
	f := h.end()
	if got := checkWritten(t, f); got < frames {
		t.Errorf("only %d frames", got)
	}
	if n := f.Totals().Uncaptured; n != 0 {
		t.Errorf("%d parameters are not captured", n)
	}
}

// checkWritten compares the buffers after each frame, and returns the number of frames.
func checkWritten(t *testing.T, f *file.File) int {
	t.Helper()
	s, frames := state.New(f), 0
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Function.Name != "glBufferSubData" {
			continue
		}
		frames++
		mapped, known, err := s.Buffer(t.Context(), c.Index, 1)
		if err != nil || !known {
			t.Fatalf("call %d: the contents are not known: %v", c.Index, err)
		}
		if want, _, err := s.Buffer(t.Context(), c.Index, 2); err != nil || !bytes.Equal(mapped, want) {
			t.Fatalf("call %d: the buffer has other contents than the program wrote: %v", c.Index, err)
		}
	}
	return frames
}
