package replay

import (
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/record/recorder"
)

// recorded returns all functions as the recorder defines them.
func recorded(t *testing.T) (out []*file.Function) {
	t.Helper()
	definitions, err := recorder.Definitions()
	if err != nil {
		t.Fatal(err)
	}
	for name, b := range definitions {
		d, f := &tracepb.Function{}, &file.Function{Name: name}
		if err := proto.Unmarshal(b, d); err != nil {
			t.Fatal(err)
		}
		param := func(q *tracepb.Parameter) file.Param {
			return file.Param{Name: q.GetName(), Type: q.GetType(), Cell: q.GetCell(), Missing: q.GetMissing(), Out: q.GetOut(), Element: q.GetElement()}
		}
		for _, q := range d.GetParameters() {
			f.Params = append(f.Params, param(q))
		}
		if d.GetResult() != nil {
			q := param(d.GetResult())
			f.Result = &q
		}
		out = append(out, f)
	}
	return out
}

// Every function of the recorder has a plan, and what it deletes is its last parameter.
func TestPlans(t *testing.T) {
	for _, f := range recorded(t) {
		p := newPlan(f, functions())
		if f.IsOwn() {
			continue
		}
		if p.lacking != "" {
			t.Errorf("%s: %s", f.Name, p.lacking)
			continue
		}
		if deletes(f.Name) && len(p.params[len(p.params)-1].classes) == 0 && !strings.Contains(strings.Join(undeleted, " "), f.Name) {
			t.Errorf("%s: the last parameter names no object", f.Name)
		}
	}
}

// undeleted has functions for objects that need no registers: NV_path_rendering has ranges of names that the program may also choose.
var undeleted = []string{"glDeletePathsNV", "glDeleteMemoryObjectsEXT", "glDeleteSemaphoresEXT"}

// Each row of a table matches a function or a type.
func TestTables(t *testing.T) {
	classes, calls := map[classRow]bool{}, map[callRow]bool{}
	for _, c := range registry.Builtin().Commands {
		for i := range c.Params {
			for _, row := range classesOf(c.Name+"."+c.Params[i].Name, &c.Params[i]) {
				classes[row] = true
			}
		}
		for _, row := range classesOf(c.Name+".return", &c.Return) {
			classes[row] = true
		}
		for _, row := range rowsOf(c.Name, slices.Concat(leftOuts, keptDraws, restoredCalls)) {
			calls[row] = true
		}
	}
	for _, row := range classTable {
		if !classes[row] {
			t.Errorf("objects.tsv: %s matches nothing", row.what)
		}
	}
	for _, row := range slices.Concat(leftOuts, keptDraws, restoredCalls) {
		if !calls[row] {
			t.Errorf("%s matches no function", row.functions)
		}
	}
}
