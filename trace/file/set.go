package file

// Set is a set of functions by ID, one bit each.
type Set []uint64

// Add adds a function.
func (s *Set) Add(id uint32) {
	for int(id/64) >= len(*s) {
		*s = append(*s, 0)
	}
	(*s)[id/64] |= 1 << (id % 64)
}

// Has reports whether the set has a function.
func (s Set) Has(id uint32) bool { return int(id/64) < len(s) && s[id/64]>>(id%64)&1 != 0 }

// Meets reports whether the sets have a function in common.
func (s Set) Meets(other Set) bool {
	for i := range min(len(s), len(other)) {
		if s[i]&other[i] != 0 {
			return true
		}
	}
	return false
}
