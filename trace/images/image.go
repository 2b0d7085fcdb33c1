package images

import (
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"

	"github.com/gleslayergen/gleslayergen/trace/replay"
	"github.com/gleslayergen/gleslayergen/trace/state"
)

// Image is an image of a replay.
type Image struct {
	Moment
	Attachment string   `json:"attachment"` // color0 and so on, depth, stencil, overdraw or wireframe
	Width      int      `json:"width"`
	Height     int      `json:"height"`
	Lowest     *float64 `json:"lowest,omitempty"` // value of the pixels: black, unless the values are fractions of 0 to 1
	Highest    *float64 `json:"highest,omitempty"`
	Fragments  int      `json:"fragments,omitempty"` // of overdraw: the sum of the counts

	Picture image.Image `json:"-"` // the top row first

	reading replay.Reading
}

// Failure is an image that could not be made.
type Failure struct {
	Moment
	Attachment string `json:"attachment"`
	Reason     string `json:"reason"`
}

func (f *Failure) Error() string { return f.Reason }

// Name returns the name of the file of an image, without its suffix.
func (i *Image) Name() string {
	name := "end"
	if i.Frame >= 0 {
		name = fmt.Sprintf("frame-%d", i.Frame)
	}
	if i.Pass >= 0 {
		name += fmt.Sprintf("-pass-%d-draw-%d", i.Pass, i.Draw)
	}
	return name + "-" + i.Attachment
}

// nameOf returns the name of an attachment.
func (p *Plan) nameOf(a replay.Attachment) string {
	if a == 0 {
		return string(p.options.What)
	}
	return Name(a)
}

// Name returns the name of an attachment: color0 and so on, depth or stencil.
func Name(a replay.Attachment) string {
	switch a {
	case replay.Depth:
		return "depth"
	case replay.Stencil:
		return "stencil"
	}
	return fmt.Sprintf("color%d", a-replay.Color)
}

// Image returns the image of a result. It returns nil if the framebuffer does not have the attachment, and a Failure if the player
// could not read it.
func (p *Plan) Image(r *replay.Reading) (*Image, error) {
	of, known := p.read(r.ID)
	if !known {
		return nil, fmt.Errorf("the player has the result of an unknown request %d", r.ID)
	}
	return Of(of.Moment, p.nameOf(of.attachment), r)
}

// Of returns the image of a result: of an attachment color0 and so on, depth, stencil, overdraw or wireframe. It returns nil and a
// Failure as Plan.Image does. The pixels of the image are valid as long as the data of the result.
func Of(m Moment, attachment string, r *replay.Reading) (*Image, error) {
	i := &Image{Moment: m, Attachment: attachment, Width: r.Width, Height: r.Height, reading: *r}
	switch {
	case r.Failure != "":
		return nil, &Failure{m, attachment, r.Failure}
	case r.Data == nil:
		return nil, nil
	}
	if err := i.convert(r); err != nil {
		return nil, &Failure{m, attachment, err.Error()}
	}
	return i, nil
}

// read returns the request with an ID.
func (p *Plan) read(id uint64) (read, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if id >= uint64(len(p.reads)) {
		return read{}, false
	}
	return p.reads[id], true
}

// Formats and types of pixels that the player returns.
const (
	rgba           = 0x1908
	red            = 0x1903
	rgbaInteger    = 0x8D99
	depthComponent = 0x1902
	stencilIndex   = 0x1901
	typeInt        = 0x1404
	typeUint       = 0x1405
	typeFloat      = 0x1406
)

// The largest width or height of a picture, and the largest number of its pixels: 4096 x 4096.
const (
	largestSide = 1 << 16
	mostPixels  = 1 << 24
)

// convert sets the picture. Values that are not fractions of 0 to 1 are scaled, from the lowest to the highest one.
func (i *Image) convert(r *replay.Reading) (err error) {
	if n := int64(r.Width) * int64(r.Height); r.Width <= 0 || r.Height <= 0 || max(r.Width, r.Height) > largestSide || n > mostPixels {
		return fmt.Errorf("%d x %d pixels are too many: at most %d can be written", r.Width, r.Height, mostPixels)
	}
	values := 1 // of a pixel, with 32 bits
	switch {
	case r.Format == stencilIndex:
		i.Picture, err = indexed(r, stencilColors)
		return err
	case r.Format == red && i.Attachment == string(Wireframe):
		i.Picture, err = indexed(r, lineColors)
		return err
	case r.Format == red:
		i.Picture, err = indexed(r, countColors)
		i.count(r.Data)
		return err
	case r.Format == rgba && r.Type == typeUbyte:
		i.Picture, err = bytesOf(r)
		return err
	case r.Type != typeFloat && r.Format != rgbaInteger && r.Format != depthComponent:
		i.Picture, err = state.Picture(r.Data, r.Width, r.Height, r.Format, r.Type)
		if errors.Is(err, state.ErrUnknown) { // too little data
			return errSize(r)
		}
		return err
	case r.Format != depthComponent:
		values = 4
	}
	if int64(r.Width)*int64(r.Height)*int64(values)*4 != int64(len(r.Data)) {
		return errSize(r)
	}
	all := numbers(r)
	lowest, highest := bounds(all)
	i.Lowest, i.Highest = &lowest, &highest
	black, white := lowest, highest
	if r.Type == typeFloat && r.Format == rgba {
		black, white = 0, 1
	}
	i.Picture = scaled(r.Width, r.Height, values, all, black, white)
	return nil
}

