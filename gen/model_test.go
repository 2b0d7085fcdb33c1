package gen

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/templates"
)

var updateModel = flag.Bool("update", false, "write the names of the model to testdata, and its tables to docs/templates.md")

// namesOf returns the names of the model in the form of model.tsv, with types from the code.
func namesOf(doc ModelDoc) map[string]ModelEntry {
	names := map[string]ModelEntry{}
	add := func(kind, of string, entries []ModelEntry) {
		for _, e := range entries {
			names[kind+"\t"+of+e.Name] = e
		}
	}
	for _, t := range doc.Types {
		names["type\t"+t.Name] = ModelEntry{Meaning: t.Meaning}
		add("field", t.Name+".", t.Fields)
		add("method", t.Name+".", t.Methods)
	}
	add("function", "", doc.Functions)
	add("emitter", "", doc.Emitters)
	add("condition", "", doc.Conditions)
	return names
}

// The code and model.tsv have the same names.
func TestModelIsDescribed(t *testing.T) {
	names := namesOf(DescribeModel())
	for name, e := range names {
		if e.Meaning == "" {
			t.Errorf("model.tsv has no row for: %s", name)
		}
	}
	seen := map[string]bool{}
	for _, row := range table.Rows("model.tsv", modelTable, 4) {
		name := row[0] + "\t" + row[1]
		if _, ok := names[name]; !ok || seen[name] {
			t.Errorf("model.tsv has a row for %s, which templates cannot use, or has two rows for it", name)
		}
		if seen[name] = true; !strings.HasSuffix(row[3], ".") || row[2] == "" {
			t.Errorf("model.tsv: row %s has no example (- for none), or its meaning does not end with a full stop", name)
		}
	}
}

// A template reaches only types of this package: types of other packages can change and are no stable
// interface.
func TestModelIsOfThisPackage(t *testing.T) {
	doc := DescribeModel()
	known := []string{"string", "int", "bool", "uint64"}
	for _, typ := range doc.Types {
		known = append(known, typ.Name)
	}
	for name, e := range namesOf(doc) {
		for word := range strings.FieldsFuncSeq(e.Type, func(r rune) bool { return strings.ContainsRune(", ->", r) }) {
			if word != "list" && word != "of" && !slices.Contains(known, word) {
				t.Errorf("%s has the type %s", name, e.Type)
			}
		}
	}
}

