package apitrace

import (
	_ "embed"
	"fmt"
	"strconv"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

//go:embed data/formats.tsv
var formatsTable string

// format is how the contents of a texture are restored.
type format struct {
	internal, pixel, kind named
	components            int
}

// formats returns the formats by the internal format.
var formats = sync.OnceValue(func() map[uint64]format {
	out := map[uint64]format{}
	table.Must("formats.tsv", formatsTable, 4, func(row []string) (struct{}, error) {
		f := format{internal: enumNamed(row[0]), pixel: enumNamed(row[1]), kind: enumNamed(row[2])}
		var err error
		f.components, err = strconv.Atoi(row[3])
		out[f.internal.value] = f
		return struct{}{}, err
	})
	return out
})

// enumNamed panics for an unknown name, because the tables are part of the program.
func enumNamed(name string) named {
	e, ok := registry.Builtin().Enum(name)
	if !ok {
		panic(fmt.Sprintf("unknown enum %q", name))
	}
	return named{name, e.Value}
}

// layered has the targets of textures with three dimensions: GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY and
// GL_TEXTURE_CUBE_MAP_ARRAY.
var layered = map[uint64]bool{0x806F: true, 0x8C1A: true, 0x9009: true}

// isLayered reports whether a restored texture has three dimensions.
func (x *writer) isLayered(c *file.Call, texture uint64) bool {
	return x.layers[bufferName{x.context(c.Context).share, texture}]
}

// textureContents writes a level of the texture that is bound.
func textureContents(x *writer, r *restored, c *file.Call) error {
	is3D := layered[c.Args[1].Uint()]
	if is3D {
		x.layers[bufferName{x.context(c.Context).share, c.Args[0].Uint()}] = true
		x.remember(1)
	}
	f, ok := formats()[c.Args[3].Uint()]
	if !ok || !r.objects {
		return nil
	}
	pixels, err := x.texels(f, c)
	if err != nil {
		return err
	}
	args := []fakeArg{{"target", x.symbol(c, 1)}, {"level", int(c.Args[2].Int())}, {"internalformat", f.internal}, {"width", int(c.Args[4].Int())},
		{"height", int(c.Args[5].Int())}}
	name := "glTexImage2D"
	if is3D {
		name, args = "glTexImage3D", append(args, fakeArg{"depth", int(c.Args[6].Int())})
	}
	x.fakeCall(c.Thread, name, nil, append(args, fakeArg{"border", 0}, fakeArg{"format", f.pixel}, fakeArg{"type", f.kind}, fakeArg{"pixels", pixels})...)
	return nil
}

// texels returns the contents of a texture with as many components as its format has, or a null pointer.
func (x *writer) texels(f format, c *file.Call) (any, error) {
	if f.components == 0 || !hasData(c.Args[9]) || c.Args[8].Uint() != f.kind.value {
		return address(0), nil
	}
	data, err := x.file.Payload(c.Args[9].Data.Payloads)
	size := 4
	if f.kind.name == "GL_UNSIGNED_BYTE" {
		size = 1
	}
	return blob{0, components(data, 4*size, f.components*size)}, err
}

// components keeps the first bytes of each pixel.
func components(data []byte, size, kept int) []byte {
	n := len(data) / size
	for i := range n {
		copy(data[i*kept:(i+1)*kept], data[i*size:])
	}
	return data[:n*kept]
}
