// Package grams tells where a text may be, without looking: it keeps, for each block of a recording's calls, which three letters
// stand side by side anywhere in their words.
//
// A block that lacks three letters of a text does not have the text. One that has all of them may have it.
package grams

import "sync"

// bits is how many a set has. Numbers alone make some two thousand different threes, names as many again.
const bits = 1 << 15

// most is how many blocks have a set: 16 MiB in all. Of those beyond, nothing is known.
const most = 4096

// Set is the threes of one block, in lower case.
type Set [bits / 64]uint64

// Add adds the threes of a text.
func (s *Set) Add(text string) {
	for i := 3; i <= len(text); i++ {
		at := place(text[i-3:])
		s[at/64] |= 1 << (at % 64)
	}
}

// May reports whether all threes of a text are there. A shorter text may be anywhere.
func (s *Set) May(text string) bool {
	for i := 3; i <= len(text); i++ {
		if at := place(text[i-3:]); s[at/64]>>(at%64)&1 == 0 {
			return false
		}
	}
	return true
}

// place is the bit of the three letters that a text begins with.
func place(text string) uint32 {
	three := uint32(lower(text[0]))<<16 | uint32(lower(text[1]))<<8 | uint32(lower(text[2]))
	return three * 0x9E3779B1 >> 17
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// Sets are those of the blocks of a recording, as far as they are made. They may be used by several goroutines at once.
type Sets struct {
	mu  sync.RWMutex
	all []*Set
}

// Next is the block that wants a set next: they are made in order.
func (s *Sets) Next() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.all)
}

// Add keeps the set of the block that is next, and reports whether there is room for another.
func (s *Sets) Add(set *Set) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.all) < most {
		s.all = append(s.all, set)
	}
	return len(s.all) < most
}

// May reports whether the n-th block may have a text. Of one without a set that is not known.
func (s *Sets) May(n int, text string) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return n >= len(s.all) || s.all[n].May(text)
}
