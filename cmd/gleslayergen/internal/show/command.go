package show

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/rules"
)

// Command describes a command.
type Command struct {
	Kind       string   `json:"kind"` // command
	Name       string   `json:"name"`
	C          string   `json:"c"`                 // prototype
	Go         string   `json:"go,omitempty"`      // hook in a project; empty if the command cannot be intercepted
	GoError    string   `json:"goError,omitempty"` // why a project cannot have a hook
	Returns    Value    `json:"returns"`
	Params     []Value  `json:"params"`
	Versions   []string `json:"versions"`
	Extensions []string `json:"extensions"`
	Aliases    []string `json:"aliases"`
	Android    []string `json:"android"` // sentences: what the loader does with the name
	Traps      []Trap   `json:"traps"`
	Corrected  []string `json:"corrected,omitempty"` // sentences: what differs from the files of Khronos
}

// Value is a parameter or a result.
type Value struct {
	Name  string `json:"name,omitempty"`
	Type  string `json:"type"`
	Group string `json:"group,omitempty"` // enum group of the registry
	Kind  string `json:"kind,omitempty"`  // kind attribute of the registry
	Class string `json:"class,omitempty"`
	Len   string `json:"len,omitempty"`   // number of elements, as an expression of other parameters
	Print string `json:"print,omitempty"` // Go expression that formats it in a hook
}

// Trap is a known pitfall and what to do about it.
type Trap struct {
	ID     string `json:"id"`
	Rule   string `json:"rule"`
	Title  string `json:"title"`
	What   string `json:"what"`
	Remedy string `json:"remedy"`
}

func command(r *registry.Registry, c *registry.Command) *Command {
	out := &Command{Kind: "command", Name: c.Name, C: c.Prototype() + ";", Returns: value(c.Return),
		Params: []Value{}, Traps: []Trap{}, Android: []string{},
		Versions: some(versions(r, c.Features)), Extensions: some(c.Extensions), Aliases: some(c.Aliases),
		Corrected: r.Corrections(c.Name)}
	for _, p := range c.Params {
		out.Params = append(out.Params, value(p))
	}
	if _, err := r.Select(registry.FullScope(), []string{c.Name}); err != nil {
		out.Android = append(out.Android, err.Error())
	} else {
		out.inGo(r, c)
	}
	out.Android = append(out.Android, rules.Lookup(c.Name).Explain()...)
	for _, t := range rules.PitfallsFor(c.Name) {
		out.Traps = append(out.Traps, Trap{t.ID, t.Rule, t.Title, t.What, t.Remedy})
	}
	return out
}

// inGo adds the prototype of the Go hook, and how the hook formats its parameters.
func (c *Command) inGo(r *registry.Registry, of *registry.Command) {
	g, err := gen.Prototype(r, of)
	if err != nil {
		c.GoError = err.Error()
		return
	}
	c.Go = g.HookPrototype()
	c.Returns.Print = g.Result.Print
	for i := range c.Params {
		c.Params[i].Print = g.Params[i].Print
	}
}

func value(p registry.Param) Value {
	return Value{p.Name, p.Type.String(), p.Group, p.Kind, p.Class, p.Len.String(), ""}
}

func (c *Command) page() page {
	p := page{title: c.Name}
	p.code("C", c.C)
	if c.Go != "" {
		p.code("Go hook", c.Go)
	}
	if c.GoError != "" {
		p.prose("Go hook", []string{c.GoError})
	}
	var rows [][]string
	for _, v := range c.Params {
		rows = append(rows, []string{v.Name, v.Type, v.meaning()})
	}
	if m := c.Returns.meaning(); m != "" {
		rows = append(rows, []string{"(result)", c.Returns.Type, m})
	}
	p.table("Parameters", rows)
	var words []string
	for _, v := range append(c.Params, c.Returns) {
		if v.Print != "" {
			words = append(words, v.Print)
		}
	}
	p.list("Format with", words)
	p.list("Versions", c.Versions)
	p.list("Extensions", c.Extensions)
	p.list("Same as", c.Aliases)
	p.prose("Corrected", c.Corrected)
	p.prose("Android", c.Android)
	for _, t := range c.Traps {
		p.prose("Pitfall", []string{t.Title + " (" + t.ID + ")", t.What, t.Remedy})
	}
	return p
}

// meaning returns the facts about a value beyond its C type.
func (v Value) meaning() string {
	var words []string
	for _, w := range []struct{ name, value string }{
		{"group", v.Group}, {"kind", v.Kind}, {"class", v.Class}, {"len", v.Len},
	} {
		if w.value != "" {
			words = append(words, w.name+" "+w.value)
		}
	}
	return strings.Join(words, ", ")
}
