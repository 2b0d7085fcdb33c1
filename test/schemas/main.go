// Command schemas writes the JSON schemas of the reports of gleslayergen to docs/schemas, and their list to docs/json.md.
// A schema is made from the Go type of the report: members from the json tags, descriptions from the comments. A list that can
// be null has the tag schema:"null". A schema whose version is not 1 has it in the tag of its member schema.
//
// Usage, in test: go run ./schemas [-check]
package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/testutil/reports"
)

const (
	dir   = "docs/schemas"
	page  = "docs/json.md"
	begin = "<!-- list of schemas: make schemas -->\n"
	end   = "<!-- end of the list -->\n"
)

func main() {
	check := flag.Bool("check", false, "change nothing; fail if a file is not up to date")
	flag.Parse()
	err := os.Chdir("..") // to the module of the program
	if err == nil {
		err = run(*check)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "schemas:", err)
		os.Exit(1)
	}
}

func run(check bool) error {
	table, err := reports.Table()
	if err != nil {
		return err
	}
	files, err := schemas(table)
	if err != nil {
		return err
	}
	if files[page], err = listed(table); err != nil {
		return err
	}
	old, err := filepath.Glob(dir + "/*.json")
	if err != nil {
		return err
	}
	for _, path := range old {
		if _, ok := files[path]; !ok {
			files[path] = nil
		}
	}
	var stale []string
	for _, path := range slices.Sorted(maps.Keys(files)) {
		text, _ := os.ReadFile(path)
		switch {
		case text != nil && bytes.Equal(text, files[path]):
		case check:
			stale = append(stale, path)
		case files[path] == nil:
			err = errors.Join(err, os.Remove(path))
		default:
			err = errors.Join(err, os.WriteFile(path, files[path], 0o666))
		}
	}
	if len(stale) > 0 {
		return fmt.Errorf("not up to date: %s (run make schemas)", strings.Join(stale, ", "))
	}
	return err
}

// schemas returns the text of each schema file.
func schemas(table []reports.Report) (map[string][]byte, error) {
	types, err := load(table)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for _, r := range table {
		s, err := types.report(r)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.Schema, err)
		}
		var out bytes.Buffer
		enc := json.NewEncoder(&out)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		if err := enc.Encode(s); err != nil {
			return nil, err
		}
		files[dir+"/"+r.Schema+".json"] = out.Bytes()
	}
	return files, nil
}

// listed returns the page with the current list of schemas.
func listed(table []reports.Report) ([]byte, error) {
	text, err := os.ReadFile(page)
	if err != nil {
		return nil, err
	}
	before, rest, ok1 := strings.Cut(string(text), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		return nil, fmt.Errorf("%s: the marks of the list are missing", page)
	}
	list := "| command | reports | schema |\n| --- | --- | --- |\n"
	for _, r := range table {
		list += fmt.Sprintf("| `%s` | %s | [%s](schemas/%s.json) |\n", strings.Join(r.Commands, "`, `"), r.Content, r.Schema, r.Schema)
	}
	return []byte(before + begin + list + end + after), nil
}
