package gen

import (
	"fmt"
	"slices"

	"github.com/gleslayergen/gleslayergen/rules"
)

// IDs of the loader's pitfalls that the layer itself detects.
const (
	trapNoContext = "trap-no-context"
	trapES1       = "trap-es1"
)

// resolvePitfalls stores with each command what the layer counts for it and which message it logs.
func (p *Plan) resolvePitfalls() {
	for _, c := range p.Commands {
		pitfalls := p.pitfallsFor(c)
		c.Contextless = slices.ContainsFunc(pitfalls, func(t rules.Pitfall) bool { return t.ID == trapNoContext })
		if i := slices.IndexFunc(pitfalls, func(t rules.Pitfall) bool { return t.Unseen != "" }); i >= 0 && c.Hook != "" {
			c.Unseen = unseen(pitfalls[i])
		}
	}
}

func unseen(t rules.Pitfall) string {
	return fmt.Sprintf("%s (gleslayergen explain %s)", t.Unseen, t.ID)
}

// unseenGL is the message that the layer logs if none of its hooks of GL commands saw a call.
func (p *Plan) unseenGL() string {
	t, _ := rules.FindPitfall(trapES1)
	return "no hook of a GL function was called: " + unseen(t)
}

// pitfallsFor returns the pitfalls that affect this layer at a command.
func (p *Plan) pitfallsFor(c *Command) []rules.Pitfall {
	return slices.DeleteFunc(rules.PitfallsFor(c.Name), func(t rules.Pitfall) bool { return t.SettledBy(p.intercepts) })
}

func (p *Plan) intercepts(command string) bool {
	return slices.ContainsFunc(p.Commands, func(c *Command) bool { return c.Name == command && c.Hook != "" })
}

// Trap is a known pitfall of Android's loader for layers.
type Trap struct {
	ID     string // "gleslayergen explain ID" prints the details
	Rule   string // rule of Android's loader
	Title  string
	What   string // what happens
	Remedy string
}

// Traps returns the loader's pitfalls that affect the intercepted commands, each once.
func (p *Plan) Traps() []Trap {
	var out []Trap
	for _, c := range p.Intercepted() {
		if c.Hook == HookRecord { // generated code, not written by the author
			continue
		}
		for _, t := range p.pitfallsFor(c) {
			if !slices.ContainsFunc(out, func(o Trap) bool { return o.ID == t.ID }) {
				out = append(out, Trap{t.ID, t.Rule, t.Title, t.What, t.Remedy})
			}
		}
	}
	return out
}

// LateNames returns the intercepted and used names that the loaders of some releases do not know. The layer
// gets these only when the app calls eglGetProcAddress for them.
func (p *Plan) LateNames() []string {
	var out []string
	for _, c := range p.Commands {
		if !c.Known {
			out = append(out, c.Name)
		}
	}
	return out
}
