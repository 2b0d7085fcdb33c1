package format

import (
	"encoding/binary"
	"testing"
)

// counts returns a file with the numbers of calls of two threads.
func counts(nonce []byte, before, one, two uint64) []byte {
	data := make([]byte, 4*countsSpace)
	copy(data, countsMagic)
	copy(data[8:], nonce)
	binary.LittleEndian.PutUint64(data[24:], before)
	binary.LittleEndian.PutUint64(data[countsSpace:], one)
	binary.LittleEndian.PutUint64(data[3*countsSpace:], two)
	return data
}

func TestMade(t *testing.T) {
	nonce := []byte("0123456789abcdef")
	if n, ok := Made(counts(nonce, 5, 7, 100), nonce); n != 102 || !ok {
		t.Errorf("%d calls, %v", n, ok)
	}
	for name, bad := range map[string][]byte{
		"nothing": nil, "part of the head": counts(nonce, 0, 1, 2)[:60], "another recording": counts([]byte("0123456789abcdeF"), 0, 1, 2),
		"more before than made": counts(nonce, 200, 7, 100), "too many": counts(nonce, 0, 1, 1<<50), "too long": append(counts(nonce, 0, 1, 2), make([]byte, MaxCounts)...),
	} {
		if n, ok := Made(bad, nonce); ok {
			t.Errorf("%s: %d calls", name, n)
		}
	}
}

func FuzzMade(f *testing.F) {
	nonce := []byte("0123456789abcdef")
	f.Add(counts(nonce, 5, 7, 100))
	f.Fuzz(func(t *testing.T, data []byte) {
		if n, ok := Made(data, nonce); ok && n > maxMade*(MaxCounts/countsSpace) {
			t.Errorf("%d calls", n)
		}
	})
}
