//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// Programs are found in a directory and in that of a build, and list their cases.
func TestModules(t *testing.T) {
	script := testutil.ReadText(t, "testdata", "deqp-gles2")
	for _, place := range []string{"", "modules/gles2"} {
		dir, work := t.TempDir(), t.TempDir()
		at := filepath.Join(dir, place)
		if err := os.MkdirAll(filepath.Join(at, "gles2", "shaders"), 0o700); err != nil {
			t.Fatal(err)
		}
		testutil.WriteFile(t, filepath.Join(at, "deqp-gles2"), script, 0o700)
		found, err := findModules(dir)
		if err != nil || len(found) != 1 {
			t.Fatalf("%q: %v, %v", place, found, err)
		}
		if err := found[0].link(work); err != nil {
			t.Fatal(err)
		}
		names, err := found[0].list(t.Context(), work)
		if err != nil || !slices.Equal(names, []string{"dEQP-GLES2.info.vendor", "dEQP-GLES2.info.renderer"}) {
			t.Errorf("%q: cases %q, %v", place, names, err)
		}
	}
	for _, dir := range []string{"", t.TempDir()} {
		if found, err := findModules(dir); err == nil {
			t.Errorf("%q: %v", dir, found)
		}
	}
}

// A file of cases can have names only, and those of other modules.
func TestCasesOfFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mustpass.txt")
	testutil.WriteFile(t, path, "dEQP-GLES3.a.b\ndEQP-GLES31.c\n\ndEQP-GLES3.d\n", 0o600)
	names, err := module{prefix: "dEQP-GLES3."}.read(path)
	if err != nil || !slices.Equal(names, []string{"dEQP-GLES3.a.b", "dEQP-GLES3.d"}) {
		t.Errorf("%q, %v", names, err)
	}
}

// The choice has one case of each n, in order, and depends on the seed only.
func TestChoose(t *testing.T) {
	var names []string
	for i := range 1000 {
		names = append(names, fmt.Sprintf("%04d", i))
	}
	a, b := choose(names, 20, 1), choose(names, 20, 2)
	if len(a) != 50 || !slices.IsSorted(a) || slices.Equal(a, b) || !slices.Equal(a, choose(names, 20, 1)) {
		t.Errorf("%q and %q", a, b)
	}
	if all := choose(names, 1, 1); !slices.Equal(all, names) {
		t.Errorf("%d of 1000 cases", len(all))
	}
}

// A run is a success if it ran cases, each module with cases compared answers, and no batch failed.
func TestCheck(t *testing.T) {
	good := result{module: "good", cases: 3, batches: 1, answers: 9}
	for _, c := range []struct {
		results []result
		want    string // "" for a success
	}{
		{[]result{good, {module: "none"}}, ""},
		{nil, "no case ran"},
		{[]result{{module: "none"}}, "no case ran"},
		{[]result{good, {module: "idle", cases: 2, batches: 1}}, "idle: failed: no asserted answer"},
		{[]result{{module: "bad", cases: 60, batches: 2, answers: 9, failures: []string{"differs"}}, good}, "bad: failed: 1 of 60 cases"},
	} {
		if err := check(c.results); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.results, err, c.want)
		}
	}
}

// After a crash, the cases that did not run are left. If none ran, none is.
func TestWithout(t *testing.T) {
	names := []string{"a", "b", "c"}
	if left := without(names, []string{"b", "a"}); !slices.Equal(left, []string{"c"}) {
		t.Errorf("left: %q", left)
	}
	if left := without(names, nil); left != nil {
		t.Errorf("left: %q", left)
	}
}

// A failed batch is searched for the cases that fail alone. A batch of which none does is a failure itself.
func TestSearchBatch(t *testing.T) {
	for text, want := range map[string][]string{
		"good fine":                        nil,
		"bad":                              {"dEQP-GLES2.bad"},
		"good bad1 fine left bad2 right":   {"dEQP-GLES2.bad1", "dEQP-GLES2.bad2"},
		"good left fine right also more x": {"1.txt"},
	} {
		var names []string
		for word := range strings.FieldsSeq(text) {
			names = append(names, "dEQP-GLES2."+word)
		}
		cases := filepath.Join(t.TempDir(), "cases.txt")
		testutil.WriteFile(t, cases, strings.Join(names, "\n"), 0o600)
		tool, err := filepath.Abs(filepath.Join("testdata", "gleslayergen"))
		if err != nil {
			t.Fatal(err)
		}
		m := module{name: "deqp-gles2", prefix: "dEQP-GLES2.", path: filepath.Join(t.TempDir(), "deqp-gles2")}
		r, err := runner{tool, filepath.Join(t.TempDir(), "new"), m}.run(t.Context(), options{sample: 1, cases: cases})
		if err != nil || r.cases != len(names) || r.calls != 7 || r.answers != 3 || !slices.Equal(r.failures, want) {
			t.Errorf("%s: %+v, %v, want failures %q", text, r, err, want)
		}
	}
}

// Known differences are found by patterns.
func TestKnownDifference(t *testing.T) {
	for name, want := range map[string]bool{
		"dEQP-GLES3.functional.negative_api.state.is_sync":                                  true,
		"dEQP-GLES31.functional.debug.negative_coverage.callbacks.fragment.delete_sync":     true,
		"dEQP-GLES31.functional.debug.negative_coverage.callbacks.fragment.delete_sync_all": false,
		"dEQP-GLES2.functional.negative_api.state.is_program":                               false,
	} {
		if reason := knownDifference(name); (reason != "") != want {
			t.Errorf("%s: %q", name, reason)
		}
	}
}
