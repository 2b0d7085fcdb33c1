package pack

import (
	"context"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/templates"
)

// Open reads a template pack: a built-in one by its name, otherwise a directory or a zip file. It fails for a pack that this
// version of gleslayergen cannot render.
func Open(where string) (*templates.Pack, error) { return complete(templates.Load(where)) }

// Fetch reads a template pack as Open does, and also a pack of a Git repository, which it fetches with git.
func Fetch(ctx context.Context, where string) (*templates.Pack, error) {
	if !templates.IsGit(where) {
		return Open(where)
	}
	ref, err := templates.ParseGit(where)
	if err != nil {
		return nil, err
	}
	return complete(ref.Fetch(ctx))
}

// Cached reads a pack of a Git repository that was fetched before. It fails with templates.ErrNotFetched if it is not in the
// cache.
func Cached(ctx context.Context, git templates.Git) (*templates.Pack, error) {
	return complete(git.GitRef.Cached(ctx, git.Commit))
}

func complete(p *templates.Pack, err error) (*templates.Pack, error) {
	if err != nil {
		return nil, err
	}
	if err := gen.Complete(p); err != nil {
		return nil, err
	}
	return p, nil
}
