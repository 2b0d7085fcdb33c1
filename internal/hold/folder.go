package hold

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/ownfolder"
)

// abandoned is how old a folder is that a killed process left: younger ones may not be held yet.
const abandoned = time.Minute

// Folder makes a folder below parent that this process holds until the file is closed, and takes away such folders that
// killed processes left. inUse, which may be nil, tells of a folder that nobody holds whether something else needs it.
func Folder(parent, prefix string, inUse func(dir string) bool) (dir string, held *os.File, err error) {
	sweep(parent, prefix, inUse)
	if dir, err = os.MkdirTemp(parent, prefix); err != nil {
		return "", nil, err
	}
	if held, _, err = Try(dir); err != nil {
		os.Remove(dir)
	}
	return dir, held, err
}

func sweep(parent, prefix string, inUse func(dir string) bool) {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil || !strings.HasPrefix(entry.Name(), prefix) || !info.IsDir() || !ownfolder.IsOwner(info) || time.Since(info.ModTime()) < abandoned {
			continue
		}
		dir := filepath.Join(parent, entry.Name())
		held, state, err := Try(dir)
		if err != nil || state == Busy {
			continue
		}
		if state == Held && (inUse == nil || !inUse(dir)) {
			os.RemoveAll(dir)
		}
		held.Close()
	}
}
