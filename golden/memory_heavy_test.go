//go:build heavy

package golden

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// All leaks of more random programs are found, and none is invented.
func TestMemoryOfManyPrograms(t *testing.T) {
	testMemory(t, testutil.Shard(t, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, 4)...)
}
