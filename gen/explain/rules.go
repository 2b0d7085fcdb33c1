package explain

import (
	_ "embed"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
)

//go:embed data/rules.tsv
var rulesTable string

//go:embed data/sections.tsv
var sectionsTable string

//go:embed data/functions.tsv
var functionsTable string

// Row is a row of rules.tsv.
type Row struct {
	Line      int
	Commands  []string // patterns; one that begins with ! excludes
	Condition string
	Error     string
	Section   string // "-" for that of the command
	Text      string
}

// Function is a query of the driver in a condition: a row of functions.tsv.
type Function struct {
	Name  string
	Args  int
	Group string   // of the enum that it returns, or names separated by |; "" for a number
	Calls []string // commands that it calls
}

// C returns the C constant of the function.
func (f *Function) C() string { return "ASK_" + strings.ToUpper(f.Name) }

// Rule is a row for one command: what it may not be called with.
type Rule struct {
	Row     *Row
	Code    uint64 // of the error
	Section string // such as "ES 3.2, 10.5"
	Terms   []Term
	Text    string    // {N} is a value with = before it, {=N} the value, and [...] a part that needs values
	Values  []Operand // in the text, by N
}

// Table resolves the rules of commands. It collects the sets that their conditions need.
type Table struct {
	Sets []EnumSet

	registry *registry.Registry
	sets     map[string]int
}

// New returns a table for the commands of a registry.
func New(r *registry.Registry) *Table { return &Table{registry: r, sets: map[string]int{}} }

// Rows returns all rows.
var Rows = sync.OnceValue(func() []*Row {
	var list []*Row
	err := table.Each("rules.tsv", rulesTable, 5, func(line int, row []string) error {
		list = append(list, &Row{line, strings.Fields(row[0]), row[1], row[2], row[3], row[4]})
		return nil
	})
	if err != nil {
		panic(err)
	}
	return list
})

// Functions returns the queries that conditions can contain.
var Functions = sync.OnceValue(func() []*Function {
	return table.Must("functions.tsv", functionsTable, 5, func(row []string) (*Function, error) {
		f := &Function{Name: row[0], Group: strings.TrimPrefix(row[2], "-"), Calls: strings.Fields(row[3])}
		_, err := fmt.Sscan(row[1], &f.Args)
		return f, err
	})
})

// Calls returns the commands that the conditions query, sorted.
func Calls() []string {
	list := []string{"eglGetError", "eglQueryString", "glDisable", "glEnable", "glGetError", "glIsEnabled", "glGetIntegerv", "glGetIntegeri_v", "glGetString"}
	for _, f := range Functions() {
		list = union(list, f.Calls)
	}
	return slices.DeleteFunc(list, func(name string) bool { return name == "-" })
}

func (t *Table) function(name string) *Function {
	for _, f := range Functions() {
		if f.Name == name {
			return f
		}
	}
	return nil
}

var sectionRows = sync.OnceValue(func() [][]string { return table.Rows("sections.tsv", sectionsTable, 2) })

// Covers reports whether a command belongs to a specification that the table covers: EGL, OpenGL ES 2.0 and newer, and
// their extensions.
func Covers(r *registry.Registry, c *registry.Command) bool {
	if c.IsEGL() || slices.ContainsFunc(c.Features, func(name string) bool { return strings.HasPrefix(name, "GL_ES_VERSION_") }) {
		return true
	}
	return slices.ContainsFunc(r.Extensions, func(x *registry.Extension) bool {
		return slices.Contains(c.Extensions, x.Name) && slices.Contains(x.Supported, registry.GLES2)
	})
}

// Rules returns the rules of a command, in the order of the table. It leaves out rows with names that the registry does
// not have, because a project can have an older registry.
func (t *Table) Rules(c *registry.Command) []Rule {
	rules, _ := t.resolve(c)
	return rules
}

// Check returns the errors in the rows of a command.
func (t *Table) Check(c *registry.Command) error {
	_, err := t.resolve(c)
	return err
}

func (t *Table) resolve(c *registry.Command) (rules []Rule, err error) {
	if !Covers(t.registry, c) {
		return nil, nil
	}
	for _, row := range Rows() {
		some, wrong := t.apply(row, c)
		if wrong != nil {
			err = errors.Join(err, fmt.Errorf("rules.tsv:%d: %w", row.Line, wrong))
			continue
		}
		rules = append(rules, some...)
	}
	return rules, err
}

