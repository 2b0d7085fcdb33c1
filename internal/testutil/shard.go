package testutil

import (
	"os"
	"strconv"
	"testing"
)

// Shard returns one of parts of the cases of a slow test: every parts-th case, from the one that the number in TEST_SHARD
// selects. "make test-all" sets it to the number of commits, so that later runs test the other cases. Without TEST_SHARD, Shard
// returns all cases.
func Shard[T any](t testing.TB, cases []T, parts int) []T {
	t.Helper()
	text := os.Getenv("TEST_SHARD")
	if text == "" {
		return cases
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		t.Fatalf("TEST_SHARD is %q: a number from 0 expected", text)
	}
	var some []T
	for i := n % parts; i < len(cases); i += parts {
		some = append(some, cases[i])
	}
	t.Logf("part %d of %d: %d of %d cases; without TEST_SHARD, all", n%parts+1, parts, len(some), len(cases))
	return some
}
