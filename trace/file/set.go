package file

import (
	"iter"
	"math/bits"
)

// Set is a set of numbers, such as IDs of functions or indices of calls, with one bit for each.
type Set []uint64

// Add adds a number.
func (s *Set) Add(id uint32) {
	for int(id/64) >= len(*s) {
		*s = append(*s, 0)
	}
	(*s)[id/64] |= 1 << (id % 64)
}

// Remove removes a number.
func (s Set) Remove(id uint32) {
	if s.Has(id) {
		s[id/64] &^= 1 << (id % 64)
	}
}

// Has reports whether the set has a number.
func (s Set) Has(id uint32) bool { return int(id/64) < len(s) && s[id/64]>>(id%64)&1 != 0 }

// Count returns the size of the set.
func (s Set) Count() (n int) {
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// All returns the numbers from one on, in order.
func (s Set) All(from uint32) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for at := int(from / 64); at < len(s); at++ {
			for word := s[at]; word != 0; word &= word - 1 {
				if id := uint32(at*64 + bits.TrailingZeros64(word)); id >= from && !yield(id) {
					return
				}
			}
		}
	}
}

// Meets reports whether the sets have a number in common.
func (s Set) Meets(other Set) bool {
	for i := range min(len(s), len(other)) {
		if s[i]&other[i] != 0 {
			return true
		}
	}
	return false
}
