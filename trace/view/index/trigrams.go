package index

import "sync"

// trigramBits is the number of bits of a set. Numbers have about two thousand different trigrams, and names
// about as many.
const trigramBits = 1 << 15

// maxTrigramBlocks is the maximum number of blocks with a set: 16 MiB in all. Blocks beyond it are always
// searched.
const maxTrigramBlocks = 4096

// Trigrams is the set of trigrams of one block, in lower case.
type Trigrams [trigramBits / 64]uint64

// Add adds the trigrams of a text.
func (s *Trigrams) Add(text string) {
	for i := 3; i <= len(text); i++ {
		at := trigramBit(text[i-3:])
		s[at/64] |= 1 << (at % 64)
	}
}

// MayContain reports whether the set has all trigrams of a text. It returns true for a text of fewer than
// three letters.
func (s *Trigrams) MayContain(text string) bool {
	for i := 3; i <= len(text); i++ {
		if at := trigramBit(text[i-3:]); s[at/64]>>(at%64)&1 == 0 {
			return false
		}
	}
	return true
}

// trigramBit returns the bit of the first three letters of a text.
func trigramBit(text string) uint32 {
	three := uint32(lowerASCII(text[0]))<<16 | uint32(lowerASCII(text[1]))<<8 | uint32(lowerASCII(text[2]))
	return three * 0x9E3779B1 >> 17
}

func lowerASCII(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// TrigramIndex has the sets of the blocks of a recording that were computed so far. It is safe for concurrent
// use.
type TrigramIndex struct {
	mu  sync.RWMutex
	all []*Trigrams
}

// Next returns the next block to compute: sets are added in order.
func (s *TrigramIndex) Next() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.all)
}

// Add adds the set of the next block and reports whether there is space for another.
func (s *TrigramIndex) Add(set *Trigrams) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.all) < maxTrigramBlocks {
		s.all = append(s.all, set)
	}
	return len(s.all) < maxTrigramBlocks
}

// MayContain reports whether block n may contain a text. It returns true for a block without a set.
func (s *TrigramIndex) MayContain(n int, text string) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return n >= len(s.all) || s.all[n].MayContain(text)
}
