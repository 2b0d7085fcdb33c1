package restore

import "github.com/gleslayergen/gleslayergen/trace/file"

// Values of glGetBufferParameteri64v.
const (
	accessFlags = 0x911F
	mapOffset   = 0x9121
	mapLength   = 0x9120
)

// Bits of the access to a mapping, and of the storage of a buffer.
const (
	invalidates  = 0x4 | 0x8 // GL_MAP_INVALIDATE_RANGE_BIT and GL_MAP_INVALIDATE_BUFFER_BIT, which the program has used
	persistent   = 0x40
	storageFlags = 0x1 | 0x2 | persistent | 0x80 // those of the mapping: reads, writes, coherent
	dynamic      = 0x100                         // GL_DYNAMIC_STORAGE_BIT_EXT
)

func mappingValue(x *Restorer, r *restored, c *file.Call) error {
	return x.keep(r, place{c.Args[1].Uint(), noIndex}, c, 2)
}

// mapping maps a range of the bound buffer at the last query of its mapping. Only immutable storage has persistent mappings.
func mapping(x *Restorer, r *restored, c *file.Call) error {
	if !r.objects {
		return nil
	}
	value := func(pname uint64) int {
		if list := r.values[place{pname, noIndex}]; len(list) > 0 {
			return int(Number(list[0]))
		}
		return 0
	}
	pointer, err := x.pointer(c, 2)
	access := uint64(value(accessFlags)) &^ invalidates
	if access&persistent != 0 {
		x.call(c, "glBufferStorageEXT", nil, Arg{"target", x.symbol(c, 0)}, Arg{"size", r.size}, Arg{"data", r.contents},
			Arg{"flags", access&storageFlags | dynamic})
	}
	x.call(c, "glMapBufferRange", pointer, Arg{"target", x.symbol(c, 0)}, Arg{"offset", value(mapOffset)},
		Arg{"length", value(mapLength)}, Arg{"access", access})
	return err
}
