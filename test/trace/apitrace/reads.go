package apitrace

import (
	"encoding/binary"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// reads has the vertex attributes that programs read, from both recordings: apitrace records every enabled
// client array, our recorder only those that the current program reads.
type reads struct {
	used    map[uint32]uint64 // current program, by context
	read    map[uint64]uint64 // bit mask of attributes, by program
	columns map[uint64]uint64 // columns of matrix types
	last    uint64            // columns of the attribute that was queried last
}

func newReads() reads {
	r := reads{map[uint32]uint64{}, map[uint64]uint64{}, map[uint64]uint64{}, 1}
	for _, e := range registry.Builtin().Enums {
		if size, ok := strings.CutPrefix(e.Name, "GL_FLOAT_MAT"); ok {
			r.columns[e.Value], _ = strconv.ParseUint(size[:1], 10, 8)
		}
	}
	return r
}

// never reports whether the current program of a context is known not to read an attribute.
func (r *reads) never(context uint32, attribute uint64) bool {
	read, known := r.read[r.used[context]]
	return known && read>>attribute&1 == 0
}

// learn handles changes of the current program, and the recorder's queries of linked programs.
func (c *comparer) learn(a *file.Call) error {
	const activeAttributes = 0x8b89
	r, name := &c.reads, a.Function.Name
	switch {
	case name == "glUseProgram":
		r.used[a.Context] = a.Args[0].Uint()
	case name == "glLinkProgram", name == "glProgramBinary", name == "glDeleteProgram":
		delete(r.read, a.Args[0].Uint())
	case !a.Synthetic():
	case name == "glGetProgramiv" && a.Args[1].Uint() == activeAttributes:
		r.read[a.Args[0].Uint()] = 0
	case name == "glGetActiveAttrib":
		kind, err := c.content(a.Args[5])
		if err != nil {
			return err
		}
		r.last = max(1, r.columns[uint64(binary.LittleEndian.Uint32(kind))])
	case name == "glGetAttribLocation" && a.Result.Int() >= 0:
		r.read[a.Args[0].Uint()] |= (1<<r.last - 1) << a.Result.Uint()
	}
	return nil
}
