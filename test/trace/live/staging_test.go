//go:build linux

package live_test

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// The recorder maps only its own buffers and copies the program's buffers to them. Contents of a buffer that
// the program has mapped are not captured.
func TestContentsAreStaged(t *testing.T) {
	f := play(t, buildFaultProgram(t), "staged")
	n := 0
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Function.Name != "gltrace.Buffer" {
			continue
		}
		n++
		name, data := c.Args[0].Uint(), c.Args[3].Data
		if name == 2 {
			if data.Capture != tracepb.Capture_CAPTURE_UNKNOWN || len(data.Payloads) != 0 {
				t.Errorf("a buffer that is mapped: %v", data)
			}
			continue
		}
		got, err := f.Payload(data.Payloads)
		want := bytes.Repeat([]byte{'a' + byte(name)}, 600000-int(name))
		if err != nil || data.Capture != tracepb.Capture_CAPTURE_DATA || !bytes.Equal(got, want) {
			t.Errorf("buffer %d: %v, %d bytes, %v", name, data.Capture, len(got), err)
		}
	}
	if n != 3 {
		t.Errorf("%d buffers", n)
	}
}

// Objects that the recorder created in one context are not recorded as objects of another context that shares
// them.
func TestOwnBuffersAreNotTold(t *testing.T) {
	f := play(t, buildFaultProgram(t), "beside")
	counts := map[uint32]int{}
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Function.Name != "gltrace.Buffer" {
			continue
		}
		counts[c.Context]++
		if name := c.Args[0].Uint(); name > 3 {
			t.Errorf("buffer %d of context %d is the recorder's", name, c.Context)
		}
	}
	if len(counts) != 2 || counts[1] != 3 || counts[2] != 3 {
		t.Errorf("%v", counts)
	}
}

// In a context without error checking, contents of buffers are marked, and textures are reported as omitted.
func TestContentsWithoutErrors(t *testing.T) {
	f := play(t, buildFaultProgram(t), "unchecked")
	buffers, textures := 0, 0
	for c, err := range f.Calls(0, f.Len()) {
		switch {
		case err != nil:
			t.Fatal(err)
		case c.Function.Name == "gltrace.Buffer" && c.Args[3].Data.Capture == tracepb.Capture_CAPTURE_UNKNOWN:
			buffers++
		case c.Function.Name == "gltrace.LeftOut" && c.Args[0].Uint() == 0x1702 && c.Args[1].Uint() == 1:
			textures++
		}
	}
	if buffers != 3 || textures != 1 {
		t.Errorf("%d buffers are marked, textures left out %d times", buffers, textures)
	}
}

// states returns how often frames follow the state of a context.
func states(t *testing.T, f *file.File) (n int) {
	t.Helper()
	if f == nil {
		return 0
	}
	attached := false
	for c, err := range f.Calls(0, f.Len()) {
		switch {
		case err != nil:
			t.Fatal(err)
		case c.Attach():
			attached = true
		case c.Function.IsSwap() && attached:
			n, attached = n+1, false
		}
	}
	return n
}

// A context writes and maps buffers while the state of another context that shares them is captured: no call
// fails, and no data is lost.
func TestUploadsWhileRecordingBegins(t *testing.T) {
	cmd := under(t, nil, program(t, "sharing"))
	in, err := cmd.StdinPipe()
	var printed bytes.Buffer
	cmd.Stdout = &printed
	faults, err2 := cmd.StderrPipe()
	if err = errors.Join(err, err2); err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	taken := 0
	if line, err := bufio.NewReader(faults).ReadString('\n'); line != "drawing\n" { // both contexts exist
		t.Fatalf("the program says %q, %v", line, err)
	}
	h := connect(t, cmd)
	for n := range 8 {
		h.command(&tracepb.Options{Recording: true}, false)
		testutil.Eventually(t, "a state, and a frame behind it", func() bool { return states(t, h.received()) > n })
		h.command(&tracepb.Options{}, false)
	}
	h.command(nil, true)
	f := h.end()
	_, _ = io.WriteString(in, "\n")
	if err := cmd.Wait(); err != nil || printed.String() != "errors 0, lost 0\n" {
		t.Errorf("%v: %s", err, &printed)
	}
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Function.Name == "gltrace.Buffer" && c.Args[3].Data.Capture == tracepb.Capture_CAPTURE_DATA && c.Context == 1 {
			taken++
		}
	}
	if taken < 8 {
		t.Errorf("the contents of %d buffers were taken", taken)
	}
}
