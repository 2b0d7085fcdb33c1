package loader

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/hold"
	"github.com/gleslayergen/gleslayergen/internal/ownfolder"
)

// abandoned is how old a folder is that a killed run left: younger ones may not be held yet.
const abandoned = time.Minute

// heldFolder makes a folder below parent that this process holds until the file is closed, and takes away such folders that
// killed processes left.
func heldFolder(parent, prefix string) (dir string, held *os.File, err error) {
	sweep(parent, prefix)
	if dir, err = os.MkdirTemp(parent, prefix); err != nil {
		return "", nil, err
	}
	if held, _, err = hold.Try(dir); err != nil {
		os.Remove(dir)
	}
	return dir, held, err
}

func sweep(parent, prefix string) {
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
		held, state, err := hold.Try(dir)
		if err != nil || state == hold.Busy {
			continue
		}
		if state == hold.Held && !inUse(dir) {
			os.RemoveAll(dir)
		}
		held.Close()
	}
}

// inUse reports whether a program that was started by the folder lives: it may outlive the process that started it, and
// start others.
func inUse(dir string) bool {
	entries, err := os.ReadDir(dir)
	return err != nil || slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		number, ok := strings.CutPrefix(e.Name(), "board.")
		pid, err := strconv.Atoi(number)
		return ok && (err != nil || isAlive(pid))
	})
}
