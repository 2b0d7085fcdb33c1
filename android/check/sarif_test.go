package check

import (
	"encoding/json"
	"net/url"
	"slices"
	"testing"
)

// get follows keys and indices in decoded JSON.
func get(t *testing.T, v any, path ...any) any {
	t.Helper()
	for _, p := range path {
		switch p := p.(type) {
		case string:
			m, _ := v.(map[string]any)
			if _, ok := m[p]; !ok {
				t.Fatalf("no %q of %v in %v", p, path, v)
			}
			v = m[p]
		case int:
			list, _ := v.([]any)
			if p >= len(list) {
				t.Fatalf("no number %d of %v in %v", p, path, v)
			}
			v = list[p]
		}
	}
	return v
}

func text(t *testing.T, v any, path ...any) string {
	t.Helper()
	s, ok := get(t, v, path...).(string)
	if !ok || s == "" {
		t.Errorf("%v is no text, or empty", path)
	}
	return s
}

// The log has all properties that SARIF 2.1.0 requires in section 3, and no properties that it does not
// define: for the log (3.13), the run (3.14), the driver (3.19), its rules (3.49), and the results (3.27)
// with their locations (3.28, 3.29, 3.4).
func TestSARIF(t *testing.T) {
	found := []Finding{
		{"page-size", Error, "build/a b/libü.so", "", "a <b>\x1b", "why.", "do"},
		{"lib-stored", Warning, "/tmp/x.apk", "lib/arm64-v8a/liba.so", "what", "why.", "do"},
		{"not-read", Note, "a:b", "", "what", "why.", "do"},
	}
	data, err := json.Marshal(ToSARIF(found, "v1"))
	if err != nil {
		t.Fatal(err)
	}
	var log any
	if err := json.Unmarshal(data, &log); err != nil {
		t.Fatal(err)
	}
	if text(t, log, "version") != "2.1.0" || text(t, log, "$schema") != "https://json.schemastore.org/sarif-2.1.0.json" {
		t.Errorf("%.200s", data)
	}
	driver := get(t, log, "runs", 0, "tool", "driver")
	rules := get(t, driver, "rules").([]any)
	if text(t, driver, "name") != "gleslayergen" || text(t, driver, "version") != "v1" || len(rules) != len(Rules()) {
		t.Errorf("%v", driver)
	}
	if u, err := url.Parse(text(t, driver, "informationUri")); err != nil || !u.IsAbs() {
		t.Errorf("%v, %v", u, err)
	}
	levels := []string{"none", "note", "warning", "error"}
	for i, r := range rules {
		for _, path := range [][]any{{"id"}, {"shortDescription", "text"}, {"fullDescription", "text"}, {"help", "text"}, {"help", "markdown"}} {
			text(t, r, path...)
		}
		if text(t, r, "id") != Rules()[i].ID || !slices.Contains(levels, text(t, r, "defaultConfiguration", "level")) {
			t.Errorf("%v", r)
		}
	}
	for i, result := range get(t, log, "runs", 0, "results").([]any) {
		index := int(get(t, result, "ruleIndex").(float64))
		if text(t, result, "ruleId") != found[i].ID || Rules()[index].ID != found[i].ID || !slices.Contains(levels, text(t, result, "level")) {
			t.Errorf("%v", result)
		}
		text(t, result, "message", "text")
		want := []string{"build/a%20b/lib%C3%BC.so", "file:///tmp/x.apk", "./a:b"}[i]
		if got := text(t, result, "locations", 0, "physicalLocation", "artifactLocation", "uri"); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
	if name := text(t, log, "runs", 0, "results", 1, "locations", 0, "logicalLocations", 0, "fullyQualifiedName"); name != found[1].Where {
		t.Error(name)
	}
}

// Without findings, the list of results is present and empty, which means that the run found nothing.
func TestSARIFOfNothing(t *testing.T) {
	data, err := json.Marshal(ToSARIF(nil, ""))
	var log any
	if err == nil {
		err = json.Unmarshal(data, &log)
	}
	if err != nil {
		t.Fatal(err)
	}
	if list, ok := get(t, log, "runs", 0, "results").([]any); !ok || len(list) != 0 {
		t.Errorf("%.300s", data)
	}
}
