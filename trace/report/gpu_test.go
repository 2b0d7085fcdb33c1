package report

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// measured returns a recording of two frames with three draws and a dispatch each. Their GPU times are 100 to 800 ns,
// and arrive in the next frame; the last ones do not arrive.
func measured(t *testing.T) *file.File {
	t.Helper()
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{})
	one := w.Thread(1)
	one.NewContext(1, tracetest.Contexts, 3, 0, 1)
	for frame := range 2 {
		if frame == 1 {
			for i := range 4 {
				one.Synthetic("gltrace.GPUTime", []int{7, 7, 0, 7}[i], 3-i, 100*(i+1), i/2%2)
			}
		}
		one.Call("glDrawArrays", 4, 0, 3).Call("glDispatchCompute", 1, 1, 1).Call("glDrawArrays", 4, 0, 3).Call("glDrawArrays", 4, 0, 3)
		one.Call("eglSwapBuffers", 1, 2, tracetest.Returns(1))
	}
	w.Close()
	f, err := file.Read(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestPasses(t *testing.T) {
	f := measured(t)
	got, err := ComputePasses(t.Context(), f, 0)
	want := []Pass{
		{1, 7, 300, false, 2, []GPUWork{{1, "glDrawArrays", 100, false}, {2, "glDispatchCompute", 200, false}}},
		{1, 0, 300, true, 1, []GPUWork{{3, "glDrawArrays", 300, true}}},
		{1, 7, 400, true, 1, []GPUWork{{4, "glDrawArrays", 400, true}}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	if got, err := ComputePasses(t.Context(), f, 1); err != nil || len(got) != 0 {
		t.Errorf("of the last frame: %+v, %v", got, err)
	}
}

func TestStatsWithGPUTimes(t *testing.T) {
	f := measured(t)
	for _, frames := range [][2]int{{0, 0}, {0, 1}, {1, 1}} {
		s, err := ComputeFrameStats(t.Context(), f, frames[0], frames[1])
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range s.Functions {
			want := map[string]FunctionStats{"glDrawArrays": {Measured: 3, GPU: 800}, "glDispatchCompute": {Measured: 1, GPU: 200}}[one.Name]
			if frames[0] == 1 {
				want = FunctionStats{}
			}
			if one.Measured != want.Measured || one.GPU != want.GPU {
				t.Errorf("frames %v: %s: %d times, in total %d", frames, one.Name, one.Measured, one.GPU)
			}
		}
	}
}
