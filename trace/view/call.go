package view

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/state"
)

// wholeCall is a call with all its data.
type wholeCall struct {
	row
	Type string     `json:"type,omitempty"` // type of the result, in C
	Args []wholeArg `json:"args"`
	Data *captured  `json:"data,omitempty"` // data that the result points at
}

type wholeArg struct {
	arg
	Param int       `json:"param"` // index of the parameter
	Type  string    `json:"type"`  // in C
	Data  *captured `json:"data,omitempty"`
}

// captured describes the data behind a pointer.
type captured struct {
	Capture string `json:"capture"` // NULL, DATA, OFFSET, OFF, UNKNOWN, NO_ROOM, FAILED
	Size    uint64 `json:"size"`
	Kind    string `json:"kind,omitempty"` // image, text or data
	As      string `json:"as,omitempty"`   // how to show its elements by default
	URL     string `json:"url,omitempty"`
}

func (s *Server) call(r *http.Request) (any, error) {
	q := &query{values: r.URL.Query()}
	i := q.index("i", s.file.Len())
	if q.err != nil {
		return nil, q.err
	}
	c, err := s.file.Call(i)
	if err != nil {
		return nil, err
	}
	w := wholeCall{row: newRow(s.words, c), Args: []wholeArg{}}
	for n, p := range c.Function.Params {
		w.Args = append(w.Args, wholeArg{w.row.Args[n], n, p.Type, dataOf(c, n, p, c.Args[n])})
	}
	if p := c.Function.Result; p != nil {
		w.Type, w.Data = p.Type, dataOf(c, len(c.Args), *p, c.Result)
	}
	open, err := s.index.Before(r.Context(), i)
	if err != nil {
		return nil, err
	}
	w.Depth = open.Around(s.index.Kinds().Of(uint32(c.Function.ID)), c.Context)
	names, err := s.errorsOf(r.Context(), []int{i})
	w.Error = names[i]
	return w, err
}

func dataOf(c *file.Call, n int, p file.Param, v file.Value) *captured {
	if v.Data == nil {
		return nil
	}
	d := &captured{Capture: strings.TrimPrefix(v.Data.Capture.String(), "CAPTURE_"), Size: v.Data.Size}
	if v.Data.Capture != tracepb.Capture_CAPTURE_DATA {
		return d
	}
	d.Kind, d.As = "data", elements[strings.TrimPrefix(p.Element, "const ")]
	d.URL = fmt.Sprintf("api/data?i=%d&param=%d", c.Index, n)
	switch {
	case d.As == "text":
		d.Kind = "text"
	case state.HasImage(c.Function.Name):
		d.Kind, d.URL = "image", fmt.Sprintf("api/image.png?i=%d", c.Index)
	}
	return d
}

// elements maps element types to how their values are shown by default.
var elements = map[string]string{
	"GLchar": "text", "char": "text",
	"GLfloat": "f32", "GLint": "i32", "GLsizei": "i32", "GLfixed": "i32", "EGLint": "i32", "EGLAttrib": "u32",
	"GLuint": "u32", "GLenum": "u32", "GLbitfield": "u32", "GLshort": "i16", "GLushort": "u16", "GLbyte": "i8",
}
