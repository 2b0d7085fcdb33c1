package project

import (
	"context"
	"os"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/dirlock"
	"github.com/gleslayergen/gleslayergen/internal/fsx"
)

// patienceWithOthers is how long one run waits for others: an update takes a fraction of a second, but there may be several, on a
// machine that is busy.
const patienceWithOthers = time.Minute

// holdRoot waits until no other run of the tool changes the project, and keeps others waiting until the file it gives is
// closed.
func holdRoot(ctx context.Context, root string) (*os.File, error) {
	ctx, cancel := context.WithTimeout(ctx, patienceWithOthers)
	defer cancel()
	for {
		held, state, err := dirlock.TryLock(root)
		if err != nil {
			return nil, &Error{What: "cannot open " + root, Why: fsx.Reason(err), Advice: "is it a project, and yours?"}
		}
		if state != dirlock.Busy {
			return held, nil
		}
		select {
		case <-ctx.Done():
			return nil, &Error{What: root, Why: "another run of gleslayergen changes this project", Advice: "try again when it is over"}
		case <-time.After(20 * time.Millisecond):
		}
	}
}
