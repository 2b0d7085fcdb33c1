package replay

import (
	"maps"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// madeCurrent is called after a context was made current. If the driver did not create the context, later calls would do nothing, so
// the player ends there.
func (x *writer) madeCurrent(c *file.Call) {
	if x.current == nil {
		x.current = map[uint32]*file.Call{}
	}
	x.current[c.Thread] = c.Clone()
	if context, known := x.find(c, contextClass, c.Args[3].Bits); known && c.Result.Bits != 0 {
		x.begin(OpContext, c)
		x.op.Register(context)
		x.emit()
	}
}

// pendingImages makes the recorder read the images that are pending at the end: each thread waits for the GPU, and makes its context
// current again.
func (x *writer) pendingImages() {
	finish, known := x.functions["glFinish"]
	if !x.options.Images || !known {
		return
	}
	for _, thread := range slices.Sorted(maps.Keys(x.current)) {
		c := x.current[thread]
		call := arguments{writer: x, call: c, plan: x.plan(c.Function)}
		if call.resolve() != "" {
			continue
		}
		x.begin(finish, c)
		x.op.flags = flagSynthetic
		x.emit()
		call.flags = flagSynthetic
		call.write()
	}
}
