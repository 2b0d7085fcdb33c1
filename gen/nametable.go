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

// fnv1a is the hash function of the C core.
func fnv1a(s string) uint32 {
	h := fnv.New32a()
	_, _ = io.WriteString(h, s)
	return h.Sum32()
}
