package testutil

import (
	"slices"
	"strconv"
	"testing"
)

// The parts have all cases once.
func TestShard(t *testing.T) {
	cases := []string{"a", "b", "c", "d", "e"}
	t.Setenv("TEST_SHARD", "")
	if all := Shard(t, cases, 3); !slices.Equal(all, cases) {
		t.Errorf("without a number: %q", all)
	}
	var got []string
	for n := 7; n < 10; n++ {
		t.Setenv("TEST_SHARD", strconv.Itoa(n))
		got = append(got, Shard(t, cases, 3)...)
	}
	slices.Sort(got)
	if !slices.Equal(got, cases) {
		t.Errorf("three parts: %q", got)
	}
}
