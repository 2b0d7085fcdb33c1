package loader

import (
	"os"
	"slices"
	"strconv"
	"strings"
)

// inUse reports whether a program that uses the directory is alive: it may outlive the process that started
// it, and start others.
func inUse(dir string) bool {
	entries, err := os.ReadDir(dir)
	return err != nil || slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		number, ok := strings.CutPrefix(e.Name(), "stats.")
		pid, err := strconv.Atoi(number)
		return ok && (err != nil || isAlive(pid))
	})
}
