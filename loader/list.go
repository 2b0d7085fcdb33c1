package loader

import (
	"os"
	"path/filepath"
	"strings"
)

// SetLayers sets a list of layers and a search path, both separated by colons. A layer with a slash is that
// file; any other is searched in the path or, without one, taken from the current directory. An empty name
// stays, as on a device.
func (s *Setup) SetLayers(list, path string) *Fault {
	dirs, fault := absoluteDirs(path)
	if fault != nil {
		return fault
	}
	tokens := strings.Split(list, ":")
	if fault := splitPath(tokens); fault != nil {
		return fault
	}
	direct := false
	for i, token := range tokens {
		if searched := len(dirs) > 0 && !strings.Contains(token, "/"); searched || token == "" {
			continue
		}
		file, err := filepath.Abs(token)
		if err != nil || strings.Contains(file, ":") {
			return withColon(file)
		}
		tokens[i], direct = strings.TrimPrefix(file, "/"), true
	}
	if direct {
		dirs = append(dirs, "/") // last, so that the others keep their order
	}
	s.List, s.Path = strings.Join(tokens, ":"), strings.Join(dirs, ":")
	return nil
}

// absoluteDirs makes the path absolute, for programs that change their directory.
func absoluteDirs(path string) ([]string, *Fault) {
	if path == "" {
		return nil, nil
	}
	dirs := strings.Split(path, ":")
	for i, dir := range dirs {
		if dir == "" {
			return nil, &Fault{What: "--layer-path", Why: "it contains an empty directory name", Remedy: `for the current directory, write "."`}
		}
		var err error
		if dirs[i], err = filepath.Abs(dir); err != nil || strings.Contains(dirs[i], ":") {
			return nil, withColon(dirs[i])
		}
	}
	return dirs, nil
}

// splitPath finds a file whose path contains a colon, which would split it in the list.
func splitPath(tokens []string) *Fault {
	for i := range tokens {
		for j := i + 2; j <= len(tokens); j++ {
			path := strings.Join(tokens[i:j], ":")
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
				return withColon(path)
			}
		}
	}
	return nil
}

func withColon(path string) *Fault {
	return &Fault{What: path, Why: "the path has a colon, which separates the entries of a list (rule 1.3)",
		Remedy: "copy it to a path without a colon, or create a symbolic link to it at such a path", ID: "rule-1.3"}
}
