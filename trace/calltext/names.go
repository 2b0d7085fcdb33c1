package calltext

import (
	"fmt"
	"math/bits"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/registry"
)

// group names the values of one place.
type group struct {
	names   map[uint64]string
	attribs map[uint64]Reading // of a group of EGL attributes: how the value behind each reads
}

var (
	groupsMu sync.Mutex
	groups   = map[string]*group{}
)

// groupOf finds the table of an enum group, or makes it; nil where there is none.
func groupOf(name string) *group {
	if name == "" {
		return nil
	}
	groupsMu.Lock()
	defer groupsMu.Unlock()
	g, ok := groups[name]
	if !ok {
		if g = eglGroups()[name]; g == nil {
			g = registryGroup(name)
		}
		groups[name] = g
	}
	return g
}

func registryGroup(name string) *group {
	if _, ok := registry.Builtin().Group(name); !ok {
		return nil // nothing is kept of a name that only a file knows
	}
	g := &group{names: map[uint64]string{}}
	for _, n := range registry.Builtin().GroupNames(name) {
		g.names[n.Value] = n.Name
	}
	return g
}

// anywhere are the values that have one name whatever the place, by API.
var anywhere = sync.OnceValue(func() map[string]map[uint64]string {
	all := map[string]map[uint64]string{}
	for _, api := range []string{"GL_", "EGL_"} {
		all[api] = map[uint64]string{}
		for _, n := range registry.Builtin().UniqueNames(api) {
			all[api][n.Value] = n.Name
		}
	}
	return all
})

// Enum is an enum by the group of its place, or else by the name that it has in all places of GL.
func Enum(of string, value uint64) string { return enum(groupOf(of), "GL_", value) }

func enum(g *group, api string, value uint64) string {
	if g != nil && g.names[value] != "" {
		return g.names[value]
	}
	if name := anywhere()[api][value]; name != "" {
		return name
	}
	return hex(value)
}

// Bits are the names of the bits of a group, with | between; those without a name stand as a number at the end.
func Bits(of string, value uint64) string { return bitsOf(groupOf(of), value) }

func bitsOf(g *group, value uint64) string {
	if g == nil {
		return hex(value)
	}
	if g.names[value] != "" {
		return g.names[value]
	}
	var out []string
	rest := value
	for left := value; left != 0; left &= left - 1 {
		bit := uint64(1) << bits.TrailingZeros64(left)
		if name := g.names[bit]; name != "" {
			out = append(out, name)
			rest &^= bit
		}
	}
	if rest != 0 || len(out) == 0 {
		out = append(out, hex(rest))
	}
	return strings.Join(out, "|")
}

func hex(value uint64) string {
	if value == 0 {
		return "0"
	}
	return fmt.Sprintf("0x%04X", value)
}
