package minimize

import (
	"math/bits"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// image is the size of a texture or renderbuffer that a call sets. Each of its units that is removed halves the size.
type image struct {
	call          uint32
	first         uint32 // unit
	halvings      int
	width, height int
	texel         int      // size in bytes of a pixel; 0 if the call has no data
	payloads      []uint64 // with the pixels, row by row without gaps
}

// largestImage is the largest width and height of an image that is halved; drivers have at most 32768.
const largestImage = 1 << 16

// sized has the functions that set the size of an image with the parameters width and height, and maybe pixels.
var sized = []string{"glTexImage2D", "glRenderbufferStorage"}

// addImage adds the size of an image, unless its data cannot be scaled.
func (r *Recording) addImage(c *file.Call) error {
	if !slices.Contains(sized, c.Function.Name) {
		return nil
	}
	width, _ := c.Arg("width")
	height, _ := c.Arg("height")
	x := image{call: uint32(c.Index), first: uint32(len(r.needs)), width: int(int32(width.Bits)), height: int(int32(height.Bits))}
	if min(x.width, x.height) < 1 || max(x.width, x.height) > largestImage {
		return nil
	}
	if v, _ := c.Arg("pixels"); v.HasData() {
		pixels, err := r.f.Payload(v.Data.Payloads)
		if err != nil || len(pixels) == 0 || len(pixels)%(x.width*x.height) != 0 { // the replay leaves out a call whose data is lost
			return nil
		}
		x.texel, x.payloads = len(pixels)/(x.width*x.height), v.Data.Payloads
	} else if v.Bits != 0 { // an offset into a buffer, or data that the recording lacks
		return nil
	}
	x.halvings = bits.Len(uint(max(x.width, x.height))) - 1
	for range x.halvings {
		r.needs = append(r.needs, []uint32{x.call})
	}
	r.images = append(r.images, x)
	return nil
}

// sizes returns the units that halve images.
func (r *Recording) sizes(file.Set) (out [][]uint32) {
	for _, x := range r.images {
		for i := range x.halvings {
			out = append(out, []uint32{x.first + uint32(i)})
		}
	}
	return out
}

// change halves the size as often as units are missing in a candidate.
func (x *image) change(f *file.File, candidate file.Set, changes map[int]file.Change) error {
	times := 0
	for i := range x.halvings {
		if !candidate.Has(x.first + uint32(i)) {
			times++
		}
	}
	if times == 0 || !candidate.Has(x.call) {
		return nil
	}
	width, height := max(1, x.width>>times), max(1, x.height>>times)
	change := file.Change{Args: map[string]uint64{"width": uint64(width), "height": uint64(height)}}
	if x.texel > 0 {
		pixels, err := f.Payload(x.payloads)
		if err != nil {
			return err
		}
		change.Data = map[string][]byte{"pixels": x.scaled(pixels, width, height)}
	}
	changes[int(x.call)] = change
	return nil
}

// scaled returns some of the pixels.
func (x *image) scaled(pixels []byte, width, height int) []byte {
	out := make([]byte, 0, width*height*x.texel)
	for row := range height {
		for column := range width {
			at := (row*x.height/height*x.width + column*x.width/width) * x.texel
			out = append(out, pixels[at:at+x.texel]...)
		}
	}
	return out
}
