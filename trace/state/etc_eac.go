package state

import "encoding/binary"

// modifiers has the values to be multiplied, by the table of a block. The second half of a row is the
// complement of the first.
var modifiers = [16][4]int{
	{-3, -6, -9, -15}, {-3, -7, -10, -13}, {-2, -5, -8, -13}, {-2, -4, -6, -13},
	{-3, -6, -8, -12}, {-3, -7, -9, -11}, {-4, -7, -8, -11}, {-3, -5, -8, -11},
	{-2, -6, -8, -10}, {-2, -5, -8, -10}, {-2, -4, -8, -10}, {-2, -5, -7, -10},
	{-3, -4, -7, -10}, {-1, -2, -3, -10}, {-4, -6, -8, -9}, {-3, -5, -7, -9},
}

// scale is a block of one channel: a base, a multiplier, a table, and three bits for each pixel.
type scale uint64

func (s scale) multiplier() int { return int(s >> 52 & 15) }

// modifier returns the modifier of a pixel. Pixels are ordered by columns.
func (s scale) modifier(pixel int) int {
	index := s >> (45 - 3*(pixel%etcSide*etcSide+pixel/etcSide)) & 7
	v := modifiers[s>>48&15][index&3]
	if index >= 4 {
		return -v - 1
	}
	return v
}

// at returns a pixel with 8 bits.
func (s scale) at(pixel int) int { return int(s>>56) + s.modifier(pixel)*s.multiplier() }

// deep returns a pixel with 11 bits; a signed one is from -1023 to 1023.
func (s scale) deep(pixel int, signed bool) int {
	base, least, most := int(s>>56)*8+4, 0, 2047
	if signed {
		base, least, most = max(int(int8(s>>56)), -127)*8, -1023, 1023
	}
	step := max(s.multiplier()*8, 1)
	return min(max(base+s.modifier(pixel)*step, least), most)
}

// eac decodes one or two channels of 11 bits. Negative values become zero.
func eac(signed bool, channels int) func([]byte, *etcBlock) {
	most := 2047
	if signed {
		most = 1023
	}
	return func(b []byte, out *etcBlock) {
		for i := range out {
			c := [2]uint16{}
			for n := range channels {
				v := scale(binary.BigEndian.Uint64(b[8*n:])).deep(i, signed)
				c[n] = uint16((max(v, 0)*65535 + most/2) / most)
			}
			out[i].R, out[i].G, out[i].B, out[i].A = c[0], c[1], 0, 65535
		}
	}
}
