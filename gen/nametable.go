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

// beginnings is a set of bits: of each name, beginning is there. Most of the names that a loader asks for have no bit, and
// need not be hashed.
func beginnings(commands []*Command) uint64 {
	var set uint64
	for _, c := range commands {
		set |= 1 << beginning(c.Name)
	}
	return set
}

// beginning is the bit of a name, as the C core finds it: from two letters behind "egl", or "gl" and one more.
func beginning(name string) uint {
	at := min(3, len(name))
	letters := name[at:] + "\x00\x00"
	return (uint(letters[0])*31 + uint(letters[1])) & 63
}

// fnv1a is the hash that the C core takes.
func fnv1a(s string) uint32 {
	h := fnv.New32a()
	_, _ = io.WriteString(h, s)
	return h.Sum32()
}
