package templates

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/cbuild"
	"github.com/gleslayergen/gleslayergen/internal/fsx"
)

// ErrNotFetched is the error for a pack that is not in the cache.
var ErrNotFetched = errors.New("the template pack is not in the cache")

// Fetch fetches a pack with git, stores it in the user's cache directory, and reads it.
func (r GitRef) Fetch(ctx context.Context) (*Pack, error) {
	repo, err := fetchGit(ctx, r)
	if err != nil {
		return nil, err
	}
	defer repo.remove()
	return r.cached(ctx, repo.commit, repo.writePack)
}

// Cached reads a pack from the user's cache directory. It runs no program. It fails with ErrNotFetched if the cache does not
// contain the pack.
func (r GitRef) Cached(ctx context.Context, commit string) (*Pack, error) {
	return r.cached(ctx, commit, func(context.Context, string) error { return ErrNotFetched })
}

// cached reads a pack from the cache. If the cache does not contain the files of the pack, write writes them.
func (r GitRef) cached(ctx context.Context, commit string, write cbuild.BuildFunc) (*Pack, error) {
	cache, err := cbuild.CacheDir("", "packs")
	if err != nil {
		return nil, &Error{"cache directory for template packs", fsx.Reason(err), "set HOME or XDG_CACHE_HOME to a directory that you can write to"}
	}
	digest := commit
	if r.Dir != "" {
		digest += fmt.Sprintf("-%x", sha256.Sum256([]byte(r.Dir)))[:17]
	}
	dir, err := cbuild.Get(ctx, cache, digest, write)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(filepath.Join(dir, "pack"))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	p, err := read(r.String(), folder{root})
	if err == nil {
		p.Git = &Git{r, commit}
	}
	return p, err
}

// gitPack are the files of a pack in a fetched commit, by path.
type gitPack struct {
	repo  *gitRepo
	ctx   context.Context
	files map[string]gitFile
}

type gitFile struct {
	mode, object string
	size         int64
}

// readPack reads the pack in the fetched commit.
func (g *gitRepo) readPack(ctx context.Context) (*Pack, []byte, error) {
	files, err := g.list(ctx)
	if err != nil {
		return nil, nil, g.ref.fault(err)
	}
	from := gitPack{g, ctx, files}
	p, err := read(g.ref.String(), from)
	if err != nil {
		return nil, nil, err
	}
	description, err := from.read(packName, int64(packLimits.Bytes))
	return p, description, err
}

// writePack writes the files that the pack lists to a directory.
func (g *gitRepo) writePack(ctx context.Context, dir string) error {
	p, description, err := g.readPack(ctx)
	if err != nil {
		return err
	}
	dir = filepath.Join(dir, "pack")
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	write := func(name, text string) error {
		if err := root.MkdirAll(path.Dir(name), 0o700); err != nil {
			return err
		}
		return root.WriteFile(name, []byte(text), 0o600)
	}
	for name, text := range p.Texts {
		if err := write(name, text); err != nil {
			return err
		}
	}
	return write(packName, string(description))
}

// maxTreeList is the maximum size of the list of files of a commit in bytes.
const maxTreeList = 16 << 20

// list lists the files in the directory of the pack.
func (g *gitRepo) list(ctx context.Context) (map[string]gitFile, error) {
	tree := g.commit
	if g.ref.Dir != "" {
		tree += ":" + g.ref.Dir
	}
	out, err := g.run(ctx, maxTreeList, "ls-tree", "-r", "-z", "-l", "--full-tree", tree)
	if err != nil && g.ref.Dir != "" && ctx.Err() == nil {
		err = fmt.Errorf("the commit has no directory %q", g.ref.Dir)
	}
	files := map[string]gitFile{}
	for entry := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		facts, name, _ := strings.Cut(entry, "\t")
		f := strings.Fields(facts) // mode, type, object, size
		if len(f) != 4 {
			continue
		}
		size, _ := strconv.ParseInt(f[3], 10, 64) // "-" for a submodule, which read refuses by its mode
		files[name] = gitFile{f[0], f[2], size}
	}
	return files, err
}

func (p gitPack) read(name string, most int64) ([]byte, error) {
	f, ok := p.files[name]
	switch {
	case !ok:
		return nil, fs.ErrNotExist
	case f.mode != "100644" && f.mode != "100755":
		return nil, errNotPlain
	case f.size > most:
		return nil, errTooLarge(most)
	}
	return p.repo.run(p.ctx, most, "cat-file", "blob", f.object)
}
