package layercmd

import (
	"context"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/project"
)

// OpenProject returns the root of the project that dir belongs to. It finishes or undoes an interrupted
// update first.
func OpenProject(ctx context.Context, e *ui.Env, dir string) (root string, err error) {
	if root, err = project.Find(dir); err != nil {
		return "", err
	}
	done, err := project.Recover(ctx, root)
	if done != nil && err == nil {
		e.Notef("note: %s", done)
	}
	return root, err
}
