package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

func docsCmd(*ui.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:  "docs",
		Args: ui.Args(0, 0, ""),
	}
	man := cmd.Flags().String("man", "", "write man pages to this `DIR`")
	reference := cmd.Flags().String("reference", "", "write the reference, as Markdown, to this `DIR`")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if *man == "" && *reference == "" {
			return ui.Usage(ui.CommandName(cmd), "neither --man nor --reference is given", "add --man DIR, --reference DIR or both")
		}
		for dir, pages := range map[string]func(*cobra.Command) (map[string][]byte, error){
			*man: manPages, *reference: markdownPages,
		} {
			if dir == "" {
				continue
			}
			files, err := pages(cmd.Root())
			if err != nil {
				return err
			}
			if err := writePages(dir, files); err != nil {
				return err
			}
		}
		return nil
	}
	return cmd
}

// documented are the commands and topics that have a page.
func documented(root *cobra.Command) []*cobra.Command {
	var out []*cobra.Command
	if root.Hidden || root.Name() == "help" {
		return nil
	}
	root.InitDefaultHelpFlag()
	out = append(out, root)
	for _, c := range root.Commands() {
		out = append(out, documented(c)...)
	}
	return out
}

// manPages are man pages by file name. They carry no date, so that they change only when the tool does.
func manPages(root *cobra.Command) (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, c := range documented(root) {
		name := strings.ReplaceAll(c.CommandPath(), " ", "-")
		header := &doc.GenManHeader{Title: strings.ToUpper(name), Section: "1", Date: &time.Time{},
			Source: "gleslayergen", Manual: "gleslayergen manual"}
		var b bytes.Buffer
		if err := doc.GenMan(c, header, &b); err != nil {
			return nil, err
		}
		files[name+".1"] = bytes.Replace(b.Bytes(), []byte(header.Date.Format(`"Jan 2006"`)), []byte(`""`), 1)
	}
	return files, nil
}

// markdownPages are the pages of docs/reference by file name.
func markdownPages(root *cobra.Command) (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, c := range documented(root) {
		var b bytes.Buffer
		link := func(name string) string { return strings.ReplaceAll(name, "_", "-") }
		if err := doc.GenMarkdownCustom(c, &b, link); err != nil {
			return nil, err
		}
		files[strings.ReplaceAll(c.CommandPath(), " ", "-")+".md"] = b.Bytes()
	}
	return files, nil
}

// writePages writes the files and removes pages of commands that are gone.
func writePages(dir string, files map[string][]byte) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	old, err := filepath.Glob(filepath.Join(dir, "gleslayergen*"))
	if err != nil {
		return err
	}
	for _, path := range old {
		if files[filepath.Base(path)] == nil {
			if err := os.Remove(path); err != nil {
				return err
			}
		}
	}
	for name, data := range files {
		if err := ui.WriteFile(filepath.Join(dir, name), data); err != nil {
			return err
		}
	}
	return nil
}
