//go:build heavy

package main

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/measuretest"
)

// The test runs each measurement once. Whether limits hold is for the benchmark to decide.
func TestOnce(t *testing.T) {
	b, r := measuretest.Prepare(t, prepare)
	b.rounds, b.many = 1, 3
	measuretest.Once(t, b, r, parts)
}
