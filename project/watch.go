package project

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// SourceState identifies the content of a project's source files by their names, sizes and modification times. It differs after
// each change of a file that a build reads.
func SourceState(root string) string {
	sum := sha256.New()
	files := os.DirFS(root)
	_ = fs.WalkDir(files, ".", func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil // a file that another program has just removed
		case e.IsDir() && path != "." && (path == "build" || strings.HasPrefix(e.Name(), ".")):
			return fs.SkipDir
		case e.IsDir() || !sourceName.MatchString(path) && path != ConfigName:
			return nil
		}
		if info, err := e.Info(); err == nil {
			fmt.Fprintf(sum, "%s %d %d\n", path, info.Size(), info.ModTime().UnixNano())
		}
		return nil
	})
	return hex.EncodeToString(sum.Sum(nil))
}
