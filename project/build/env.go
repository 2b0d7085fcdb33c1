package build

import (
	_ "embed"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

//go:embed env.tsv
var envTable string

// foreignVars are the environment variables that would change the bytes of a layer. A build ignores the user's values; each
// project sets its own.
var foreignVars = sync.OnceValue(func() []string {
	return table.Must("env.tsv", envTable, 2, table.Row(func(row []string) string { return row[0] }))
})

// isForeign tells of a line NAME=VALUE.
func isForeign(line string) bool {
	name, _, _ := strings.Cut(line, "=")
	return slices.Contains(foreignVars(), name)
}

// buildEnv is the environment of a build: the user's, without what would change the bytes. What "go env -w" has noted
// counts as if it stood in the environment, so the Go tool gets a copy of that, treated in the same way.
func buildEnv(work string) ([]string, error) {
	noted := filepath.Join(work, "goenv")
	if err := os.WriteFile(noted, own(readGoEnv()), 0o600); err != nil {
		return nil, err
	}
	return append(slices.DeleteFunc(os.Environ(), isForeign),
		"CGO_ENABLED=1", "GOWORK=off", "GOENV="+noted, "GOTMPDIR="+work, "TMPDIR="+work), nil
}

// own leaves out the lines of foreign variables.
func own(lines string) []byte {
	return []byte(strings.Join(slices.DeleteFunc(strings.SplitAfter(lines, "\n"), isForeign), ""))
}

// readGoEnv reads what "go env -w" has noted; there may be nothing.
func readGoEnv() string {
	path := os.Getenv("GOENV")
	if path == "off" {
		return ""
	}
	if path == "" {
		dir, err := os.UserConfigDir()
		if err != nil {
			return ""
		}
		path = filepath.Join(dir, "go", "env")
	}
	text, _ := os.ReadFile(path)
	return string(text)
}