func errSize(r *replay.Reading) error {
	return fmt.Errorf("the player returned %d bytes for %d x %d pixels", len(r.Data), r.Width, r.Height)
}

// numbers returns the values of pixels.
func numbers(r *replay.Reading) []float64 {
	out := make([]float64, len(r.Data)/4)
	for at := range out {
		switch bits := binary.LittleEndian.Uint32(r.Data[4*at:]); r.Type {
		case typeFloat:
			out[at] = float64(math.Float32frombits(bits))
		case typeInt:
			out[at] = float64(int32(bits))
		case typeUint:
			out[at] = float64(bits)
			if r.Format == depthComponent {
				out[at] /= math.MaxUint32
			}
		}
	}
	return out
}

// bounds returns the lowest and the highest finite value.
func bounds(all []float64) (lowest, highest float64) {
	lowest, highest = math.Inf(1), math.Inf(-1)
	for _, v := range all {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			lowest, highest = min(lowest, v), max(highest, v)
		}
	}
	if lowest > highest {
		return 0, 0
	}
	return lowest, highest
}

// scaled returns a picture with 16 bits for each channel: gray for one value of a pixel, else colors. If all values are equal, they
// are white.
func scaled(width, height, values int, all []float64, lowest, highest float64) image.Image {
	channel := func(v float64) uint16 {
		if lowest == highest {
			return math.MaxUint16
		}
		v = (v - lowest) / (highest - lowest)
		if !(v > 0) { // or not a number
			return 0
		}
		return uint16(math.Round(min(v, 1) * math.MaxUint16))
	}
	bounds := image.Rect(0, 0, width, height)
	gray, colors := &image.Gray16{}, &image.NRGBA64{}
	if values == 1 {
		gray = image.NewGray16(bounds)
	} else {
		colors = image.NewNRGBA64(bounds)
	}
	for y := range height {
		for x := range width {
			v := all[((height-1-y)*width+x)*values:]
			if values == 1 {
				gray.SetGray16(x, y, color.Gray16{Y: channel(v[0])})
			} else {
				colors.SetNRGBA64(x, y, color.NRGBA64{R: channel(v[0]), G: channel(v[1]), B: channel(v[2]), A: channel(v[3])})
			}
		}
	}
	if values == 1 {
		return gray
	}
	return colors
}

// indexed returns a picture with a palette, whose indices are the values of the pixels.
func indexed(r *replay.Reading, colors color.Palette) (image.Image, error) {
	if int64(r.Width)*int64(r.Height) != int64(len(r.Data)) {
		return nil, errSize(r)
	}
	out := image.NewPaletted(image.Rect(0, 0, r.Width, r.Height), colors)
	for y := range r.Height {
		copy(out.Pix[y*out.Stride:], r.Data[(r.Height-1-y)*r.Width:(r.Height-y)*r.Width])
	}
	return out, nil
}

// bytesOf returns a picture with 8 bits for each channel.
func bytesOf(r *replay.Reading) (image.Image, error) {
	out := image.NewNRGBA(image.Rect(0, 0, r.Width, r.Height))
	if len(out.Pix) != len(r.Data) {
		return nil, errSize(r)
	}
	for y := range r.Height {
		copy(out.Pix[y*out.Stride:(y+1)*out.Stride], r.Data[(r.Height-1-y)*out.Stride:])
	}
	return out, nil
}

// stencilColors has a color for each value of the stencil buffer: 0 is black, and values next to each other differ.
var stencilColors = func() color.Palette {
	out := make(color.Palette, 256)
	for i := range out {
		spread := uint8(i)
		spread = spread&0xF0>>4 | spread&0x0F<<4 // the low bits differ most
		spread = spread&0xCC>>2 | spread&0x33<<2
		spread = spread&0xAA>>1 | spread&0x55<<1
		out[i] = color.RGBA{R: spread, G: uint8(37 * i), B: uint8(101 * i), A: 255}
	}
	return out
}()

// count adds what the counts of the pixels are.
func (i *Image) count(counts []byte) {
	all := make([]float64, len(counts))
	for at, n := range counts {
		all[at] = float64(n)
		i.Fragments += int(n)
	}
	lowest, highest := bounds(all)
	i.Lowest, i.Highest = &lowest, &highest
}

// countColors has a color for each count: 0 is black, 1 blue, and each doubling is the next color, up to white.
var countColors = func() color.Palette {
	stops := []color.RGBA{{0, 0, 160, 255}, {0, 150, 200, 255}, {0, 180, 60, 255}, {230, 220, 0, 255}, {250, 130, 0, 255}, {230, 0, 0, 255}, {255, 255, 255, 255}}
	out := color.Palette{color.RGBA{A: 255}}
	for n := 1; n < 256; n++ {
		at := min(math.Log2(float64(n)), float64(len(stops)-1))
		i := min(int(at), len(stops)-2)
		a, b, part := stops[i], stops[i+1], at-float64(i)
		mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a)*(1-part) + float64(b)*part)) }
		out = append(out, color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255})
	}
	return out
}()

// lineColors shows where lines are.
var lineColors = func() color.Palette {
	out := color.Palette{color.RGBA{A: 255}}
	for len(out) < 256 {
		out = append(out, color.RGBA{255, 255, 255, 255})
	}
	return out
}()
