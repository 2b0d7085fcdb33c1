package tracecmd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

// checkNew fails if a file exists, or if it is not known whether it does.
func checkNew(path string) error {
	switch _, err := os.Lstat(path); {
	case err == nil:
		return errExists(path)
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: %w", path, ui.WithoutPath(err))
	}
	return nil
}

func errExists(path string) error {
	return ui.WithHint(fmt.Errorf("%s: already exists", path), "choose another file: files are never overwritten")
}

// moveNew moves a file of the same file system to a path. It fails if a file with that path exists.
func moveNew(from, to string) error {
	switch err := ui.RenameNew(from, to); {
	case errors.Is(err, fs.ErrExist):
		return errExists(to)
	case err != nil:
		return fmt.Errorf("%s: %w", to, ui.WithoutPath(err))
	}
	return nil
}
