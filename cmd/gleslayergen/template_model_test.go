package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/templates"
)

func TestTemplateModel(t *testing.T) {
	out := runOK(t, "template", "model")
	for _, name := range []string{"model 2\n", "\nPlan: ", "  .Commands ", "  hookParams ", "  c.commands ", "  passive "} {
		if !strings.Contains(out, name) {
			t.Errorf("no %q in:\n%s", name, out)
		}
	}
}

func TestTemplateModelJSON(t *testing.T) {
	out := runOK(t, "template", "model", "--json")
	if !strings.HasPrefix(out, "{\n  \"schema\": 1,\n") {
		t.Errorf("it begins with %.40q", out)
	}
	var doc gen.ModelDoc
	if err := json.Unmarshal([]byte(out), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Model != templates.Model || len(doc.Types) == 0 || doc.Types[0].Name != "Plan" || len(doc.Types[0].Methods) == 0 ||
		len(doc.Functions) == 0 || len(doc.Emitters) == 0 || len(doc.Conditions) == 0 {
		t.Errorf("the report lacks a part: %+v", doc)
	}
}
