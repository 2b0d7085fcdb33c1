package restore

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
	internal, pixel, kind Enum
	components            int
}

// formats returns the formats by the internal format.
var formats = sync.OnceValue(func() map[uint64]format {
	out := map[uint64]format{}
	table.Must("formats.tsv", formatsTable, 4, func(row []string) (struct{}, error) {
		f := format{internal: enumNamed(row[0]), pixel: enumNamed(row[1]), kind: enumNamed(row[2])}
		var err error
		f.components, err = strconv.Atoi(row[3])
		out[f.internal.Value] = f
		return struct{}{}, err
	})
	return out
})

// enumNamed panics for an unknown name, because the tables are part of the program.
func enumNamed(name string) Enum {
	e, ok := registry.Builtin().Enum(name)
	if !ok {
		panic(fmt.Sprintf("unknown enum %q", name))
	}
	return Enum{name, e.Value}
}

// layered has the targets of textures with three dimensions: GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY and
// GL_TEXTURE_CUBE_MAP_ARRAY.
var layered = map[uint64]bool{0x806F: true, 0x8C1A: true, 0x9009: true}

// cubeFace is GL_TEXTURE_CUBE_MAP_POSITIVE_X, the first face.
const cubeFace = 0x8515

// planes has the targets of images with two dimensions: GL_TEXTURE_2D and the faces of cube maps.
var planes = map[uint64]bool{texture2D: true, cubeFace: true, 0x8516: true, 0x8517: true, 0x8518: true, 0x8519: true, 0x851A: true}

// isLayered reports whether a restored texture has three dimensions.
func (x *Restorer) isLayered(c *file.Call, texture uint64) bool {
	return x.layers[member{x.target.Share(c.Context), texture}]
}

// textureContents writes a level of the texture that is bound.
func textureContents(x *Restorer, r *restored, c *file.Call) error {
	is3D := layered[c.Args[1].Uint()]
	if is3D {
		x.layers[member{x.target.Share(c.Context), c.Args[0].Uint()}] = true
		x.remember(1)
	}
	if !r.objects {
		return nil
	}
	isImmutable := r.levels > 0 && (is3D || planes[c.Args[1].Uint()])
	if isImmutable {
		x.storage(r, c, is3D)
	}
	f, ok := formats()[c.Args[3].Uint()]
	if !ok {
		return nil
	}
	pixels, err := x.texels(f, c)
	if err != nil || isImmutable && pixels == Address(0) {
		return err
	}
	name, args := "glTexImage2D", []Arg{{"target", x.symbol(c, 1)}, {"level", int(c.Args[2].Int())}, {"internalformat", f.internal}}
	switch {
	case isImmutable && is3D:
		name, args = "glTexSubImage3D", append(args[:2], Arg{"xoffset", 0}, Arg{"yoffset", 0}, Arg{"zoffset", 0})
	case isImmutable:
		name, args = "glTexSubImage2D", append(args[:2], Arg{"xoffset", 0}, Arg{"yoffset", 0})
	case is3D:
		name = "glTexImage3D"
	}
	args = append(args, sizeOf(c, is3D)...)
	if !isImmutable {
		args = append(args, Arg{"border", 0})
	}
	x.call(c, name, nil, append(args, Arg{"format", f.pixel}, Arg{"type", f.kind}, Arg{"pixels", pixels})...)
	return nil
}

// storage specifies all levels of an immutable texture, before the contents of the first one.
func (x *Restorer) storage(r *restored, c *file.Call, is3D bool) {
	target := x.symbol(c, 1)
	switch face := c.Args[1].Uint(); {
	case c.Args[2].Int() != 0 || face > cubeFace && face < cubeFace+6:
		return
	case face == cubeFace:
		target = enumNamed("GL_TEXTURE_CUBE_MAP")
	}
	name := "glTexStorage2D"
	if is3D {
		name = "glTexStorage3D"
	}
	args := []Arg{{"target", target}, {"levels", r.levels}, {"internalformat", x.symbol(c, 3)}}
	x.call(c, name, nil, append(args, sizeOf(c, is3D)...)...)
}

// sizeOf returns the arguments for the size of a level.
func sizeOf(c *file.Call, is3D bool) []Arg {
	size := []Arg{{"width", int(c.Args[4].Int())}, {"height", int(c.Args[5].Int())}}
	if is3D {
		size = append(size, Arg{"depth", int(c.Args[6].Int())})
	}
	return size
}

// texels returns the contents of a texture with as many components as its format has, or a null pointer.
func (x *Restorer) texels(f format, c *file.Call) (any, error) {
	if f.components == 0 || !c.Args[9].HasData() || c.Args[8].Uint() != f.kind.Value {
		return Address(0), nil
	}
	data, err := x.file.Payload(c.Args[9].Data.Payloads)
	size := 4
	if f.kind.Name == "GL_UNSIGNED_BYTE" {
		size = 1
	}
	return Blob(components(data, 4*size, f.components*size)), err
}

// components returns the first bytes of each pixel. The data stays as it is: payloads are shared.
func components(data []byte, size, kept int) []byte {
	n := len(data) / size
	out := make([]byte, n*kept)
	for i := range n {
		copy(out[i*kept:(i+1)*kept], data[i*size:])
	}
	return out
}
