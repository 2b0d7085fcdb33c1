package registry

import (
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

// The tables of EGL have only names that the registry has.
func TestEGLTablesAgreeWithTheRegistry(t *testing.T) {
	r := Builtin()
	groups := map[string]bool{}
	for _, row := range table.Rows("egl_groups.tsv", eglGroups, 4) {
		groups[row[0]] = true
	}
	for _, row := range table.Rows("egl_groups.tsv", eglGroups, 4) {
		if e, ok := r.Enum(row[1]); ok && e.Value > 0xFFFFFFFF && int64(e.Value) > 0 {
			t.Errorf("egl_groups.tsv: %s has more than 32 bits", row[1])
		}
		if _, group, ok := strings.Cut(row[2], ":"); ok && !groups[group] {
			t.Errorf("egl_groups.tsv: %s is read with the unknown group %s", row[1], group)
		}
	}
	for _, row := range table.Rows("egl_params.tsv", eglParams, 4) {
		checkParam(t, r, groups, row)
	}
}

func checkParam(t *testing.T, r *Registry, groups map[string]bool, row []string) {
	t.Helper()
	c, ok := r.Command(row[0])
	if !ok {
		t.Errorf("egl_params.tsv: no command %s", row[0])
		return
	}
	named := func(name string) bool {
		return name == "return" || slices.ContainsFunc(c.Params, func(p Param) bool { return p.Name == name })
	}
	kind, what, _ := strings.Cut(row[2], ":")
	if !named(row[1]) || kind == "value-of" && !named(what) {
		t.Errorf("egl_params.tsv: %s has no such parameter: %v", row[0], row)
	}
	if kind != "value-of" && kind != "bool" && !groups[what] {
		t.Errorf("egl_params.tsv: %s: unknown group %s", row[0], what)
	}
}
