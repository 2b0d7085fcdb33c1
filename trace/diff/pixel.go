package diff

import (
	"fmt"
	"image"
	"image/color"
	"math"
)

// Limits of Tolerant. The distance of two pixels is 0 to 1: that of Kotsarenko and Ramos, "Measuring perceived color difference
// using YIQ NTSC transmission color space in mobile applications" (2010), as pixelmatch computes it, with the limit of pixelmatch.
// The alpha of a framebuffer object and of glReadPixels is limited by itself; a window does not show its alpha.
const (
	pixelLimit = 0.1
	shareLimit = 0.01
)

// maxSquared is the square of the distance of black and white.
const maxSquared = 35215

// pixelRule says how pixels of four bytes are compared.
type pixelRule struct {
	mode  Mode
	alpha bool // alpha counts in tolerant mode, too
}

// comparePixels compares pixels of four bytes, as many as both have.
func (rule pixelRule) comparePixels(a, b []byte) (r ImageResult) {
	n, count := min(len(a), len(b))/4, 0
	for i := 0; i < 4*n; i += 4 {
		x, y := [4]byte(a[i:]), [4]byte(b[i:])
		if x == y {
			continue
		}
		r.Max = max(r.Max, rule.channelDifference(x, y))
		if rule.isDifferent(x, y) {
			count++
		}
	}
	r.Share = float64(count) / float64(max(n, 1))
	return r
}

// channelDifference returns the largest difference of a channel.
func (rule pixelRule) channelDifference(x, y [4]byte) (most int) {
	channels := 4
	if rule.mode == Tolerant && !rule.alpha {
		channels = 3
	}
	for i := range channels {
		most = max(most, int(max(x[i], y[i]))-int(min(x[i], y[i])))
	}
	return most
}

// isDifferent reports whether two pixels that are not equal are different.
func (rule pixelRule) isDifferent(x, y [4]byte) bool {
	if rule.mode != Tolerant || rule.alpha && math.Abs(float64(x[3])-float64(y[3])) > 255*pixelLimit {
		return true
	}
	r, g, b := float64(x[0])-float64(y[0]), float64(x[1])-float64(y[1]), float64(x[2])-float64(y[2])
	luma := 0.29889531*r + 0.58662247*g + 0.11448223*b
	i := 0.59597799*r - 0.27417610*g - 0.32180189*b
	q := 0.21147017*r - 0.52261711*g + 0.31114694*b
	return 0.5053*luma*luma+0.299*i*i+0.1957*q*q > maxSquared*pixelLimit*pixelLimit
}

// Difference returns an image that shows the different pixels in red on a pale A. Images of other sizes give nil.
func (p *ImagePair) Difference() image.Image {
	if p.A.Bounds() != p.B.Bounds() {
		return nil
	}
	out := image.NewNRGBA(p.A.Bounds())
	for y := out.Rect.Min.Y; y < out.Rect.Max.Y; y++ {
		for x := out.Rect.Min.X; x < out.Rect.Max.X; x++ {
			a, b := channels(p.A.At(x, y)), channels(p.B.At(x, y))
			if a != b && p.rule.isDifferent(a, b) {
				out.SetNRGBA(x, y, color.NRGBA{R: 255, A: 255})
				continue
			}
			pale := 192 + color.GrayModel.Convert(p.A.At(x, y)).(color.Gray).Y/4
			out.SetNRGBA(x, y, color.NRGBA{pale, pale, pale, 255})
		}
	}
	return out
}

func channels(c color.Color) [4]byte {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	return [4]byte{n.R, n.G, n.B, n.A}
}

func (p picture) text() string { return fmt.Sprintf("image of %d x %d pixels", p.width, p.height) }

func (r ImageResult) text() string {
	return fmt.Sprintf("%.2f %% of the pixels are different, by up to %d of 255", 100*r.Share, r.Max)
}
