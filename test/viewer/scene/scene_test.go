package scene

import "testing"

// TestRecord: all calls of the recording exist and have the right number of arguments; otherwise Record
// panics.
func TestRecord(t *testing.T) {
	with, without := Record(8, true), Record(8, false)
	if len(with) <= len(without) || len(without) < 10_000 {
		t.Errorf("%d bytes with images, %d without", len(with), len(without))
	}
}
