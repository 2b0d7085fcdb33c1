package file

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// mostCached is the number of indexes in the cache directory.
const mostCached = 16

// indexCache returns the directory for indexes that cannot be next to their recordings, or an empty string.
func indexCache() string {
	user, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(user, "gleslayergen", "indexes")
}

// removeOldest removes indexes from the cache directory, except the newest ones.
func removeOldest(dir string, keep int) error {
	all, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	times := map[string]time.Time{}
	var names []string
	for _, one := range all {
		if info, err := one.Info(); err == nil && strings.HasSuffix(one.Name(), IndexSuffix) {
			times[one.Name()] = info.ModTime()
			names = append(names, one.Name())
		}
	}
	slices.SortFunc(names, func(a, b string) int { return times[b].Compare(times[a]) })
	for _, name := range names[min(keep, len(names)):] {
		err = errors.Join(err, os.Remove(filepath.Join(dir, name)))
	}
	return err
}
