package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// Man pages and the reference are what docs writes now.
func TestDocsAreFresh(t *testing.T) {
	const remedy = "run: go run ./cmd/gleslayergen docs --man docs/man --reference docs/reference"
	for dir, pages := range map[string]func(*cobra.Command) (map[string][]byte, error){
		"../../docs/man": manPages, "../../docs/reference": markdownPages,
	} {
		want, err := pages(rootCmd(newEnv(nil, nil, nil)))
		if err != nil {
			t.Fatal(err)
		}
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatalf("%v; %s", err, remedy)
		}
		for _, e := range entries {
			if want[e.Name()] == nil && strings.HasPrefix(e.Name(), "gleslayergen") {
				t.Errorf("%s/%s is of no verb; %s", dir, e.Name(), remedy)
			}
		}
		for name, text := range want {
			if got, _ := os.ReadFile(filepath.Join(dir, name)); !bytes.Equal(got, text) {
				t.Errorf("%s/%s is stale; %s", dir, name, remedy)
			}
		}
	}
}

func TestDocs(t *testing.T) {
	dir := t.TempDir()
	man, reference := filepath.Join(dir, "man"), filepath.Join(dir, "reference")
	for _, name := range []string{"gleslayergen-gone.1", "mine.1"} {
		if err := os.MkdirAll(man, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(man, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	good(t, "docs", "--man", man, "--reference", reference)
	for path, exists := range map[string]bool{
		"man/gleslayergen.1": true, "man/gleslayergen-registry-show.1": true, "man/gleslayergen-exit-codes.1": true,
		"reference/gleslayergen-doctor.md": true, "man/mine.1": true,
		"man/gleslayergen-gone.1": false, "man/gleslayergen-docs.1": false, "man/gleslayergen-help.1": false,
	} {
		if _, err := os.Stat(filepath.Join(dir, path)); (err == nil) != exists {
			t.Errorf("%s: %v", path, err)
		}
	}
	page, _ := os.ReadFile(filepath.Join(man, "gleslayergen.1"))
	wantAll(t, string(page), `.TH "GLESLAYERGEN" "1" "" "gleslayergen" "gleslayergen manual"`)
}
