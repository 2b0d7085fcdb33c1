package main

import (
	"context"

	"github.com/gleslayergen/gleslayergen/project"
)

// openProject finds the project that a folder belongs to. An update that broke off there is finished or undone first.
func (e *env) openProject(ctx context.Context, dir string) (root string, err error) {
	if root, err = project.Find(dir); err != nil {
		return "", err
	}
	done, err := project.Recover(ctx, root)
	if done != nil && err == nil {
		e.notef("note: %s", done)
	}
	return root, err
}
