package project

import (
	"context"
	"os"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
)

// lockTimeout is how long a run waits for other runs. An update takes a fraction of a second, but
// several can run on a busy machine.
const lockTimeout = time.Minute

// lockRoot waits until no other run changes the project, and locks it until the returned file is closed.
func lockRoot(ctx context.Context, root string) (*os.File, error) {
	ctx, cancel := context.WithTimeout(ctx, lockTimeout)
	defer cancel()
	for {
		held, state, err := fsx.TryLock(root)
		if err != nil {
			return nil, &Error{What: "cannot open " + root, Why: fsx.Reason(err), Advice: "check that this directory is a gleslayergen project and that you have permission to open it"}
		}
		if state != fsx.LockBusy {
			return held, nil
		}
		select {
		case <-ctx.Done():
			return nil, &Error{What: root, Why: "another run of gleslayergen is changing this project", Advice: "run this command again when the other run has ended"}
		case <-time.After(20 * time.Millisecond):
		}
	}
}
