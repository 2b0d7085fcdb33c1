//go:build heavy

package golden

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// After 1,000 kills and crashes at random moments, each file names the last call of each thread.
func TestBreadcrumbsOfManyKills(t *testing.T) {
	s := newCrumbStage(t)
	for _, seed := range testutil.Shard(t, []uint64{10, 11, 12, 13}, 4) {
		s.kill(t, 250, seed)
	}
}
