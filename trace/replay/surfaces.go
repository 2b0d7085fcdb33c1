package replay

import (
	"encoding/binary"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

const (
	surfaceHeight = 0x3056
	surfaceWidth  = 0x3057
	configNone    = 0x3038
)

// config gives the register of a configuration a value, if the lists of the replay's driver were shorter.
func (x *writer) config(c *file.Call) {
	handle := c.Args[1].Bits
	if handle == 0 {
		return
	}
	x.configOp(c, x.of(x.objectOf(c, configClass, handle)), handle)
}

// configOp gives a register a configuration like that of a handle, if it has none.
func (x *writer) configOp(c *file.Call, r Register, handle uint64) {
	list := []byte{}
	for _, a := range append(x.survey.configs[handle].list(), configNone) {
		list = binary.LittleEndian.AppendUint32(list, a)
	}
	x.begin(OpConfig, c)
	x.op.number(uint64(r))
	x.op.data(KindData, list)
	x.emit()
}

// surface tells the size of the surface that a call creates, if it is known.
func (x *writer) surface(c *file.Call) {
	x.config(c)
	size, _ := x.sizeOf(c)
	x.nextSize(c, size)
}

// nextSize sets the size of the next window or pixmap, if it is known.
func (x *writer) nextSize(c *file.Call, size extent) {
	if size.isUnknown() {
		return
	}
	x.begin(OpSurface, c)
	x.op.number(uint64(size.width))
	x.op.number(uint64(size.height))
	x.emit()
}

// queriedConfig is called before a program queries a configuration. It gives it a register if it is in no list.
func (x *writer) queriedConfig(c *file.Call) {
	if _, known := x.find(c, configClass, c.Args[1].Bits); !known {
		x.config(c)
	}
}

// sizeOf returns the size of the surface that a call creates, and whether it follows that of the recorded surface.
func (x *writer) sizeOf(c *file.Call) (size extent, follows bool) {
	if o := x.options; o.Width > 0 && o.Height > 0 && strings.Contains(c.Function.Name, "Window") {
		return extent{int32(o.Width), int32(o.Height)}, false
	}
	return x.survey.sizes[c.Index], true
}

func (x *writer) createdSurface(c *file.Call) {
	if size, follows := x.sizeOf(c); follows {
		x.sizes[c.Result.Bits] = size
	} else {
		delete(x.sizes, c.Result.Bits)
	}
}

// resized changes the size of a surface to that which the recorder queried.
func (x *writer) resized(c *file.Call) {
	x.resize(c, c.Args[1].Bits, extent{}.with(surfaceWidth, c.Args[3].Bits).with(surfaceHeight, c.Args[4].Bits))
}

// queriedSize changes the size of a surface before the program queries it.
func (x *writer) queriedSize(c *file.Call) {
	list, err := x.file.Words(c.Args[3])
	if err == nil && len(list) > 0 {
		surface := c.Args[1].Bits
		x.resize(c, surface, x.sizes[surface].with(c.Args[2].Bits, uint64(list[0])))
	}
}

// resize changes the size of a surface whose size is known and is another one.
func (x *writer) resize(c *file.Call, surface uint64, size extent) {
	old, known := x.sizes[surface]
	if !known || old.isUnknown() || size.isUnknown() || old == size {
		return
	}
	x.sizes[surface] = size
	x.begin(OpResize, c)
	x.name(c, "surface", surface)
	x.op.number(uint64(size.width))
	x.op.number(uint64(size.height))
	x.emit()
}

// source has the contents of the source of the image that a call creates, if the recording has them.
func (x *writer) source(c *file.Call) {
	at, ok := x.survey.sources[c.Index]
	if !ok {
		return
	}
	of, err := x.file.Call(at)
	if err != nil {
		x.fail(err)
		return
	}
	x.begin(OpSource, c)
	for _, name := range []string{"width", "height"} {
		v, _ := of.Arg(name)
		x.op.number(v.Bits)
	}
	x.op.number(formatOf(of))
	x.payload(of)
}

// formatOf returns the format of an AHardwareBuffer, or else that of a dma-buf.
func formatOf(source *file.Call) uint64 {
	v, _ := source.Arg("format")
	if v.Bits == 0 {
		v, _ = source.Arg("fourcc")
	}
	return v.Bits
}

// payload adds the last argument, which is data, and writes the operation.
func (x *writer) payload(c *file.Call) { x.payloadBy(c, x.file.Payloads) }

// payloadBy is payload with a function that reads the data, which is valid until its next call.
func (x *writer) payloadBy(c *file.Call, read func([]uint64) ([][]byte, error)) {
	if v, _ := c.Arg("data"); v.HasData() {
		x.op.stored(v.Data.Payloads, read)
		x.emit()
	}
}
