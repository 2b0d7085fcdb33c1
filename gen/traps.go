package gen

import (
	"fmt"
	"slices"

	"github.com/gleslayergen/gleslayergen/rules"
)

// The traps that the layer itself looks out for.
const (
	trapNoContext = "trap-no-context"
	trapES1       = "trap-es1"
)

// resolveTraps notes with each command what the layer counts and says of it.
func (p *Plan) resolveTraps() {
	for _, c := range p.Commands {
		traps := p.trapsFor(c)
		c.Contextless = slices.ContainsFunc(traps, func(t rules.Pitfall) bool { return t.ID == trapNoContext })
		if i := slices.IndexFunc(traps, func(t rules.Pitfall) bool { return t.Unseen != "" }); i >= 0 && c.Hook != "" {
			c.Unseen = unseen(traps[i])
		}
	}
}

func unseen(t rules.Pitfall) string {
	return fmt.Sprintf("%s (gleslayergen explain %s)", t.Unseen, t.ID)
}

// unseenGL is what the layer says when none of its hooks of GL commands saw a call.
func (p *Plan) unseenGL() string {
	t, _ := rules.FindPitfall(trapES1)
	return unseen(t)
}

// trapsFor are the traps that catch this layer at a command.
func (p *Plan) trapsFor(c *Command) []rules.Pitfall {
	return slices.DeleteFunc(rules.PitfallsFor(c.Name), func(t rules.Pitfall) bool { return t.SettledBy(p.intercepts) })
}

func (p *Plan) intercepts(command string) bool {
	return slices.ContainsFunc(p.Commands, func(c *Command) bool { return c.Name == command && c.Hook != "" })
}

// Trap is a way in which the loader surprises a layer.
type Trap struct {
	ID     string // gleslayergen explain ID tells more
	Rule   string // of Android's loader
	Title  string
	What   string // what happens
	Remedy string
}

// Traps are the loader's traps that catch this layer at what it intercepts, each once.
func (p *Plan) Traps() []Trap {
	var out []Trap
	for _, c := range p.Intercepted() {
		if c.Hook == HookRecord { // generated code, not written by the author
			continue
		}
		for _, t := range p.trapsFor(c) {
			if !slices.ContainsFunc(out, func(o Trap) bool { return o.ID == t.ID }) {
				out = append(out, Trap{t.ID, t.Rule, t.Title, t.What, t.Remedy})
			}
		}
	}
	return out
}

// LateNames are intercepted and used names that not every release's loader knows: they reach the layer only when the
// app asks eglGetProcAddress for them.
func (p *Plan) LateNames() []string {
	var out []string
	for _, c := range p.Commands {
		if !c.Known {
			out = append(out, c.Name)
		}
	}
	return out
}
