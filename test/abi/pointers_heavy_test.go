//go:build heavy

package abi

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

func TestNumbersInPointersPlaceOnOtherProcessors(t *testing.T) {
	for _, g := range testutil.Shard(t, foreign, 3) {
		t.Run(g.arch, func(t *testing.T) { keepNumbers(t, g) })
	}
}