// apply returns the rules of a row for a command: none, one, or one for each parameter that the selector of the row
// stands for.
func (t *Table) apply(row *Row, c *registry.Command) (rules []Rule, err error) {
	named := t.named(row, c)
	if named == nil {
		return nil, nil
	}
	for _, selected := range selectedParams(row, c) {
		compiler := compiler{table: t, command: c, params: map[string]int{}, selected: selected}
		for i, p := range named.Params {
			compiler.params[p.Name] = i
		}
		rule, err := compiler.rule(row)
		var missing errNoParam
		if errors.As(err, &missing) && !row.single() {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		rules = append(rules, rule)
	}
	return rules, nil
}

// single reports whether the row names one command.
func (row *Row) single() bool {
	return len(row.Commands) == 1 && !strings.ContainsAny(row.Commands[0], "*?[")
}

// named returns the command, or the alias of it, that the row names; nil if there is none.
func (t *Table) named(row *Row, c *registry.Command) *registry.Command {
	for _, name := range append([]string{c.Name}, c.Aliases...) {
		if alias, ok := t.registry.Command(name); ok && len(alias.Params) == len(c.Params) && matches(row.Commands, name) {
			return alias
		}
	}
	return nil
}

// matches reports whether the last of the patterns that a name matches includes it.
func matches(patterns []string, name string) (included bool) {
	for _, p := range patterns {
		exclude := strings.HasPrefix(p, "!")
		if ok, err := path.Match(strings.TrimPrefix(p, "!"), name); ok && err == nil {
			included = !exclude
		}
	}
	return included
}

// selectors say which parameters $NAME stands for.
var selectors = map[string]func(p registry.Param) bool{
	"$size":     func(p registry.Param) bool { return ofType("GLsizei")(p) || ofType("GLsizeiptr")(p) },
	"$enum":     func(p registry.Param) bool { return ofType("GLenum")(p) && p.Group != "" },
	"$bits":     func(p registry.Param) bool { return ofType("GLbitfield")(p) && p.Group != "" },
	"$pipeline": ofClass("program pipeline"),
	"$program":  ofClass("program"),
	"$sampler":  ofClass("sampler"),
	"$shader":   ofClass("shader"),
	"$sync":     ofType("GLsync"),
	"$display":  ofType("EGLDisplay"),
	"$config":   ofType("EGLConfig"),
	"$surface":  ofType("EGLSurface"),
	"$context":  ofType("EGLContext"),
}

func ofClass(class string) func(registry.Param) bool {
	return func(p registry.Param) bool { return !p.Type.IsPointer() && p.Class == class }
}

func ofType(name string) func(registry.Param) bool {
	return func(p registry.Param) bool { return !p.Type.IsPointer() && p.Type.Base == name }
}

// selectedParams returns the parameters that the row's selector stands for; without a selector, it returns -1.
func selectedParams(row *Row, c *registry.Command) (list []int) {
	name := row.selector()
	if name == "" {
		return []int{-1}
	}
	for i, p := range c.Params {
		if selectors[name] != nil && selectors[name](p) {
			list = append(list, i)
		}
	}
	return list
}

// selector returns the selector in the condition of a row, or "".
func (row *Row) selector() string {
	_, after, ok := strings.Cut(row.Condition, "$")
	if !ok {
		return ""
	}
	if i := strings.IndexAny(after, " ,)"); i >= 0 {
		after = after[:i]
	}
	return "$" + after
}

// rule compiles a row.
func (c *compiler) rule(row *Row) (Rule, error) {
	rule := Rule{Row: row}
	e, ok := c.table.registry.Enum(row.Error)
	if !ok {
		return rule, fmt.Errorf("the registry has no enum %s", row.Error)
	}
	rule.Code = e.Value
	var err error
	if rule.Section, err = section(row, c.command); err != nil {
		return rule, err
	}
	if rule.Terms, err = c.terms(row.Condition); err != nil {
		return rule, err
	}
	err = c.text(&rule)
	return rule, err
}

// section returns the section of the specification that has the rule.
func section(row *Row, c *registry.Command) (string, error) {
	text := row.Section
	if text == "-" {
		i := slices.IndexFunc(sectionRows(), func(s []string) bool {
			return slices.ContainsFunc(append([]string{c.Name}, c.Aliases...), func(name string) bool { return matches(strings.Fields(s[0]), name) })
		})
		if i < 0 {
			return extensionSection(c)
		}
		text = sectionRows()[i][1]
	}
	switch {
	case strings.HasPrefix(text, "GL_"), strings.HasPrefix(text, "EGL_"):
		return text, nil
	case c.IsEGL():
		return "EGL 1.5, " + text, nil
	}
	return "ES 3.2, " + text, nil
}

// extensionSection returns the extension of a command that no version has.
func extensionSection(c *registry.Command) (string, error) {
	if len(c.Extensions) == 0 {
		return "", fmt.Errorf("sections.tsv has no section for %s", c.Name)
	}
	return c.Extensions[0], nil
}

// text compiles the text of a rule. {OPERAND} stands for an operand with its name and value, {=OPERAND} for its value.
func (c *compiler) text(rule *Rule) error {
	var out strings.Builder
	for text := rule.Row.Text; text != ""; {
		before, rest, ok := strings.Cut(text, "{")
		out.WriteString(before)
		if !ok {
			break
		}
		name, after, ok := strings.Cut(rest, "}")
		if !ok {
			return fmt.Errorf("no } in the text %q", rule.Row.Text)
		}
		name, bare := strings.CutPrefix(name, "=")
		o, err := c.operand(name, false)
		if err != nil {
			return err
		}
		if bare {
			fmt.Fprintf(&out, "{=%d}", len(rule.Values))
		} else {
			fmt.Fprintf(&out, "%s{%d}", o.name(c.command), len(rule.Values))
		}
		rule.Values = append(rule.Values, o)
		text = after
	}
	if len(rule.Values) > 10 {
		return fmt.Errorf("more than 10 values in the text %q", rule.Row.Text)
	}
	rule.Text = out.String()
	return nil
}
