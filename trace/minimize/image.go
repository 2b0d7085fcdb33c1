package minimize

import (
	"math/bits"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// image is the size of a texture, a renderbuffer or an upload that a call sets. Each of its units that is removed halves the size.
type image struct {
	call          uint32
	first         uint32 // unit
	halvings      int
	level         int
	width, height int
	texel         int      // size in bytes of a pixel; 0 if the call has no data
	payloads      []uint64 // with the pixels, row by row without gaps
	others        map[string]uint64
}

// chain has the levels and faces of a texture, and uploads to them, in calls without another binding in between. The first image is
// that of the first level.
type chain struct {
	target uint64
	images []int
}

// largestImage is the largest width and height of an image that is halved; drivers have at most 32768.
const largestImage = 1 << 16

// sized has the functions that set the size of an image with the parameters width and height, and maybe pixels. The value says
// whether the image is a part of one that an earlier call made.
var sized = map[string]bool{
	"glTexImage2D": false, "glCopyTexImage2D": false, "glTexStorage2D": false, "glTexStorage2DEXT": false, "glTexSubImage2D": true,
	"glRenderbufferStorage": false, "glRenderbufferStorageMultisample": false, "glTexStorage2DMultisample": false,
}

// halved has further parameters of these functions that are halved with the size; levels is the number of levels.
var halved = []string{"xoffset", "yoffset", "levels"}

// addImage adds the size of an image, unless its data cannot be scaled.
func (r *Recording) addImage(c *file.Call) error {
	if strings.HasPrefix(c.Function.Name, "glBindTexture") || strings.HasPrefix(c.Function.Name, "glActiveTexture") {
		clear(r.chains)
	}
	isPart, known := sized[c.Function.Name]
	if !known {
		return nil
	}
	number := func(name string) int { v, _ := c.Arg(name); return int(int32(v.Bits)) }
	x := image{call: uint32(c.Index), first: uint32(len(r.needs)), level: number("level"), width: number("width"), height: number("height"), others: map[string]uint64{}}
	if min(x.width, x.height) < 1 || max(x.width, x.height) > largestImage || x.level < 0 {
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
	for _, name := range halved {
		if v, has := c.Arg(name); has {
			x.others[name] = v.Bits
		}
	}
	x.halvings = bits.Len(uint(max(x.width, x.height))) - 1
	if target, has := c.Arg("target"); !r.join(&x, c.Context, target.Bits, isPart) && has {
		r.chains[c.Context] = &chain{target.Bits, []int{len(r.images)}}
		r.all = append(r.all, r.chains[c.Context])
	}
	for range x.halvings {
		r.needs = append(r.needs, []uint32{x.call})
	}
	r.images = append(r.images, x)
	return nil
}

// join adds an image to the chain of its texture, if it is a level of it or a part. It then has as many halvings as the level.
func (r *Recording) join(x *image, context uint32, target uint64, isPart bool) bool {
	of := r.chains[context]
	if of == nil || kindOf(target) != kindOf(of.target) || !isPart && x.level == 0 && (target == of.target || kindOf(target) == target) {
		return false
	}
	base := &r.images[of.images[0]]
	width, height := max(1, base.width>>x.level), max(1, base.height>>x.level)
	if x.level > base.halvings || x.width > width || x.height > height || !isPart && (x.width != width || x.height != height) {
		return false
	}
	of.images = append(of.images, len(r.images))
	x.halvings = base.halvings - x.level
	return true
}

// kindOf returns the kind of texture of a target, which can be a face of a cube map.
func kindOf(target uint64) uint64 {
	const cubeMap, positiveX, negativeZ = 0x8513, 0x8515, 0x851A
	if target >= positiveX && target <= negativeZ {
		return cubeMap
	}
	return target
}

// sizes returns the units that halve images: first all levels of a texture, then single images.
func (r *Recording) sizes(file.Set) (out [][]uint32) {
	for _, c := range r.all {
		for i := range r.images[c.images[0]].halvings {
			if len(c.images) > 1 {
				out = append(out, r.halving(c, i))
			}
		}
	}
	for _, x := range r.images {
		for i := range x.halvings {
			out = append(out, []uint32{x.first + uint32(i)})
		}
	}
	for _, b := range r.buffers {
		for i := range b.halvings {
			out = append(out, []uint32{b.first + uint32(i)})
		}
	}
	return out
}

// halving returns the units of one halving of a texture. The smallest level does not exist after it: its calls are removed.
func (r *Recording) halving(c *chain, i int) (out []uint32) {
	for _, n := range c.images {
		if x := r.images[n]; i < x.halvings {
			out = append(out, x.first+uint32(i))
		} else {
			out = append(out, x.call)
		}
	}
	return out
}

// missing returns how many of some units are missing in a candidate.
func missing(candidate file.Set, first uint32, units int) (n int) {
	for i := range units {
		if !candidate.Has(first + uint32(i)) {
			n++
		}
	}
	return n
}

// change halves the size as often as units are missing in a candidate.
func (x *image) change(f *file.File, candidate file.Set, changes map[int]file.Change) error {
	times := missing(candidate, x.first, x.halvings)
	if times == 0 || !candidate.Has(x.call) {
		return nil
	}
	width, height := max(1, x.width>>times), max(1, x.height>>times)
	change := file.Change{Args: map[string]uint64{"width": uint64(width), "height": uint64(height)}}
	for name, value := range x.others {
		if name == "levels" {
			change.Args[name] = min(value, uint64(bits.Len(uint(max(width, height)))))
		} else {
			change.Args[name] = value >> times
		}
	}
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
