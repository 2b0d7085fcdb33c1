package diff

// scope says where the names of a class are unique.
type scope uint8

const (
	everywhere scope = iota
	shareGroup
	inContext
)

// relationKey identifies the names of a class in a context or share group of A.
type relationKey struct {
	class string
	owner uint32 // number of the context or share group; 0 for handles
}

// objectKey identifies an object of A.
type objectKey struct {
	owner uint32
	name  uint64
}

// relation is a one-to-one relation between the names of A and of B.
type relation struct{ toB, toA map[uint64]uint64 }

// relations has the relations of a comparison.
type relations struct {
	all    map[relationKey]*relation
	known  int    // names in all relations
	merged string // class of which several objects of A can be one object of B; "" for none

	lastKey relationKey
	last    *relation
}

// mostNames is the maximum number of related names. Programs have some thousands; a malicious recording may have any number.
const mostNames = 1 << 20

func (r *relations) of(key relationKey) *relation {
	if r.last != nil && r.lastKey == key {
		return r.last
	}
	one := r.all[key]
	if one == nil {
		one = &relation{map[uint64]uint64{}, map[uint64]uint64{}}
		r.all[key] = one
	}
	r.lastKey, r.last = key, one
	return one
}

// matches reports whether the name b of B can be that of the object a of A: both are null, or they belong together, or both occur
// for the first time.
func (r *relations) matches(key relationKey, a, b uint64) bool {
	if a == 0 || b == 0 {
		return a == b
	}
	one := r.of(key)
	if known, ok := one.toB[a]; ok {
		return known == b
	}
	if _, ok := one.toA[b]; ok && key.class != r.merged {
		return false
	}
	r.add(one, a, b)
	return true
}

// define relates the names of a new object. Earlier objects with these names do not exist any more.
func (r *relations) define(key relationKey, a, b uint64) bool {
	if a == 0 || b == 0 {
		return a == b
	}
	one := r.of(key)
	if old, ok := one.toB[a]; ok {
		r.drop(one, a, old)
	}
	if old, ok := one.toA[b]; ok && key.class != r.merged {
		r.drop(one, old, b)
	}
	r.add(one, a, b)
	return true
}

// remove forgets a deleted object.
func (r *relations) remove(key relationKey, a uint64) {
	one := r.of(key)
	if b, ok := one.toB[a]; ok {
		r.drop(one, a, b)
	}
}

func (r *relations) drop(one *relation, a, b uint64) {
	delete(one.toB, a)
	delete(one.toA, b)
	r.known--
}

func (r *relations) add(one *relation, a, b uint64) {
	if r.known++; r.known > mostNames {
		clear(r.all) // the relations are found again
		r.last, r.known = nil, 0
		return
	}
	one.toB[a], one.toA[b] = b, a
}
