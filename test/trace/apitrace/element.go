package apitrace

import (
	"encoding/binary"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// element is the layout in memory of an element of an array.
type element struct {
	size int
	cell tracepb.Cell
}

func (e element) same(data []byte, item Value) error {
	var eight [8]byte
	copy(eight[:], data[:e.size])
	bits := binary.LittleEndian.Uint64(eight[:])
	if e.size < 4 {
		return sameBits(bits, item, 1<<(8*e.size)-1)
	}
	return scalar(e.cell, bits, item)
}

var elements = map[string]element{
	"GLfloat": {4, tracepb.Cell_CELL_FLOAT}, "GLint": {4, tracepb.Cell_CELL_INT}, "GLuint": {4, tracepb.Cell_CELL_UINT},
	"GLenum": {4, tracepb.Cell_CELL_UINT}, "GLsizei": {4, tracepb.Cell_CELL_INT}, "EGLint": {4, tracepb.Cell_CELL_INT},
	"GLboolean": {1, tracepb.Cell_CELL_INT}, "GLubyte": {1, tracepb.Cell_CELL_INT}, "GLshort": {2, tracepb.Cell_CELL_INT},
	"GLushort": {2, tracepb.Cell_CELL_INT}, "GLint64": {8, tracepb.Cell_CELL_LONG}, "GLuint64": {8, tracepb.Cell_CELL_ULONG},
	"EGLAttrib": {8, tracepb.Cell_CELL_LONG}, "GLsizeiptr": {8, tracepb.Cell_CELL_LONG}, "GLintptr": {8, tracepb.Cell_CELL_LONG},
	"EGLConfig": {8, tracepb.Cell_CELL_ULONG}, "GLfixed": {4, tracepb.Cell_CELL_INT},
}
