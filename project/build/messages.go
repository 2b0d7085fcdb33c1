package build

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// bareFile matches the start of a compiler's message that names a C file without its directory.
var bareFile = lazyregexp.New(`^(?:In file included from |\s+from )?([\w.+-]+\.(?:c|h|cc|S)):`)

// withDirs returns the messages of go build with the paths of C files relative to the project. cgo prints hooks.c:9:23 below a
// heading "# MODULE/core"; editors and terminals open core/hooks.c:9:23.
func withDirs(root, output string) string {
	var b strings.Builder
	dir := ""
	for line := range strings.Lines(output) {
		if heading, ok := strings.CutPrefix(strings.TrimRight(line, "\r\n"), "# "); ok {
			dir = packageDir(root, heading)
		}
		if m := bareFile.FindStringSubmatch(line); m != nil && dir != "" && isFile(filepath.Join(root, dir, m[1])) {
			line = strings.Replace(line, m[1], filepath.ToSlash(dir)+"/"+m[1], 1)
		}
		b.WriteString(line)
	}
	return b.String()
}

// packageDir returns the directory of a package below root: the longest end of its import path that exists there, or "".
func packageDir(root, path string) string {
	for path != "" {
		if info, err := os.Stat(filepath.Join(root, filepath.FromSlash(path))); err == nil && info.IsDir() {
			return filepath.FromSlash(path)
		}
		_, path, _ = strings.Cut(path, "/")
	}
	return ""
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
