package diff

import (
	"path"
	"slices"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/record/recorder"
)

// definitions returns the functions that a recorder records.
func definitions(t *testing.T) (all []*tracepb.Function) {
	t.Helper()
	encoded, err := recorder.Definitions()
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range encoded {
		f := &tracepb.Function{}
		if err := proto.Unmarshal(one, f); err != nil {
			t.Fatal(err)
		}
		all = append(all, f)
	}
	return all
}

// TestAnswers checks that answers.tsv has a row for each answer of each command, and that each row is used.
func TestAnswers(t *testing.T) {
	used := map[*row]bool{}
	covered := func(f *tracepb.Function, param string) bool {
		conditions := map[string]bool{}
		defer func() {
			if len(conditions) > 2 {
				t.Errorf("%s.%s depends on %v, more than two parameters", f.GetName(), param, conditions)
			}
		}()
		for _, r := range rowsOf(f.GetName()) {
			if !r.matches(param) {
				continue
			}
			on := r.param
			if on != "" && on != queryTargetName && !slices.ContainsFunc(f.GetParameters(), func(p *tracepb.Parameter) bool { return p.GetName() == on }) {
				continue
			}
			if on != "" {
				conditions[on] = true
			}
			if used[r] = true; on == "" {
				return true
			}
		}
		return false
	}
	for _, f := range definitions(t) {
		if ok, _ := path.Match("gltrace.*", f.GetName()); ok {
			continue
		}
		for _, p := range f.GetParameters() {
			if !covered(f, p.GetName()) && p.GetOut() {
				t.Errorf("no row for %s.%s", f.GetName(), p.GetName())
			}
		}
		if f.GetResult() != nil && !covered(f, "return") {
			t.Errorf("no row for %s.return", f.GetName())
		}
	}
	for i := range rows {
		if r := &rows[i]; !used[r] {
			t.Errorf("row %s.%s %s=%v is not used: no command, or an earlier row", r.command, r.answer, r.param, r.values)
		}
	}
}
