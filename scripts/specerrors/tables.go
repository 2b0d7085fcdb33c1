package main

import (
	"cmp"
	_ "embed"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen/explain"
	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
)

//go:embed errors.tsv
var errorsTable string

//go:embed extensions.tsv
var extensionsTable string

//go:embed shared.tsv
var sharedTable string

// listed returns the errors on the page of each command, with their numbers of paragraphs.
func listed() map[string]map[string]int {
	out := map[string]map[string]int{}
	for _, row := range table.Rows("errors.tsv", errorsTable, 3) {
		if out[row[0]] == nil {
			out[row[0]] = map[string]int{}
		}
		if n, err := strconv.Atoi(row[2]); err == nil && n > 0 {
			out[row[0]][row[1]] = n
		}
	}
	return out
}

// A coverage counts the errors of commands.
type coverage struct {
	commands, paragraphs int
	pairs                int // of a command and an error that its page lists
	checked              int // pairs with a rule that the module can check
	candidates           int // pairs with rules that it cannot check
	rules                int // that the module can check
}

// addCommand adds a command, with the errors on its page.
func (c *coverage) addCommand(t *explain.Table, command *registry.Command, errors map[string]int) {
	c.commands++
	kinds := map[string]bool{} // by error: whether a rule can be checked
	for _, r := range t.Rules(command) {
		checked := !strings.Contains(r.Row.Condition, "unknown()")
		kinds[r.Row.Error] = kinds[r.Row.Error] || checked
		if checked {
			c.rules++
		}
	}
	for code, n := range errors {
		c.pairs++
		c.paragraphs += n
		switch checked, known := kinds[code]; {
		case checked:
			c.checked++
		case known:
			c.candidates++
		}
	}
}

// A gap is a command of the versions and an error with fewer rules than its page has paragraphs.
type gap struct {
	command, code     string
	paragraphs, rules int
	why, pattern      string // of its row in shared.tsv; "" without a row
}

// findGaps returns all gaps, sorted.
func findGaps() (list []gap) {
	r, pages := registry.Builtin(), listed()
	t := explain.New(r)
	for _, c := range r.Commands {
		if versionOf(c) < 0 {
			continue
		}
		rules := map[string]int{}
		for _, rule := range t.Rules(c) {
			rules[rule.Row.Error]++
		}
		for code, n := range pages[c.Name] {
			if rules[code] < n {
				why, pattern := whyShared(c.Name, code)
				list = append(list, gap{c.Name, code, n, rules[code], why, pattern})
			}
		}
	}
	slices.SortFunc(list, func(a, b gap) int {
		return cmp.Or(strings.Compare(a.command, b.command), strings.Compare(a.code, b.code))
	})
	return list
}

// whyShared returns why a command needs fewer rules than paragraphs, with the pattern of its row, or "".
func whyShared(command, code string) (why, pattern string) {
	for _, row := range table.Rows("shared.tsv", sharedTable, 3) {
		if ok, err := path.Match(row[0], command); err == nil && ok && row[1] == code {
			return row[2], row[0]
		}
	}
	return "", ""
}

// gaps returns a line for each gap.
func gaps() string {
	var out strings.Builder
	out.WriteString("# Columns: command; error; paragraphs; rules; why, or - if rules are missing\n")
	for _, g := range findGaps() {
		fmt.Fprintf(&out, "%s\t%s\t%d\t%d\t%s\n", g.command, g.code, g.paragraphs, g.rules, cmp.Or(g.why, "-"))
	}
	return out.String()
}

// versions are the versions of the specifications, oldest first.
var versions = []struct{ title, prefix string }{
	{"OpenGL ES 2.0", "GL_ES_VERSION_2_0"}, {"OpenGL ES 3.0", "GL_ES_VERSION_3_0"}, {"OpenGL ES 3.1", "GL_ES_VERSION_3_1"},
	{"OpenGL ES 3.2", "GL_ES_VERSION_3_2"}, {"EGL 1.0 to 1.5", "EGL_VERSION_"},
}

// versionOf returns the index of the version that adds a command; -1 for a command of extensions.
func versionOf(c *registry.Command) int {
	return slices.IndexFunc(slices.Collect(prefixes()), func(prefix string) bool {
		return slices.ContainsFunc(c.Features, func(name string) bool { return strings.HasPrefix(name, prefix) })
	})
}

func prefixes() func(func(string) bool) {
	return func(yield func(string) bool) {
		for _, v := range versions {
			if !yield(v.prefix) {
				return
			}
		}
	}
}

// tables returns the tables of docs/explain.md.
func tables() string {
	return versionsTable() + "\n" + extensionTable()
}

func versionsTable() string {
	r, pages := registry.Builtin(), listed()
	t, counts := explain.New(r), make([]coverage, len(versions))
	for _, c := range r.Commands {
		if v := versionOf(c); v >= 0 {
			counts[v].addCommand(t, c, pages[c.Name])
		}
	}
	var out strings.Builder
	out.WriteString("| commands new in | commands | errors in the pages | command and error | with rules that are checked | only candidates | rules |\n|---|--:|--:|--:|--:|--:|--:|\n")
	var all coverage
	for i, c := range counts {
		writeCoverage(&out, versions[i].title, c)
		all.commands, all.paragraphs, all.pairs = all.commands+c.commands, all.paragraphs+c.paragraphs, all.pairs+c.pairs
		all.checked, all.candidates, all.rules = all.checked+c.checked, all.candidates+c.candidates, all.rules+c.rules
	}
	writeCoverage(&out, "all", all)
	return out.String()
}

func writeCoverage(out *strings.Builder, title string, c coverage) {
	fmt.Fprintf(out, "| %s | %d | %d | %d | %d | %d | %d |\n", title, c.commands, c.paragraphs, c.pairs, c.checked, c.candidates, c.rules)
}

// extensionTable lists the extensions whose commands have rules.
func extensionTable() string {
	r := registry.Builtin()
	t := explain.New(r)
	var out strings.Builder
	out.WriteString("| extension | commands | rules |\n|---|--:|--:|\n")
	for _, row := range table.Rows("extensions.tsv", extensionsTable, 1) {
		var c coverage
		for _, command := range r.Commands {
			if slices.Contains(command.Extensions, row[0]) {
				c.addCommand(t, command, nil)
			}
		}
		fmt.Fprintf(&out, "| `%s` | %d | %d |\n", row[0], c.commands, c.rules)
	}
	return out.String()
}
