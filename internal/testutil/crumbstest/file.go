// Package crumbstest makes small files of the module breadcrumbs.
package crumbstest

import (
	"bytes"
	"encoding/binary"
)

// Records is the number of calls that a ring of the file has space for.
const Records = 8

// Functions are the functions of the file: one that package recorder knows, one with a result, one with more arguments
// than a call has space for, and one that only this layer has.
const Functions = "glDrawArrays mode:u first:i count:i\n" +
	"glCreateShader type:u =:u\n" +
	"glCopyImageSubData srcName:u srcTarget:u srcLevel:i srcX:i srcY:i srcZ:i dstName:u dstTarget:u dstLevel:i dstX:i dstY:i dstZ:i " +
	"srcWidth:i srcHeight:i srcDepth:i\n" +
	"glMine size:I scale:f exact:d at:p =:p\n"

// Call is a call of a ring.
type Call struct {
	Number   uint64
	Function uint16
	Returned bool
	Cells    []uint32
}

// Ring is the ring of a thread.
type Ring struct {
	Thread, State uint32 // State is 1 for a thread that runs, 2 for one that ended
	Name          string
	Calls         []Call
}

// File returns a file with rings.
func File(rings ...Ring) []byte {
	head := make([]byte, 248)
	copy(head, "GLCRUMBS")
	for i, v := range []int{1, 4096, len(rings), 4096 + Records*64, Records, 64, 4711, len(Functions)} {
		binary.LittleEndian.PutUint32(head[8+4*i:], uint32(v))
	}
	binary.LittleEndian.PutUint64(head[40:], 1_800_000_000_000_000_000)
	binary.LittleEndian.PutUint32(head[48:], 3)
	copy(head[56:], "watch")
	copy(head[120:], "game")
	out := append(append(head, Functions...), make([]byte, 4096-len(head)-len(Functions))...)
	for _, r := range rings {
		out = append(out, r.bytes()...)
	}
	return out
}

func (r *Ring) bytes() []byte {
	data := make([]byte, 4096+Records*64)
	binary.LittleEndian.PutUint32(data, r.Thread)
	binary.LittleEndian.PutUint32(data[4:], r.State)
	copy(data[16:32], r.Name)
	for _, c := range r.Calls {
		var one bytes.Buffer
		returned := uint16(0)
		if c.Returned {
			returned = 1
		}
		for _, v := range []any{c.Number, uint32(c.Number / 4), c.Function, returned, c.Cells} {
			_ = binary.Write(&one, binary.LittleEndian, v) // never fails
		}
		copy(data[4096+c.Number%Records*64:], one.Bytes())
	}
	return data
}

// Sample returns a file with a thread that ended and one that did not return from its last call.
func Sample() []byte {
	running := Ring{Thread: 4712, State: 1, Name: "RenderThread"}
	for n := uint64(1); n < 20; n++ {
		running.Calls = append(running.Calls, Call{n, 0, true, []uint32{4, 0xFFFFFFFF, uint32(n)}})
	}
	running.Calls = append(running.Calls, Call{20, 1, true, []uint32{0x8B31, 7}},
		Call{21, 2, true, []uint32{1, 0x0DE1, 0, 0, 0, 0, 2, 0x0DE1, 0, 0, 0, 0}},
		Call{22, 3, false, []uint32{0xFFFFFFFE, 0xFFFFFFFF, 0x3F000000, 0, 0x3FD00000, 0x1000, 1}})
	return File(Ring{Thread: 4711, State: 2, Name: "game", Calls: []Call{{1, 1, true, []uint32{0x8B30, 3}}}}, running)
}