// The names of a model are stable. Adding a name is allowed; a change or removal requires a new model
// version.
func TestModelIsKept(t *testing.T) {
	var now []string
	for name, e := range namesOf(DescribeModel()) {
		now = append(now, strings.TrimSpace(name+"\t"+e.Type))
	}
	slices.Sort(now)
	var kept []string
	path := ""
	for model := templates.OldestModel; model <= templates.Model; model++ {
		path = filepath.Join("testdata", fmt.Sprintf("model-%d.tsv", model))
		text, err := os.ReadFile(path)
		if err != nil && !(*updateModel && model == templates.Model) {
			t.Fatal(err)
		}
		kept = strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
		for _, line := range kept {
			if line != "" && !slices.Contains(now, line) {
				t.Errorf("%s has %q, which was removed or changed, which breaks packs for model %d; increment templates.Model", path, line, model)
			}
		}
	}
	if *updateModel && !t.Failed() {
		if err := os.WriteFile(path, []byte(strings.Join(now, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, line := range now {
		if !slices.Contains(kept, line) {
			t.Errorf("%q is new; if it will stay stable, run go test ./gen -run Model -update", line)
		}
	}
}

// generatedPart matches a part of a document that is generated.
var generatedPart = regexp.MustCompile(`(?s)(<!-- ([\w ]+): written by go test ./gen -run Model -update -->\n).*?(<!-- end -->)`)

// docs/templates.md describes the current model.
func TestModelDocument(t *testing.T) {
	checkParts(t, "../docs/templates.md", modelParts(DescribeModel()))
}

// docs/modules.md lists the settings of the modules. The name of the test is for its flag.
func TestModelSettings(t *testing.T) {
	rows := "| setting | values | default | |\n|---|---|---|---|\n"
	for _, s := range modules.Settings(modules.All, false, false) {
		if !strings.Contains(s.Name, ".") {
			continue // docs/helpers.md has those of each layer
		}
		rows += fmt.Sprintf("| `%s` | %s | %s | %s |\n", s.Name, s.Values(), cmp.Or(s.Default, "none"), s.Text)
	}
	checkParts(t, "../docs/modules.md", map[string]string{"settings": rows})
}

// checkParts checks the generated parts of a document, or writes them.
func checkParts(t *testing.T, path string, parts map[string]string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := generatedPart.ReplaceAllStringFunc(string(text), func(part string) string {
		m := generatedPart.FindStringSubmatch(part)
		content, ok := parts[m[2]]
		if !ok {
			t.Errorf("%s: the part %q occurs twice or is not a part of the model", path, m[2])
		}
		delete(parts, m[2])
		return m[1] + content + m[3]
	})
	if len(parts) > 0 {
		t.Fatalf("%s lacks a part: %v", path, slices.Collect(maps.Keys(parts)))
	}
	if want == string(text) {
		return
	}
	if !*updateModel {
		t.Fatalf("%s is stale: go test ./gen -run Model -update", path)
	}
	if err := os.WriteFile(path, []byte(want), 0o666); err != nil {
		t.Fatal(err)
	}
}

// modelParts returns the generated parts of the document.
func modelParts(doc ModelDoc) map[string]string {
	var types strings.Builder
	for _, typ := range doc.Types {
		fmt.Fprintf(&types, "\n### %s\n%s\n", typ.Name, typ.Meaning)
		modelTableOf(&types, "Field | Type", typ.Fields)
		modelTableOf(&types, "Method | Signature", typ.Methods)
	}
	types.WriteString("\n### Functions\n")
	modelTableOf(&types, "Function | Signature", doc.Functions)
	inGo := func(e ModelEntry) bool { return strings.HasPrefix(e.Name, "go.") }
	inC := func(e ModelEntry) bool { return !inGo(e) }
	return map[string]string{
		"types and functions": types.String(),
		"conditions":          plainTable("Condition | True if", doc.Conditions),
		"C emitters":          plainTable("Emitter | File | Content", slices.DeleteFunc(slices.Clone(doc.Emitters), inGo)),
		"Go emitters":         plainTable("Emitter | Directory | Content", slices.DeleteFunc(slices.Clone(doc.Emitters), inC)),
	}
}

func modelTableOf(b *strings.Builder, head string, entries []ModelEntry) {
	if len(entries) == 0 {
		return
	}
	fmt.Fprintf(b, "\n| %s | Meaning | Example |\n|---|---|---|---|\n", head)
	for _, e := range entries {
		fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", e.Name, e.Type, e.Meaning, code(e.Example))
	}
}

// plainTable formats rows as a table, with a column for examples if there are any.
func plainTable(head string, entries []ModelEntry) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| %s |\n|%s\n", head, strings.Repeat("---|", 1+strings.Count(head, "|")))
	for _, e := range entries {
		example := ""
		if e.Example != "" {
			example = code(e.Example) + " | "
		}
		fmt.Fprintf(&b, "| `%s` | %s%s |\n", e.Name, example, e.Meaning)
	}
	return b.String()
}

// code formats a text as code, with two backquotes on each side if the text contains one.
func code(text string) string {
	switch {
	case text == "":
		return ""
	case strings.Contains(text, "`"):
		return "`` " + text + " ``"
	}
	return "`" + text + "`"
}

// The error is the argument of fail, with its place, wherever the template calls fail.
func TestFail(t *testing.T) {
	pack := &templates.Pack{Name: "x", Where: "x", Texts: map[string]string{"a": "{{range .Commands}}\n{{if eq .Name \"glFlush\"}}{{fail \"no glFlush\"}}{{end}}{{end}}"},
		Files: []templates.File{{Path: "zz_generated_a", Template: "a"}}}
	_, err := Render(planAll(t, HookC), pack)
	if err == nil || !templates.Refuses(err) || err.Error() != "x/a:2: no glFlush (while rendering glFlush)" {
		t.Errorf("%v", err)
	}
	if _, err := Render(planAll(t, HookC), &templates.Pack{Name: "x", Texts: map[string]string{"a": "{{.Nope}}"}, Files: pack.Files}); templates.Refuses(err) {
		t.Errorf("%v", err)
	}
}
