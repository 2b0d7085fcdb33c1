//go:build linux

package live_test

import (
	"bufio"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// With the option, draws have GPU times, except those after the last swaps.
func TestGPUTimes(t *testing.T) {
	const frames = 20
	path := filepath.Join(t.TempDir(), "a.gltrace")
	output(t, under(t, []string{"GLTRACE_FILE=" + path, "GLTRACE_START=1", "GLTRACE_GPU_TIME=1"}, program(t, "scene"), "20"))
	f := recorded(t, path)
	work := map[int]bool{}
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Function.IsGPUWork() {
			work[c.Index] = true
		}
	}
	total, last, positive := len(work), -1, 0
	for one, err := range f.GPUTimes(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if !work[one.Call] {
			t.Fatalf("call %d has two times, or is not a draw or dispatch", one.Call)
		}
		if one.Call < last {
			t.Errorf("the time of call %d comes after that of call %d", one.Call, last)
		}
		if one.Time > 0 {
			positive++
		}
		last = one.Call
		delete(work, one.Call)
	}
	if len(work) > total*3/frames || positive == 0 {
		t.Errorf("of %d draws and dispatches, %d have no time, and %d a time above 0", total, len(work), positive)
	}
}

// A later recording does not describe the queries of an earlier one, of which only one context is current at its end.
func TestGPUTimesAgain(t *testing.T) {
	cmd := under(t, nil, program(t, "alternate"))
	input, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	printed, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { input.Close(); cmd.Wait() }()
	if line, err := bufio.NewReader(printed).ReadString('\n'); line != "drawing\n" {
		t.Fatalf("the program prints %q, %v", line, err)
	}
	for n := range 3 {
		h := connect(t, cmd)
		h.command(&tracepb.Options{Recording: true, GpuTime: true}, false)
		testutil.Eventually(t, "frames", func() bool { return h.frames() > 8 })
		h.command(nil, true)
		f := h.end()
		times := 0
		for _, err := range f.GPUTimes(0, f.Len()) {
			if err != nil {
				t.Fatal(err)
			}
			times++
		}
		if times == 0 {
			t.Errorf("recording %d has no times", n)
		}
		for _, one := range f.Functions() {
			if strings.HasPrefix(one.Name, "glGetQueryObject") {
				t.Errorf("recording %d has calls of %s", n, one.Name)
			}
		}
	}
}
