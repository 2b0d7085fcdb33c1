package project

import (
	"io/fs"
	pathpkg "path"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
)

// copyEmbedded copies the files that a Go file embeds to the same relative paths.
func (c *combiner) copyEmbedded(p *part, s *goSource, dir string) error {
	patterns, err := s.embeds()
	if err != nil {
		return err
	}
	for _, pattern := range patterns {
		pattern, all := strings.CutPrefix(pattern, "all:")
		found, err := fs.Glob(p.Update.dir.FS(), pathpkg.Join(dir, pattern))
		if err == nil && (len(found) == 0 || !fs.ValidPath(pattern)) {
			err = fs.ErrNotExist
		}
		if err != nil {
			name := s.files.PositionFor(s.tree.Package, false).Filename
			return &Error{What: name + ": go:embed " + pattern, Why: fsx.Reason(err), Advice: "fix the build errors of the project, then run gleslayergen combine again"}
		}
		for _, path := range found {
			if err := c.copyTree(p, path, all); err != nil {
				return err
			}
		}
	}
	return nil
}

// copyTree copies a file, or the files that go:embed selects in a directory.
func (c *combiner) copyTree(p *part, root string, all bool) error {
	return fs.WalkDir(p.Update.dir.FS(), root, func(path string, e fs.DirEntry, err error) error {
		hidden := path != root && !all && (e.Name()[0] == '.' || e.Name()[0] == '_')
		switch {
		case err != nil:
			return readError(p.Update.dir.name(path), err)
		case e.IsDir() && hidden:
			return fs.SkipDir
		case e.IsDir(), hidden:
			return nil
		}
		return c.copyPlain(p, path, c.addFile)
	})
}
