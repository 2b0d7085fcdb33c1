package state

import "image/color"

// A rgb has the channels of a color, of 8 bits unless noted otherwise.
type rgb [3]int

func (c rgb) plus(d int) rgb { return rgb{c[0] + d, c[1] + d, c[2] + d} }

func (c rgb) color() color.NRGBA64 {
	return color.NRGBA64{R: etcWide(c[0]), G: etcWide(c[1]), B: etcWide(c[2]), A: 65535}
}

// intensities has, by table, the small and large values to add to the base color of a half.
var intensities = [8][2]int{{2, 8}, {5, 17}, {9, 29}, {13, 42}, {18, 60}, {24, 80}, {33, 106}, {47, 183}}

// distances are the distances between the colors of modes T and H.
var distances = [8]int{3, 6, 11, 16, 23, 32, 41, 64}

// bitWord is a block of colors. Bit 0 is the last one.
type bitWord uint64

// bits returns n bits, of which the highest is at index high.
func (w bitWord) bits(high, count uint) int { return int(w >> (high + 1 - count) & (1<<count - 1)) }

// index returns the two bits of a pixel. Pixels are ordered by columns.
func (w bitWord) index(pixel int) int {
	at := uint(pixel%etcSide*etcSide + pixel/etcSide)
	return w.bits(16+at, 1)<<1 | w.bits(at, 1)
}

// spread extends a channel of n bits to 8 by repeating its high bits.
func spread(v, bits int) int { return (v<<(8-bits) | v>>(2*bits-8)) & 255 }

// colors decodes a block. In a format with punch-through alpha, the second bit means that the block is
// opaque; otherwise it selects how the base colors of the halves are encoded.
func colors(bits uint64, out *etcBlock, holes bool) {
	w := bitWord(bits)
	flag := w.bits(33, 1) == 1
	if !holes && !flag {
		w.apart(out)
		return
	}
	base, second := rgb{}, rgb{}
	for n := range base {
		high := uint(63 - 8*n)
		base[n] = w.bits(high, 5)
		second[n] = base[n] + (w.bits(high-5, 3) ^ 4) - 4
	}
	clear := holes && !flag
	// A second base color out of range selects one of the other modes.
	switch over := func(n int) bool { return second[n] < 0 || second[n] > 31 }; {
	case over(0):
		w.modeT(out, clear)
	case over(1):
		w.modeH(out, clear)
	case over(2):
		w.planar(out)
	default:
		for n := range base {
			base[n], second[n] = spread(base[n], 5), spread(second[n], 5)
		}
		w.halves(base, second, out, clear)
	}
}

// apart decodes individual base colors, of four bits.
func (w bitWord) apart(out *etcBlock) {
	base, second := rgb{}, rgb{}
	for n := range base {
		high := uint(63 - 8*n)
		base[n], second[n] = w.bits(high, 4)*17, w.bits(high-4, 4)*17
	}
	w.halves(base, second, out, false)
}

// halves decodes two halves, which are side by side or one above the other.
func (w bitWord) halves(base, second rgb, out *etcBlock, clear bool) {
	above := w.bits(32, 1) == 1
	tables := [2][2]int{intensities[w.bits(39, 3)], intensities[w.bits(36, 3)]}
	for i := range out {
		half, c := 0, base
		if above && i >= 8 || !above && i%etcSide >= 2 {
			half, c = 1, second
		}
		small, large := tables[half][0], tables[half][1]
		if clear {
			small = 0
		}
		w.setPixel(out, i, clear, [4]rgb{c.plus(small), c.plus(large), c.plus(-small), c.plus(-large)})
	}
}

// setPixel sets a pixel to the color of its index. With punch-through alpha, the third color is transparent.
func (w bitWord) setPixel(out *etcBlock, pixel int, clear bool, paints [4]rgb) {
	index := w.index(pixel)
	out[pixel] = paints[index].color()
	if clear && index == 2 {
		out[pixel] = color.NRGBA64{}
	}
}

// modeT has one separate color and three colors in a line.
func (w bitWord) modeT(out *etcBlock, clear bool) {
	alone := rgb{(w.bits(60, 2)<<2 | w.bits(57, 2)) * 17, w.bits(55, 4) * 17, w.bits(51, 4) * 17}
	row := rgb{w.bits(47, 4) * 17, w.bits(43, 4) * 17, w.bits(39, 4) * 17}
	d := distances[w.bits(35, 2)<<1|w.bits(32, 1)]
	for i := range out {
		w.setPixel(out, i, clear, [4]rgb{alone, row.plus(d), row, row.plus(-d)})
	}
}

// modeH has two pairs of colors.
func (w bitWord) modeH(out *etcBlock, clear bool) {
	one := rgb{w.bits(62, 4), w.bits(58, 3)<<1 | w.bits(52, 1), w.bits(51, 1)<<3 | w.bits(49, 3)}
	two := rgb{w.bits(46, 4), w.bits(42, 4), w.bits(38, 4)}
	at := w.bits(34, 1)<<2 | w.bits(32, 1)<<1
	if one[0]<<8|one[1]<<4|one[2] >= two[0]<<8|two[1]<<4|two[2] { // the order of the two colors encodes one more bit
		at |= 1
	}
	d := distances[at]
	for n := range one {
		one[n], two[n] = one[n]*17, two[n]*17
	}
	for i := range out {
		w.setPixel(out, i, clear, [4]rgb{one.plus(d), one.plus(-d), two.plus(d), two.plus(-d)})
	}
}

// planar interpolates between three colors: at the origin, and at the ends of both axes.
func (w bitWord) planar(out *etcBlock) {
	o := rgb{spread(w.bits(62, 6), 6), spread(w.bits(56, 1)<<6|w.bits(54, 6), 7), spread(w.bits(48, 1)<<5|w.bits(44, 2)<<3|w.bits(41, 3), 6)}
	h := rgb{spread(w.bits(38, 5)<<1|w.bits(32, 1), 6), spread(w.bits(31, 7), 7), spread(w.bits(24, 6), 6)}
	v := rgb{spread(w.bits(18, 6), 6), spread(w.bits(12, 7), 7), spread(w.bits(5, 6), 6)}
	for i := range out {
		x, y, c := i%etcSide, i/etcSide, rgb{}
		for n := range c {
			c[n] = (x*(h[n]-o[n]) + y*(v[n]-o[n]) + 4*o[n] + 2) >> 2
		}
		out[i] = c.color()
	}
}
