// Package reports checks the JSON reports of the program against the schemas in docs/schemas.
package reports

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

// A Report is a report of one or more commands.
type Report struct {
	Schema   string   // name of the file in docs/schemas, without .json
	Commands []string // with the flag that selects the report besides --json, if there is one
	Type     string   // Go type: package directory in the module, and name
	Item     string   // Go type of the report of one device, or ""
	Content  string   // what the report contains
}

//go:embed reports.tsv
var list string

// Table returns all reports.
func Table() ([]Report, error) {
	var out []Report
	err := table.Each("reports.tsv", list, 5, func(_ int, row []string) error {
		out = append(out, Report{row[0], strings.Split(row[1], ", "), row[2], row[3], row[4]})
		return nil
	})
	return out, err
}

// Check checks the output of the program, run with these arguments, if it is a report: one JSON object or several. A
// member that the schema does not have is an error here, although not for users, whose schema may be older than the
// program.
func Check(t testing.TB, args []string, out string) {
	t.Helper()
	name := schemaOf(args)
	if name == "" || out == "" {
		return
	}
	if err := CheckSchema(name, out); err != nil {
		t.Errorf("%q: docs/schemas/%s.json: %v\n%.2000s", args, name, err, out)
	}
}

// schemaOf returns the schema of the report that these arguments select, or "". The arguments of another program, after
// "--", do not count.
func schemaOf(args []string) (schema string) {
	if i := slices.Index(args, "--"); i >= 0 {
		args = args[:i]
	}
	if !slices.Contains(args, "--json") {
		return ""
	}
	all, err := Table()
	if err != nil {
		panic(err) // the table is part of the test
	}
	most := 0
	for _, r := range all {
		for _, c := range r.Commands {
			words := strings.Fields(c)
			missing := func(w string) bool { return !slices.Contains(args, w) }
			if len(words) > most && args[0] == words[0] && !slices.ContainsFunc(words, missing) {
				schema, most = r.Schema, len(words)
			}
		}
	}
	return schema
}

// CheckSchema checks JSON objects against a schema of docs/schemas.
func CheckSchema(name, out string) error {
	s, err := open(name)
	if err != nil {
		return err
	}
	objects := json.NewDecoder(strings.NewReader(out))
	for n := 0; ; n++ {
		var object any
		err := objects.Decode(&object)
		if err == io.EOF && n > 0 {
			return nil
		}
		if err != nil {
			return err
		}
		if err := s.Validate(object); err != nil {
			return err
		}
	}
}

var opened sync.Map // name -> *jsonschema.Resolved

// open reads a schema, with objects that may have no other members.
func open(name string) (*jsonschema.Resolved, error) {
	if s, ok := opened.Load(name); ok {
		return s.(*jsonschema.Resolved), nil
	}
	_, file, _, _ := runtime.Caller(0)
	text, err := os.ReadFile(filepath.Join(filepath.Dir(file), "../../../docs/schemas", name+".json"))
	if err != nil {
		return nil, err
	}
	var tree map[string]any
	if err := json.Unmarshal(text, &tree); err != nil {
		return nil, err
	}
	closeObjects(tree)
	if text, err = json.Marshal(tree); err != nil {
		return nil, err
	}
	var s jsonschema.Schema
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&s); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s is not a schema", name), err)
	}
	opened.Store(name, resolved)
	return resolved, nil
}

// closeObjects refuses members that are not listed.
func closeObjects(node any) {
	switch node := node.(type) {
	case map[string]any:
		if node["properties"] != nil && node["type"] == "object" {
			node["additionalProperties"] = false
		}
		for _, child := range node {
			closeObjects(child)
		}
	case []any:
		for _, child := range node {
			closeObjects(child)
		}
	}
}
