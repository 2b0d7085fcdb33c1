package format

import "encoding/binary"

const (
	maxSimilar = 64 // payloads to which a new one is compared
	maxDepth   = 16 // differences that lead to a payload
	samples    = 32 // words that are compared at first
)

// similar has the last large payloads that were written. Programs often write data again of which a part has changed, such as
// vertices that move: a new payload is written as the difference to the one that is most like it.
type similar struct {
	recent [maxSimilar]struct {
		id      uint64
		depth   int // differences that lead to it
		content []byte
	}
	written int
	highest uint64 // ID of a payload that was written
	off     bool   // the input has differences: those that follow a payload are not known when it is written
	result  Difference
	body    []byte
}

// firstOfTrim is the lowest of the IDs that a trim gives to new payloads, which descend.
const firstOfTrim = 1 << 63

// isNew reports whether no payload has had the ID. Of several with one ID, the first counts, so that others are not the base of a
// difference.
func (s *similar) isNew(id uint64) bool {
	if id <= s.highest || id >= firstOfTrim {
		return false
	}
	s.highest = id
	return true
}

// difference returns the encoded difference of a payload to a recent one; nil if it is not like any of them. The result is valid until
// the next call.
func (s *similar) difference(id uint64, content []byte) []byte {
	if s.off || len(content) == 0 || len(content)%wordSize != 0 {
		return nil
	}
	best, equal := -1, samples/4
	for i := range s.recent {
		one := &s.recent[i]
		if one.depth < maxDepth && len(one.content) == len(content) {
			if n := equalSamples(one.content, content); n > equal {
				best, equal = i, n
			}
		}
	}
	depth := 0
	var body []byte
	if best >= 0 && s.result.compare(s.recent[best].content, content) {
		s.result.ID, s.result.Base = id, s.recent[best].id
		depth = s.recent[best].depth + 1
		s.body = s.result.Append(s.body[:0])
		body = s.body
	}
	next := &s.recent[s.written%maxSimilar]
	next.id, next.depth, next.content = id, depth, append(next.content[:0], content...)
	s.written++
	return body
}

// equalSamples returns how many of some words are equal in two contents of the same size.
func equalSamples(a, b []byte) (n int) {
	words := len(a) / wordSize
	for i := range samples {
		at := i * (words - 1) / (samples - 1) * wordSize
		if binary.NativeEndian.Uint32(a[at:]) == binary.NativeEndian.Uint32(b[at:]) {
			n++
		}
	}
	return n
}
