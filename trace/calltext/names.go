package calltext

import (
	"fmt"
	"math/bits"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/registry"
)

// group has the names of the values of an enum group.
type group struct {
	names   map[uint64]string
	attribs map[uint64]Reading // for EGL attributes, the Reading of the value of each attribute
}

var (
	groupsMu sync.Mutex
	groups   = map[string]*group{}
)

// groupOf returns the table of an enum group, or nil if the registry has no such group.
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
		return nil // do not cache names that come from a file
	}
	g := &group{names: map[uint64]string{}}
	for _, n := range registry.Builtin().GroupNames(name) {
		g.names[n.Value] = n.Name
	}
	return g
}

// anywhere has, by API, the values that have the same name in all groups.
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

// Enum returns the name of an enum in a group, or the name that it has in all groups of GL. If there is none,
// it returns a number.
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

// Bits returns the names of the bits of a group, joined with |. Bits without a name are a number at the end.
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
