package apitrace

import (
	"github.com/gleslayergen/gleslayergen/trace/file"
)

func (x *writer) bindArray(c *file.Call) error {
	x.context(c.Context).array = c.Args[0].Uint()
	return nil
}

// mapped is called after a range of a buffer was mapped.
func (x *writer) mapped(c *file.Call) error {
	return x.keepMapping(c, c.Args[1].Uint())
}

// mappedWhole is called after a whole buffer was mapped.
func (x *writer) mappedWhole(c *file.Call) error { return x.keepMapping(c, 0) }

func (x *writer) keepMapping(c *file.Call, offset uint64) error {
	if c.Result.Bits != 0 {
		x.mappings[x.name(c)] = mapping{c.Result.Bits, offset}
		x.remember(1)
	}
	return nil
}

// copied writes the data that the program wrote to a mapping, as apitrace does it: as a call of memcpy.
func (x *writer) copied(c *file.Call) (bool, error) {
	name := bufferName{x.context(c.Context).share, c.Args[1].Uint()}
	m, known := x.mappings[name]
	offset, data := c.Args[2].Uint(), c.Args[4]
	if !known || !data.HasData() || offset < m.offset {
		return false, nil
	}
	content, err := x.file.Payload(data.Data.Payloads)
	if err != nil || len(content) == 0 {
		return false, err
	}
	to := address(m.address + offset - m.offset)
	x.fakeCall(c.Thread, "memcpy", to, fakeArg{"dest", to}, fakeArg{"src", blob{0, content}}, fakeArg{"n", uint64(len(content))})
	return false, nil
}
