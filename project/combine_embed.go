package project

import (
	"io/fs"
	pathpkg "path"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
)

// copyEmbedded takes over the files that a file in Go embeds, to the same place beside it.
func (c *combiner) copyEmbedded(p *part, s *goSource, dir string) error {
	patterns, err := s.embeds()
	if err != nil {
		return err
	}
	for _, pattern := range patterns {
		pattern, all := strings.CutPrefix(pattern, "all:")
		found, err := fs.Glob(p.Update.folder.FS(), pathpkg.Join(dir, pattern))
		if err == nil && (len(found) == 0 || !fs.ValidPath(pattern)) {
			err = fs.ErrNotExist
		}
		if err != nil {
			name := s.files.PositionFor(s.tree.Package, false).Filename
			return &Error{What: name + ": go:embed " + pattern, Why: fsx.Reason(err), Advice: "make the project build first"}
		}
		for _, path := range found {
			if err := c.copyTree(p, path, all); err != nil {
				return err
			}
		}
	}
	return nil
}

// copyTree takes over a file, or what go:embed takes of a folder.
func (c *combiner) copyTree(p *part, root string, all bool) error {
	return fs.WalkDir(p.Update.folder.FS(), root, func(path string, e fs.DirEntry, err error) error {
		hidden := path != root && !all && (e.Name()[0] == '.' || e.Name()[0] == '_')
		switch {
		case err != nil:
			return cannotOpen(p.Update.folder.name(path), err)
		case e.IsDir() && hidden:
			return fs.SkipDir
		case e.IsDir(), hidden:
			return nil
		}
		return c.copyPlain(p, path, c.keep)
	})
}
