package scene

import "testing"

// TestRecord: the recording is made of calls that exist, with as many arguments as they have; else it would panic.
func TestRecord(t *testing.T) {
	with, without := Record(8, true), Record(8, false)
	if len(with) <= len(without) || len(without) < 10_000 {
		t.Errorf("%d bytes with images, %d without", len(with), len(without))
	}
}
