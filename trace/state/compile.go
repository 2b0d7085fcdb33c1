package state

import (
	"slices"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// rulesOf has the rows of rules.tsv by function, without the function.
var rulesOf = sync.OnceValue(func() map[string][][]string {
	out := map[string][][]string{}
	for _, row := range table.Rows("rules.tsv", registry.StateTable("rules.tsv"), 6) {
		out[row[0]] = append(out[row[0]], row[1:5])
	}
	return out
})

var lookupRows = sync.OnceValue(func() [][]string { return table.Rows("lookups.tsv", registry.StateTable("lookups.tsv"), 4) })

// target returns the name that a target has in a path.
type target struct {
	binding string
	places  []string
}

var targets = sync.OnceValue(func() map[string]target {
	out := map[string]target{}
	for _, row := range table.Rows("targets.tsv", registry.StateTable("targets.tsv"), 4) {
		t := target{binding: row[1]}
		if row[2] != "-" {
			t.places = strings.Split(row[2], ",")
		}
		out[row[0]] = t
	}
	return out
})

// compiled is a function of a recording with its rules.
type compiled struct {
	name   string // the tables have rules for it
	f      *file.Function
	words  *calltext.Formatter
	params map[string]int // by the names that the tables use
	rules  []rule
	query  map[uint64]path // for the handler get
	bound  map[string]term // for the handlers of textures and buffers
}

// compiler compiles the rules for the functions of a recording.
type compiler struct {
	words     *calltext.Formatter
	functions sync.Map // *file.Function to *compiled; nil for one without rules
	unbind    func() map[string][]path
}

func (c *compiler) function(f *file.Function) *compiled {
	if got, ok := c.functions.Load(f); ok {
		return got.(*compiled)
	}
	made, err := c.compile(f)
	if err != nil {
		made = nil // the recording's function differs from the registry's, so its meaning is unknown
	}
	got, _ := c.functions.LoadOrStore(f, made)
	return got.(*compiled)
}

func (c *compiler) compile(f *file.Function) (*compiled, error) {
	names := []string{f.Name}
	if command, ok := registry.Builtin().Command(f.Name); ok {
		names = append(names, command.Aliases...)
	}
	for _, name := range names {
		if rulesOf()[name] == nil {
			continue
		}
		out := &compiled{name: name, f: f, words: c.words, params: paramsOf(name, f)}
		if out.params == nil {
			return nil, nil
		}
		for _, row := range rulesOf()[name] {
			r, err := out.parseRule(row)
			if err != nil {
				return nil, err
			}
			out.rules = append(out.rules, r)
		}
		return out, out.prepare()
	}
	return nil, nil
}

// recorders maps the recorder's own functions that have rules to the numbers of parameters that they had in the versions of the
// recorder.
var recorders = map[string][]int{"gltrace.Context": {5, 6}, "gltrace.Texture": {10}, "gltrace.Buffer": {4}, "gltrace.Mapped": {5}}

// paramsOf maps the registry's parameter names to indices, or returns nil if the recording's function has
// other parameters.
func paramsOf(name string, f *file.Function) map[string]int {
	out := map[string]int{}
	command, ok := registry.Builtin().Command(name)
	if !ok {
		if !slices.Contains(recorders[name], len(f.Params)) {
			return nil
		}
		return out // identified by index
	}
	if len(command.Params) != len(f.Params) {
		return nil
	}
	for i, p := range command.Params {
		out[p.Name] = i
	}
	return out
}

// prepare resolves what handlers need.
func (c *compiled) prepare() error {
	c.bound = map[string]term{}
	if _, ok := c.params["target"]; ok {
		for _, name := range []string{"texture", "buffer"} {
			t, err := c.parseLookup(name)
			if err != nil {
				return err
			}
			c.bound[name] = t
		}
	}
	if slices.ContainsFunc(rulesOf()[c.name], func(row []string) bool { return row[2] == "get" }) {
		return c.parseQueries()
	}
	return nil
}

// unbindings returns the paths of unbind.tsv by class. They use no parameters of a function.
func (c *compiler) unbindings() map[string][]path { return c.unbind() }

func (c *compiler) parseUnbind() map[string][]path {
	out := map[string][]path{}
	nothing := &compiled{words: c.words, f: &file.Function{}}
	for _, row := range table.Rows("unbind.tsv", registry.StateTable("unbind.tsv"), 3) {
		p, err := nothing.parsePath(row[1])
		if err != nil {
			panic("unbind.tsv: " + err.Error())
		}
		out[row[0]] = append(out[row[0]], p)
	}
	return out
}

func newCompiler() *compiler {
	c := &compiler{words: calltext.NewFormatter(nil)}
	c.unbind = sync.OnceValue(c.parseUnbind)
	return c
}
