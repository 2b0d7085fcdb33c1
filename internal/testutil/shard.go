package testutil

import (
	"os"
	"strconv"
	"testing"
)

// Part selects one of parts of the cases of a slow test: every step-th case from first, which counts from 0. The number in
// TEST_SHARD selects first. "make test-all" sets it to the number of commits, so that later runs test the other cases. Without
// TEST_SHARD, the part has all cases.
func Part(t testing.TB, parts int) (first, step int) {
	t.Helper()
	text := os.Getenv("TEST_SHARD")
	if text == "" {
		return 0, 1
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		t.Fatalf("TEST_SHARD is %q: a number from 0 expected", text)
	}
	t.Logf("part %d of %d; without TEST_SHARD, all", n%parts+1, parts)
	return n % parts, parts
}

// Shard returns the cases of the part that Part selects.
func Shard[T any](t testing.TB, cases []T, parts int) []T {
	t.Helper()
	first, step := Part(t, parts)
	var some []T
	for i := first; i < len(cases); i += step {
		some = append(some, cases[i])
	}
	return some
}
