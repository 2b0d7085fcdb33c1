package main

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
)

// docs/explain.md has the tables, and 30 extensions, all of which have commands.
func TestTablesAreCurrent(t *testing.T) {
	text, err := os.ReadFile("../../docs/explain.md")
	if err != nil {
		t.Fatal(err)
	}
	for part := range strings.SplitSeq(tables(), "\n\n") {
		if !strings.Contains(string(text), strings.TrimSpace(part)) {
			t.Errorf("docs/explain.md is not current; go run ./scripts/specerrors tables prints\n%s", part)
		}
	}
	rows := table.Rows("extensions.tsv", extensionsTable, 1)
	if len(rows) != 30 {
		t.Errorf("%d extensions", len(rows))
	}
	for _, row := range rows {
		if !slices.ContainsFunc(registry.Builtin().Commands, func(c *registry.Command) bool { return slices.Contains(c.Extensions, row[0]) }) {
			t.Errorf("%s has no command", row[0])
		}
	}
}

// Each command has as many rules as its page has paragraphs about an error, or shared.tsv tells why it needs fewer. Each row of
// shared.tsv is needed.
func TestGaps(t *testing.T) {
	used := map[string]bool{}
	for _, g := range findGaps() {
		if g.why == "" {
			t.Errorf("%s, %s: %d rules for %d paragraphs", g.command, g.code, g.rules, g.paragraphs)
		}
		used[g.code+g.pattern] = true
	}
	for _, row := range table.Rows("shared.tsv", sharedTable, 3) {
		if !used[row[1]+row[0]] {
			t.Errorf("shared.tsv: %s, %s has no gap", row[0], row[1])
		}
	}
	if why, _ := whyShared("glBindBuffer", "GL_INVALID_ENUM"); why != "" {
		t.Errorf("glBindBuffer: %s", why)
	}
}

// errors.tsv has a page for nearly each command of the versions, and only commands.
func TestErrorsTable(t *testing.T) {
	pages := listed()
	for name := range pages {
		if _, ok := registry.Builtin().Command(name); !ok {
			t.Errorf("errors.tsv: no command %s", name)
		}
	}
	var missing []string
	for _, c := range registry.Builtin().Commands {
		if _, ok := pages[c.Name]; versionOf(c) >= 0 && !ok {
			missing = append(missing, c.Name)
		}
	}
	if len(missing) > 10 {
		t.Errorf("%d commands have no page: %s", len(missing), missing)
	}
}

// The errors of a page belong to each of its functions, and each paragraph counts once.
func TestCountPage(t *testing.T) {
	counts := map[string]int{}
	countPage(counts, `<funcdef>void <function>glA</function></funcdef><funcdef>int <function>glB</function></funcdef>
<refsect1 xml:id="errors"><title>Errors</title><para><constant>GL_INVALID_VALUE</constant> <constant>GL_INVALID_ENUM</constant></para>
<para>text</para><para><constant>GL_INVALID_VALUE</constant> two</para></refsect1><refsect1><title>Notes</title><para><constant>GL_INVALID_ENUM</constant></para></refsect1>`)
	countPage(counts, `<funcdef>void <function>glC</function></funcdef>`)
	want := map[string]int{"glA\tGL_INVALID_VALUE": 2, "glB\tGL_INVALID_VALUE": 2, "glC\t-": 0}
	if !maps.Equal(counts, want) {
		t.Errorf("%v", counts)
	}
}
