package index

// Set is functions by ID: a bit each.
type Set []uint64

// Add puts a function into the set.
func (s *Set) Add(id uint32) {
	for int(id/64) >= len(*s) {
		*s = append(*s, 0)
	}
	(*s)[id/64] |= 1 << (id % 64)
}

// Has reports whether a function is in it.
func (s Set) Has(id uint32) bool { return int(id/64) < len(s) && s[id/64]>>(id%64)&1 != 0 }

// Meets reports whether a function is in both.
func (s Set) Meets(other Set) bool {
	for i := range min(len(s), len(other)) {
		if s[i]&other[i] != 0 {
			return true
		}
	}
	return false
}
