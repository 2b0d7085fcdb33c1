package crumbs

import (
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/crumbstest"
	"github.com/gleslayergen/gleslayergen/trace/record/recorder"
)

// read reads a file that must be valid.
func read(t *testing.T, data []byte) *File {
	t.Helper()
	f, err := Read(data)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestReport(t *testing.T) {
	definitions, err := recorder.Definitions()
	if err != nil {
		t.Fatal(err)
	}
	f := read(t, crumbstest.Sample())
	const want = `game, process 4711, layer watch, since 2027-01-15 08:00:00 UTC

thread 4711 game, which ended: the last 1 of 1 calls in the file
        CALL    FRAME
           1        0  glCreateShader(type=GL_FRAGMENT_SHADER) = 3

thread 4712 RenderThread: the last 4 of 8 calls in the file
        CALL    FRAME
          19        4  glDrawArrays(mode=GL_TRIANGLES, first=-1, count=19)
          20        5  glCreateShader(type=GL_VERTEX_SHADER) = 7
          21        5  glCopyImageSubData(srcName=1, srcTarget=GL_TEXTURE_2D, srcLevel=0, srcX=0, srcY=0, srcZ=0, dstName=2, dstTarget=GL_TEXTURE_2D, dstLevel=0, dstX=0, dstY=0, dstZ=0, ...)
          22        5  glMine(size=-2, scale=0.5, exact=0.25, at=0x100001000)  <- did not return
`
	if got := f.Report(NewFormatter(definitions), 4, "").Text(); got != want {
		t.Errorf("got\n%s", got)
	}
	if f.Refused != 3 || len(f.Threads[1].Unfinished()) != 1 {
		t.Errorf("%+v", f)
	}
	for thread, want := range map[string]int{"4711": 1, "RenderThread": 1, "": 2, "no": 0} {
		if got := f.Report(NewFormatter(nil), 0, thread); len(got.Threads) != want {
			t.Errorf("thread %q: %d", thread, len(got.Threads))
		}
	}
	if got := f.Report(NewFormatter(nil), 1, "4711").Threads[0].Calls[0].Text; got != "glCreateShader(type=0x8b30) = 0x3" {
		t.Errorf("without definitions: %s", got)
	}
}

// A call that is half written has the number 0 or an old number. It and what is before it are not calls.
func TestHalfWritten(t *testing.T) {
	calls := func(numbers ...uint64) (list []crumbstest.Call) {
		for _, n := range numbers {
			list = append(list, crumbstest.Call{Number: n, Returned: true})
		}
		return list
	}
	for name, c := range map[string]struct {
		ring []crumbstest.Call
		want []uint64
	}{
		"no call":                       {nil, nil},
		"some calls":                    {calls(1, 2, 3), []uint64{1, 2, 3}},
		"the oldest is being written":   {calls(10, 11, 12, 13, 14, 15, 16), []uint64{10, 11, 12, 13, 14, 15, 16}},
		"one is missing":                {calls(1, 2, 4, 5), []uint64{4, 5}},
		"a function that is not listed": {append(calls(1, 2), crumbstest.Call{Number: 3, Function: 99}), []uint64{1, 2}},
	} {
		f := read(t, crumbstest.File(crumbstest.Ring{Thread: 1, State: 1, Calls: c.ring}))
		var got []uint64
		for _, call := range f.Threads[0].Calls {
			got = append(got, call.Number)
		}
		if len(got) != len(c.want) || len(got) > 0 && (got[0] != c.want[0] || got[len(got)-1] != c.want[len(c.want)-1]) {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

func TestDamaged(t *testing.T) {
	for name, c := range map[string]struct {
		damage func(data []byte) []byte
		want   string
	}{
		"empty":      {func([]byte) []byte { return nil }, "not a file of the module breadcrumbs"},
		"other":      {func(data []byte) []byte { data[0] = 0; return data }, "not a file of the module breadcrumbs"},
		"newer":      {func(data []byte) []byte { data[8] = 2; return data }, "the format has version 2, and this program reads version 1; update gleslayergen"},
		"cut":        {func(data []byte) []byte { return data[:5000] }, "truncated: 5000 bytes"},
		"many rings": {func(data []byte) []byte { binary.LittleEndian.PutUint32(data[16:], 1<<31); return data }, "damaged: 2147483648 rings"},
		"no record":  {func(data []byte) []byte { binary.LittleEndian.PutUint32(data[24:], 0); return data }, "damaged"},
		"wrong type": {func(data []byte) []byte { data[248+len("glDrawArrays mode:")] = 'x'; return data }, `unknown type in "mode:x"`},
		"no function": {func(data []byte) []byte {
			data[248+len("glDraw")] = '\n'
			data[248+len("glDraw")+1] = '\n'
			return data
		}, "function 1 has no name"},
	} {
		if _, err := Read(c.damage(crumbstest.Sample())); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Read([]byte("GL")); !errors.Is(err, ErrMagic) {
		t.Error(err)
	}
}

// Any file gives a report or an error.
func FuzzRead(f *testing.F) {
	f.Add(crumbstest.Sample())
	f.Add(crumbstest.File())
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Read(data)
		if err != nil {
			return
		}
		r := file.Report(NewFormatter(nil), 0, "")
		if len(r.Threads) != len(file.Threads) || r.Text() == "" {
			t.Errorf("%d threads of %d", len(r.Threads), len(file.Threads))
		}
	})
}
