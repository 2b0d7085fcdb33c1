package testhost

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// publish moves a finished folder into its place. Another build may be there first: one of the same sources is as good
// as ours, an older one is moved away. What is no build of ours is left alone.
func publish(made, dir, stamp string) error {
	const attempts = 10 // against other builds that keep coming between
	var err error
	for range attempts {
		_ = os.Remove(dir) // only an empty folder goes
		if err = os.Rename(made, dir); err == nil {
			return nil
		}
		switch readStamp(dir) {
		case stamp:
			return nil
		case "":
			if occupied(dir) {
				return fmt.Errorf("%s holds other files", dir)
			}
		default:
			// If this fails, somebody else has moved it: the next attempt will show.
			_ = os.Rename(dir, filepath.Join(filepath.Dir(made), "old"))
		}
	}
	return err
}

// readStamp is empty for a folder that is not a finished build.
func readStamp(dir string) string {
	content, err := os.ReadFile(filepath.Join(dir, stampName))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(content))
}

func occupied(dir string) bool {
	_, err := os.Lstat(dir)
	return err == nil
}
