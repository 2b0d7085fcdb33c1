package apitrace

import (
	"github.com/gleslayergen/gleslayergen/trace/apitrace/events"
	"github.com/gleslayergen/gleslayergen/trace/state"
)

// pixelFunctions has the functions whose last parameter is pixels in the layout of glPixelStorei.
var pixelFunctions = map[string]bool{"glTexImage2D": true, "glTexSubImage2D": true, "glTexImage3D": true, "glTexSubImage3D": true,
	"glTexImage3DOES": true, "glTexSubImage3DOES": true}

// storesPixels handles glPixelStorei. An export adds such calls around textures, because the pixels of a recording have no gaps.
func (x *importer) storesPixels(t *importThread, c *events.Call) bool {
	if c.Fake {
		x.storedPixels(t, c)
	}
	return !c.Fake
}

func (x *importer) storedPixels(t *importThread, c *events.Call) {
	pname := c.Args[0].Bits
	if _, unpack := tight[pname]; unpack && t.context != nil {
		t.context.unpack[pname] = int64(int32(integer(c.Args[1])))
	}
}

// pixels returns the pixels that a call reads, without gaps, and whether they are known.
func (x *importer) pixels(t *importThread, c *events.Call, p *importPlan, memory []byte) ([]byte, bool) {
	side := func(name string) int64 {
		for i, q := range p.definition.GetParameters() {
			if q.GetName() == name {
				return int64(int32(c.Args[i].Bits))
			}
		}
		return 1
	}
	word := func(name string) uint32 { return uint32(side(name)) }
	width, height, depth := side("width"), side("height"), side("depth")
	pixel := int64(state.PixelSize(word("format"), word("type")))
	if pixel == 0 || t.context == nil || width <= 0 || height <= 0 || depth <= 0 {
		return memory, pixel > 0 || len(memory) == 0
	}
	if most := int64(len(memory)); width > most || height > most || depth > most {
		return nil, false
	}
	l := layoutOf(t.context.unpack, pixel, width, height, depth)
	if l.row == l.stride && l.start == 0 && (depth == 1 || l.image == height*l.stride) {
		return memory, true
	}
	for z := range depth {
		for y := range height {
			at := l.start + z*l.image + y*l.stride
			if at > int64(len(memory)) || l.row > int64(len(memory))-at {
				return nil, false
			}
			x.made.data = append(x.made.data, memory[at:at+l.row]...)
		}
	}
	return x.made.data, true
}

// pixelLayout is where pixels are in memory, in bytes.
type pixelLayout struct{ start, row, stride, image int64 }

// mostImage is the largest size of an image in a layout: more than any data, and small enough for sums.
const mostImage = 1 << 40

// layoutOf returns the layout of pixels. The sizes are at most those of the data. ES 3.2, section 8.4.4.1.
func layoutOf(unpack map[uint64]int64, pixel, width, height, depth int64) pixelLayout {
	value := func(name uint64, or int64) int64 {
		if v := unpack[name]; v > 0 && v <= 1<<20 {
			return v
		}
		return or
	}
	l := pixelLayout{row: width * pixel}
	align := value(alignment, 1)
	l.stride = (value(rowLength, width)*pixel + align - 1) / align * align
	l.image = min(l.stride*value(imageHeight, height), mostImage)
	l.start = value(skipPixels, 0)*pixel + value(skipRows, 0)*l.stride
	if depth > 1 || value(skipImages, 0) > 0 {
		l.start += value(skipImages, 0) * l.image
	}
	return l
}
