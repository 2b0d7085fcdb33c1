package index

import "sync"

// trigramBits is how many a set has. Numbers alone make some two thousand different threes, names as many again.
const trigramBits = 1 << 15

// maxTrigramBlocks is how many blocks have a set: 16 MiB in all. Of those beyond, nothing is known.
const maxTrigramBlocks = 4096

// Trigrams is the threes of one block, in lower case.
type Trigrams [trigramBits / 64]uint64

// Add adds the threes of a text.
func (s *Trigrams) Add(text string) {
	for i := 3; i <= len(text); i++ {
		at := trigramBit(text[i-3:])
		s[at/64] |= 1 << (at % 64)
	}
}

// May reports whether all threes of a text are there. A shorter text may be anywhere.
func (s *Trigrams) MayContain(text string) bool {
	for i := 3; i <= len(text); i++ {
		if at := trigramBit(text[i-3:]); s[at/64]>>(at%64)&1 == 0 {
			return false
		}
	}
	return true
}

// place is the bit of the three letters that a text begins with.
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

// TrigramIndex are those of the blocks of a recording, as far as they are made. They may be used by several goroutines at once.
type TrigramIndex struct {
	mu  sync.RWMutex
	all []*Trigrams
}

// Next is the block that wants a set next: they are made in order.
func (s *TrigramIndex) Next() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.all)
}

// Add keeps the set of the block that is next, and reports whether there is room for another.
func (s *TrigramIndex) Add(set *Trigrams) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.all) < maxTrigramBlocks {
		s.all = append(s.all, set)
	}
	return len(s.all) < maxTrigramBlocks
}

// May reports whether the n-th block may have a text. Of one without a set that is not known.
func (s *TrigramIndex) MayContain(n int, text string) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return n >= len(s.all) || s.all[n].MayContain(text)
}
