package peer

import (
	"reflect"
	"strings"
	"testing"
)

func TestParseDump(t *testing.T) {
	const dump = `
// process.name = "/bin/app"
0 eglGetDisplay(display_id = NULL) = 0x5633

7 glViewport(x = 0, y = -1, width = 1e-09, height = 32) // fake
12 glShaderSource(shader = 2, count = 2, string = {"a\n\"b\", c)", "\\\033d"}, length = {-1, 5})
13 glClear(mask = GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
14 glBufferData(target = GL_ARRAY_BUFFER, size = 4, data = blob("blob_call14.bin"), usage = GL_STATIC_DRAW)
15 glGenBuffers(n = 1, buffers = &3)
16 glInvalidateFramebuffer(target = GL_FRAMEBUFFER, numAttachments = 0, attachments = {})
17 glFinish()
`
	want := []*Call{
		{No: 0, Name: "eglGetDisplay", Args: []Arg{{"display_id", Value{}}}, Result: &Value{Kind: Pointer, Text: "0x5633"}},
		{No: 7, Name: "glViewport", Fake: true, Args: []Arg{{"x", number("0")}, {"y", number("-1")}, {"width", number("1e-09")}, {"height", number("32")}}},
		{No: 12, Name: "glShaderSource", Args: []Arg{{"shader", number("2")}, {"count", number("2")},
			{"string", list(Value{Kind: String, Text: "a\n\"b\", c)"}, Value{Kind: String, Text: "\\\033d"})}, {"length", list(number("-1"), number("5"))}}},
		{No: 13, Name: "glClear", Args: []Arg{{"mask", Value{Kind: Names, Text: "GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT"}}}},
		{No: 14, Name: "glBufferData", Args: []Arg{{"target", Value{Kind: Names, Text: "GL_ARRAY_BUFFER"}}, {"size", number("4")},
			{"data", Value{Kind: Blob, Text: "blob_call14.bin"}}, {"usage", Value{Kind: Names, Text: "GL_STATIC_DRAW"}}}},
		{No: 15, Name: "glGenBuffers", Args: []Arg{{"n", number("1")}, {"buffers", list(number("3"))}}},
		{No: 16, Name: "glInvalidateFramebuffer", Args: []Arg{{"target", Value{Kind: Names, Text: "GL_FRAMEBUFFER"}}, {"numAttachments", number("0")}, {"attachments", list()}}},
		{No: 17, Name: "glFinish"},
	}
	var got []*Call
	err := ParseDump(strings.NewReader(dump), func(c *Call) error { got = append(got, c); return nil })
	if err != nil || len(got) != len(want) {
		t.Fatalf("%d calls, %v", len(got), err)
	}
	for i := range want {
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Errorf("read %+v, want %+v", got[i], want[i])
		}
	}
}

func number(text string) Value  { return Value{Kind: Number, Text: text} }
func list(items ...Value) Value { return Value{Kind: List, Items: items} }

func TestParseDumpBad(t *testing.T) {
	for _, line := range []string{"1 glA(", "1 glA(x = ", `1 glA(x = "a)`, "1 glA(x = 1) and more", "x1 2", "1"} {
		err := ParseDump(strings.NewReader(line), func(*Call) error { return nil })
		if (err == nil) != (line[0] == 'x') {
			t.Errorf("%q: %v", line, err)
		}
	}
}
