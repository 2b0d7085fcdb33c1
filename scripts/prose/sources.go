package main

import (
	"os"
	"os/exec"
	"path"
	"strings"
)

// sources returns the files to check, in order: those of the repository below paths, or all of them.
func sources(paths []string) ([]string, error) {
	args := append([]string{"ls-files", "--cached", "--others", "--exclude-standard", "--"}, paths...)
	out, err := exec.Command("git", args...).Output()
	if err != nil {
		return nil, err
	}
	var files []string
	for _, file := range strings.Fields(string(out)) {
		if _, err := os.Stat(file); err == nil && !foreign(file) {
			files = append(files, file)
		}
	}
	return files, nil
}

func below(file, dir string) bool {
	return file == dir || strings.HasPrefix(file, strings.TrimSuffix(dir, "/")+"/")
}

// foreign reports whether a file has no text of its own: generated files, whose text comes from other files, the inputs and
// expected outputs of tests, and the list of words to avoid itself. The plain C in templates/ has the names of the files that it
// becomes in a generated project, but is written by hand.
func foreign(file string) bool {
	return strings.Contains(file, "testdata/") || strings.HasPrefix(path.Base(file), "zz_generated_") && !below(file, "templates") || strings.HasSuffix(file, ".pb.go") ||
		below(file, "styles") || below(file, "registry/snapshot") || file == "LICENSE"
}
