//go:build heavy

package viewer

import (
	"bytes"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

// TestGPUTimesOfDraws: the GPU times of the passes of a frame and of their draws, which select the draws.
func TestGPUTimesOfDraws(t *testing.T) {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{})
	one := w.Thread(1)
	one.NewContext(1, tracetest.Contexts, 3, 0, 1)
	for range 2 {
		one.Call("glDrawArrays", 4, 0, 3).Call("glDispatchCompute", 1, 1, 1).Call("glDrawArrays", 4, 0, 6).Call("eglSwapBuffers", 1, 2, tracetest.Returns(1))
		for i := range 3 {
			one.Synthetic("gltrace.GPUTime", []int{5, 5, 0}[i], 2-i, 1000*(i+1), i/2)
		}
	}
	one.Call("eglSwapBuffers", 1, 2, tracetest.Returns(1))
	w.Close()
	p := openPage(t, out.Bytes(), "i=3&tab=gpu")
	p.waitForPanel()
	p.wait("document.getElementById('lanes').getAttribute('aria-label').includes('GPU time, context 1')")
	p.waitForText(".body.gpu", "6.00 µs in 2 passes")
	if passes := p.column(".pass h3"); len(passes) != 2 || passes[0] != "Pass 1: framebuffer 5 context 1, 2 calls, 3.00 µs (50 %)" ||
		passes[1] != "Pass 2: default framebuffer context 1, 1 call, 3.00 µs (50 %)disjoint" {
		t.Errorf("the passes are %q", passes)
	}
	if times := p.column(".pass td:nth-child(2)"); !slices.Equal(times, []string{"1.00 µs", "2.00 µs", "3.00 µs"}) {
		t.Errorf("the times are %q", times)
	}
	if here := p.column("tr[aria-current] th"); len(here) != 1 || here[0] != "glDrawArraysdisjoint" {
		t.Errorf("the selected draw is %q", here)
	}
	p.click(".pass tbody button")
	p.waitForCall(1)
	p.press("n")
	p.press("n")
	p.waitForText(".body.gpu", "This frame has no GPU times.")
}

// TestNoGPUTimes: without GPU times, the tab says how to record them.
func TestNoGPUTimes(t *testing.T) {
	p := openPage(t, recording, "i=2000&tab=gpu")
	p.waitForText(".body.gpu", "Record with --gpu-time.")
}
