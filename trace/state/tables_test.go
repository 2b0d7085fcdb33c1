package state

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// functions returns the functions of all rules, as a recording defines them.
func functions(t *testing.T) map[string]*file.Function {
	t.Helper()
	var b bytes.Buffer
	w := tracetest.NewWriter(&b, tracetest.Options{})
	for name := range rulesOf() {
		if err := zeroCall(w.Thread(1), name); err != nil {
			t.Error(err)
			continue
		}
	}
	w.Close()
	f, err := file.Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]*file.Function{}
	for _, one := range f.Functions() {
		out[one.Name] = one
	}
	return out
}

// zeroCall calls a function with zeros.
func zeroCall(t *tracetest.Thread, name string) error {
	count := 0
	if counts := recorders[name]; len(counts) > 0 {
		count = slices.Max(counts)
	}
	if c, ok := registry.Builtin().Command(name); ok {
		count = len(c.Params)
	}
	args := make([]any, count)
	for i := range args {
		args[i] = 0
	}
	if count == 0 && strings.HasPrefix(name, "gl") {
		if _, ok := registry.Builtin().Command(name); !ok {
			return fmt.Errorf("rules.tsv: no function %s", name)
		}
	}
	t.Call(name, args...)
	return nil
}

// TestRules checks every row of every table: functions, parameters, enums and paths must exist.
func TestRules(t *testing.T) {
	c := newCompiler()
	for name, f := range functions(t) {
		got, err := c.compile(f)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got == nil || len(got.rules) == 0 {
			t.Errorf("%s: no rules", name)
			continue
		}
		for i, row := range rulesOf()[name] {
			if row[1] != "do" && !leads(row[2]) {
				t.Errorf("%s, row %d: nodes.tsv has no %s", name, i, row[2])
			}
		}
	}
	for _, path := range queryRows() {
		if !leads(path) {
			t.Errorf("queries.tsv: nodes.tsv has no %s", path)
		}
	}
	if c.unbindings()["buffer"] == nil {
		t.Error("unbind.tsv has no buffers")
	}
}

// leads reports whether nodes.tsv has the node that a path selects.
func leads(path string) bool {
	d := schema()
	for part := range strings.SplitSeq(path, "/") {
		next := d.byName[part]
		if strings.HasPrefix(part, "{") || strings.HasPrefix(part, "*") || next == nil {
			if next = d.each; next == nil && len(d.kids) > 0 && strings.HasPrefix(part, "{") {
				return true // by the name of an enum, of which some exist
			}
		}
		if next == nil {
			return false
		}
		d = next
	}
	return true
}
