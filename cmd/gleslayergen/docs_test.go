package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/internal/testutil/reports"
)

// Each command that is not hidden has a man page and a reference page, with its description and flags.
func TestDocsAreComplete(t *testing.T) {
	root := rootCmd(newTool(nil, nil, nil))
	man, err := manPages(root)
	if err != nil {
		t.Fatal(err)
	}
	reference, err := markdownPages(root)
	if err != nil {
		t.Fatal(err)
	}
	commands := 0
	var check func(c *cobra.Command)
	check = func(c *cobra.Command) {
		if c.Hidden || c.Name() == "help" {
			return
		}
		commands++
		name := strings.ReplaceAll(c.CommandPath(), " ", "-")
		for file, page := range map[string]string{name + ".1": string(man[name+".1"]), name + ".md": string(reference[name+".md"])} {
			page = strings.ReplaceAll(page, `\-`, "-")
			if !strings.Contains(page, c.Short) {
				t.Errorf("%s does not contain %q", file, c.Short)
			}
			c.NonInheritedFlags().VisitAll(func(f *pflag.Flag) {
				if !f.Hidden && !strings.Contains(page, "--"+f.Name) {
					t.Errorf("%s does not contain --%s", file, f.Name)
				}
			})
		}
		for _, sub := range c.Commands() {
			check(sub)
		}
	}
	check(root)
	if commands < 50 || len(man) != commands || len(reference) != commands {
		t.Errorf("%d man pages and %d pages of the reference for %d commands", len(man), len(reference), commands)
	}
}

// Each command with --json is in the list of reports, and each command in the list has --json.
func TestReportsAreComplete(t *testing.T) {
	all, err := reports.Table()
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	root := rootCmd(newTool(nil, nil, nil))
	for _, r := range all {
		for _, name := range r.Commands {
			c, flags, err := root.Find(strings.Fields(name))
			if err != nil || c.Flag("json") == nil || c.Runnable() && c.ParseFlags(flags) != nil {
				t.Errorf("%s: %s is not a command with --json", r.Schema, name)
				continue
			}
			listed[c.CommandPath()] = true
		}
	}
	var check func(c *cobra.Command)
	check = func(c *cobra.Command) {
		if c.Runnable() && !c.Hidden && c.Flag("json") != nil && !listed[c.CommandPath()] {
			t.Errorf("%s is not in the list of reports", c.CommandPath())
		}
		for _, sub := range c.Commands() {
			check(sub)
		}
	}
	check(root)
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
	runOK(t, "docs", "--man", man, "--reference", reference)
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
	testutil.Contains(t, string(page), `.TH "GLESLAYERGEN" "1" "" "gleslayergen" "gleslayergen manual"`)
}
