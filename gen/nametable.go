package gen

import (
	"hash/fnv"
	"io"
)

// nameTable is an open-addressing hash table from command names to ids, at most a quarter full, as the C core
// searches it: FNV-1a, then linear probing. -1 marks an empty slot.
func nameTable(commands []*Command) []int {
	size := 4
	for size < 4*len(commands) {
		size *= 2
	}
	table := make([]int, size)
	for i := range table {
		table[i] = -1
	}
	for _, c := range commands {
		at := int(fnv1a(c.Name)) & (size - 1)
		for table[at] >= 0 {
			at = (at + 1) & (size - 1)
		}
		table[at] = c.ID
	}
	return table
}

// beginnings are sets of bits, one for each pair of letters that names begin with: of each name, the bits are there. Most
// of the names that a loader asks for lack one, and need not be hashed.
func beginnings(commands []*Command) (sets [2]uint64) {
	for _, c := range commands {
		for pair, bit := range beginning(c.Name) {
			sets[pair] |= 1 << bit
		}
	}
	return sets
}

// beginning gives the bits of a name, as the C core finds them: from two letters behind "egl", or "gl" and one more, and
// from the next two.
func beginning(name string) (bits [2]uint) {
	letters := name[min(3, len(name)):] + "\x00\x00\x00\x00"
	for pair := range bits {
		bits[pair] = (uint(letters[2*pair])*31 + uint(letters[2*pair+1])) & 63
	}
	return bits
}

// fnv1a is the hash that the C core takes.
func fnv1a(s string) uint32 {
	h := fnv.New32a()
	_, _ = io.WriteString(h, s)
	return h.Sum32()
}
