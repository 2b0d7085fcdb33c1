package inspect

import (
	"context"

	"github.com/gleslayergen/gleslayergen/trace/timing"
)

// Times returns the times of the draws and dispatches of a frame, in the order of their calls: medians of several rounds.
func (i *Inspector) Times(ctx context.Context, frame int) ([]timing.Row, error) {
	return nil, errPending
}
