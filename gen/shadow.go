package gen

import (
	_ "embed"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"sync"

	"github.com/gleslayergen/gleslayergen/gen/csyntax"
	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
)

//go:embed data/shadow_cells.tsv
var shadowCellsTable string

//go:embed data/shadow_code.tsv
var shadowCodeTable string

// shadowModule is the module that tracks the shadow state.
const shadowModule = "draw"

// shadowState is the state of a context that a layer tracks, and how the app's calls change it.
type shadowState struct {
	Cells []*shadowCell
	Words int
	Lists []shadowList // sets of valid enums

	steps  map[string][]shadowStep // by command
	called map[string]bool         // commands that the shadow state calls
}

// shadowCell is a value of the state: a row of shadow_cells.tsv.
type shadowCell struct {
	Name          string // of the enum that queries it
	Query         csyntax.Expr
	First         int // index of its first word
	Words, Copies int
	Read          string       // enabled, integer or float
	Class         int          // of the object, from 1; 0 for none
	Since         int          // version of OpenGL ES, times ten
	Target        csyntax.Expr // of a texture binding; 0 for another value
	Place         csyntax.Expr // in the recorder's state

	path, each, valid, class string
}

// ID returns the C constant of the cell.
func (c *shadowCell) ID() string { return "SHADOW_" + c.Name }

// shadowStep is an effect of a call on a cell, or other C code.
type shadowStep struct {
	Test   csyntax.Expr // must be true; "" for always
	Cell   *shadowCell
	Index  csyntax.Expr // of the copy; "" for all copies
	Values []csyntax.Expr
	Valid  csyntax.Expr // whether the driver accepts the values
	Names  string       // parameters with the number and names of deleted objects
	Class  int          // of the deleted objects
	Lost   []*shadowCell
	Code   string
	Shared bool // it changes an object of the share group
}

// shadowList is a set of enums that a parameter accepts.
type shadowList struct {
	Group    string
	Versions []shadowVersion // oldest first
}

// shadowVersion has the enums that a version of OpenGL ES adds.
type shadowVersion struct {
	Version int // times ten
	Values  []csyntax.Expr
}

// Function returns the name of the C function that tests a value.
func (l shadowList) Function() string { return "shadow_is_" + l.Group }

// stateRow is a row of registry/glstate/rules.tsv.
type stateRow struct{ function, when, action, path, values string }

var stateRows = sync.OnceValue(func() map[string][]stateRow {
	out := map[string][]stateRow{}
	for _, row := range table.Rows("rules.tsv", registry.StateTable("rules.tsv"), 6) {
		out[row[0]] = append(out[row[0]], stateRow{row[0], row[1], row[2], row[3], row[4]})
	}
	return out
})

var shadowCode = sync.OnceValue(func() [][]string { return table.Rows("shadow_code.tsv", shadowCodeTable, 3) })

// parseCells reads the cells and numbers their words.
func parseCells(r *registry.Registry) []*shadowCell {
	words := 0
	var classes []string
	return table.Must("shadow_cells.tsv", shadowCellsTable, 9, func(row []string) (*shadowCell, error) {
		c := &shadowCell{Name: row[0], path: row[1], each: row[2], Read: row[5], valid: row[6], class: row[7], First: words}
		for i, n := range []*int{&c.Words, &c.Copies, &c.Since} {
			var err error
			if *n, err = strconv.Atoi(row[[]int{3, 4, 8}[i]]); err != nil {
				return nil, err
			}
		}
		e, ok := r.Enum(c.Name)
		if !ok {
			return nil, fmt.Errorf("the registry has no enum %s", c.Name)
		}
		c.Query = csyntax.Hex(e.Value)
		if c.class != "-" {
			if !slices.Contains(classes, c.class) {
				classes = append(classes, c.class)
			}
			c.Class = 1 + slices.Index(classes, c.class)
		}
		words += c.Words * c.Copies
		c.Target = csyntax.Int(0)
		if target, ok := r.Enum(path.Base(c.path)); ok && c.IsTexture() {
			c.Target = csyntax.Hex(target.Value)
		}
		return c, nil
	})
}

// resolveShadow computes the shadow state, if the layer has the module, before the commands of the plan are known.
func (p *Plan) resolveShadow(r *registry.Registry) error {
	if !p.HasSet(shadowModule) {
		return nil
	}
	s := &shadowState{Cells: parseCells(r), steps: map[string][]shadowStep{}, called: map[string]bool{}}
	for _, c := range s.Cells {
		s.Words += c.Words * c.Copies
	}
	groups := map[string]bool{}
	for _, c := range r.Commands {
		compiler := shadowCompiler{registry: r, command: c, cells: s.Cells, code: shadowCode(), groups: groups}
		steps, err := compiler.steps()
		if err != nil {
			return err
		}
		if len(steps) > 0 {
			s.steps[c.Name] = steps
		}
	}
	for _, row := range shadowCode() {
		if row[1] == "call" {
			s.called[row[0]] = true
		}
	}
	for _, g := range slices.Sorted(maps.Keys(groups)) {
		s.Lists = append(s.Lists, shadowList{g, validEnums(r, g)})
	}
	p.shadow = s
	return nil
}

// tracks reports whether calls of a command change the shadow state.
func (s *shadowState) tracks(command string) bool { return s != nil && len(s.steps[command]) > 0 }

// calls reports whether the shadow state calls a command.
func (s *shadowState) calls(command string) bool { return s != nil && s.called[command] }

// IsTexture reports whether the cell is a binding of the active texture unit.
func (c *shadowCell) IsTexture() bool { return c.class == "texture" }

// IsNatural reports whether functions accept only values that are not negative.
func (c *shadowCell) IsNatural() bool { return c.valid == "natural" }

// IsQueried reports whether the driver is queried after each call.
func (c *shadowCell) IsQueried() bool { return c.valid == "query" }

// Tracking returns the commands whose calls change the shadow state.
func (s *shadowState) Tracking(commands []*Command) []*Command {
	return slices.DeleteFunc(slices.Clone(commands), func(c *Command) bool { return !s.Tracked(c) })
}

// Steps returns the effects of a call.
func (s *shadowState) Steps(c *Command) []shadowStep { return s.steps[c.Name] }

// Tracked reports whether calls of the command change the shadow state.
func (s *shadowState) Tracked(c *Command) bool { return s.tracks(c.Name) }

// Deletes reports whether calls of the command delete or change shared objects.
func (s *shadowState) Deletes(c *Command) bool {
	return slices.ContainsFunc(s.steps[c.Name], func(step shadowStep) bool {
		return step.Names != "" || step.Shared
	})
}

// validEnums returns the values in an enum group by the version of OpenGL ES that adds them.
func validEnums(r *registry.Registry, group string) (versions []shadowVersion) {
	seen := map[uint64]bool{}
	for _, f := range r.Features {
		var major, minor int
		if _, err := fmt.Sscanf(f.Number, "%d.%d", &major, &minor); err != nil || f.API != registry.GLES2 {
			continue
		}
		v := shadowVersion{Version: 10*major + minor}
		for _, n := range r.GroupNames(group) {
			in := slices.ContainsFunc(f.Requires, func(q registry.Require) bool { return slices.Contains(q.Enums, n.Name) })
			if in && !seen[n.Value] {
				seen[n.Value] = true
				v.Values = append(v.Values, csyntax.Hex(n.Value))
			}
		}
		if len(v.Values) > 0 {
			versions = append(versions, v)
		}
	}
	return versions
}
