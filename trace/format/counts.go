package format

import (
	"bytes"
	"encoding/binary"
)

// CountsSuffix is the suffix of the file with the numbers of calls that a program makes, next to a recording that the program
// writes itself, and in the directory where recorders register. The recorder maps the file, and removes it at its end.
const CountsSuffix = ".calls"

// MaxCounts is the largest size of such a file.
const MaxCounts = 1 << 15

// countsMagic begins the file, countsSpace is the size of its head and of the part of each thread, and maxMade is above the calls of
// any thread.
const (
	countsMagic = "gltcalls"
	countsSpace = 64
	maxMade     = 1 << 48
)

// Made returns the number of calls of a recording that its program made, from the file with the numbers of calls. It returns false
// if the file belongs to another recording or is damaged.
func Made(counts, nonce []byte) (calls uint64, ok bool) {
	if len(counts) < countsSpace || len(counts) > MaxCounts || !bytes.HasPrefix(counts, []byte(countsMagic)) {
		return 0, false
	}
	head := counts[len(countsMagic):]
	if len(nonce) != 16 || !bytes.Equal(head[:16], nonce) {
		return 0, false
	}
	before := binary.LittleEndian.Uint64(head[16:])
	for at := countsSpace; at+countsSpace <= len(counts); at += countsSpace {
		made := binary.LittleEndian.Uint64(counts[at:])
		if made > maxMade {
			return 0, false
		}
		calls += made
	}
	return calls - before, before <= calls
}
