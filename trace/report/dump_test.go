package report

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

func sample(t *testing.T) *file.File {
	t.Helper()
	var b bytes.Buffer
	w := tracetest.NewWriter(&b, tracetest.Options{})
	one := w.Thread(1).NewContext(1, 0x10, 3, 2, 1)
	two := w.Thread(2).NewContext(2, 0x20, 3, 2, 1)
	for range 3 {
		one.Took(1500).Call("glEnable", "GL_BLEND").Call("glDrawArrays", "GL_TRIANGLES", 0, 3)
		two.Call("glBindTexture", "GL_TEXTURE_2D", 7)
		one.Call("glEnable", 1).Synthetic("gltrace.Error", "GL_INVALID_ENUM").Call("eglSwapBuffers", 1, 2, tracetest.Returns(1))
	}
	one.Call("glFlush")
	w.Close()
	f, err := file.Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestFilters(t *testing.T) {
	f := sample(t)
	for i, c := range []struct {
		filter Filter
		want   int
	}{
		{MatchAll(), f.Len()},
		{Filter{To: -1, Functions: []string{"glEnable"}}, 6},
		{Filter{To: -1, Functions: []string{"gl*", "!glEnable", "!gltrace*"}}, 7},
		{Filter{To: -1, Functions: []string{"!gl*"}}, 3},
		{Filter{To: -1, Argument: "gl_blend"}, 3},
		{Filter{To: -1, Argument: "egl_true"}, 3},
		{Filter{From: 1, To: 1, Functions: []string{"glEnable"}}, 2},
		{Filter{From: 1, To: -1, Functions: []string{"glEnable"}}, 4},
		{Filter{To: -1, Threads: []uint32{2}, Functions: []string{"glBind*"}}, 3},
		{Filter{To: -1, Contexts: []uint32{2}}, 3},
		{Filter{To: -1, Errors: true}, 3},
		{Filter{To: -1, Functions: []string{"glFlush"}}, 1},
		{Filter{To: 2, Functions: []string{"glFlush"}}, 0},
		{Filter{To: -1, Calls: func(call int) bool { return call == 2 || call == 4 }}, 2},
	} {
		n, err := Dump(context.Background(), new(bytes.Buffer), f, c.filter, false)
		if err != nil || n != c.want {
			t.Errorf("%d: %d calls, %v, expected %d", i, n, err, c.want)
		}
	}
	if _, err := Dump(context.Background(), new(bytes.Buffer), f, Filter{Functions: []string{"gl["}}, false); err == nil {
		t.Error("an invalid pattern was accepted")
	}
}

func TestText(t *testing.T) {
	var b bytes.Buffer
	if _, err := Dump(context.Background(), &b, sample(t), Filter{To: 0, Functions: []string{"glEnable"}}, false); err != nil {
		t.Fatal(err)
	}
	want := "2 t1 c1 0.000000400 1.5us glEnable(cap=GL_BLEND)\n5 t1 c1 0.000002300 50ns glEnable(cap=0x0001) ! GL_INVALID_ENUM\n"
	if b.String() != want {
		t.Errorf("%s\nexpected\n%s", b.String(), want)
	}
}

func TestDumpJSON(t *testing.T) {
	var b bytes.Buffer
	f := sample(t)
	if _, err := Dump(context.Background(), &b, f, MatchAll(), true); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	if len(lines) != f.Len() {
		t.Fatalf("%d lines", len(lines))
	}
	for i, line := range lines {
		var l Line
		if err := json.Unmarshal([]byte(line), &l); err != nil || l.Index != i {
			t.Errorf("%d: %s: %v", i, line, err)
		}
	}
	if want := `"name":"glEnable","args":[{"name":"cap","text":"0x0001","kind":"enum"}],"error":"GL_INVALID_ENUM"}`; !strings.HasSuffix(lines[5], want) {
		t.Errorf("%s\nexpected at its end %s", lines[5], want)
	}
}

func TestShort(t *testing.T) {
	for d, want := range map[time.Duration]string{0: "0ns", 999: "999ns", 1234: "1.23us", 2 * time.Millisecond: "2ms", 61 * time.Second: "61s"} {
		if got := fmt.Sprint(FormatDuration(d)); got != want {
			t.Errorf("%v: %s, expected %s", int64(d), got, want)
		}
	}
}
