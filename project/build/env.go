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

// foreignVars returns the environment variables that change the bytes of a layer. A build ignores the user's
// values; projects set their own flags.
var foreignVars = sync.OnceValue(func() []string {
	return table.Must("env.tsv", envTable, 2, table.Row(func(row []string) string { return row[0] }))
})

// isForeign reports whether a line NAME=VALUE sets one of foreignVars.
func isForeign(line string) bool {
	name, _, _ := strings.Cut(line, "=")
	return slices.Contains(foreignVars(), name)
}

// buildEnv returns the environment of a build: that of the user without foreignVars. Settings of "go env -w"
// apply too, so the go command gets a copy of them, without foreignVars.
func buildEnv(work string) ([]string, error) {
	noted := filepath.Join(work, "goenv")
	if err := os.WriteFile(noted, own(readGoEnv()), 0o600); err != nil {
		return nil, err
	}
	return append(slices.DeleteFunc(os.Environ(), isForeign),
		"CGO_ENABLED=1", "GOWORK=off", "GOENV="+noted, "GOTMPDIR="+work, "TMPDIR="+work), nil
}

// own removes the lines that set foreignVars.
func own(lines string) []byte {
	return []byte(strings.Join(slices.DeleteFunc(strings.SplitAfter(lines, "\n"), isForeign), ""))
}

// readGoEnv returns the settings of "go env -w", or "".
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
