package gen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/gen/csyntax"
	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
)

// shadowCompiler turns the rows of rules.tsv for a command into steps.
type shadowCompiler struct {
	registry *registry.Registry
	command  *registry.Command
	cells    []*shadowCell
	code     [][]string      // rows of shadow_code.tsv
	groups   map[string]bool // enum groups whose values are tested

	names map[string]string // parameters of the tables to those of the command
}

// steps returns the effects of a call of the command. The rows of its name apply, or else those of an alias.
func (c *shadowCompiler) steps() (steps []shadowStep, err error) {
	for _, name := range append([]string{c.command.Name}, c.command.Aliases...) {
		alias, ok := c.registry.Command(name)
		if !ok || len(alias.Params) != len(c.command.Params) {
			continue
		}
		c.names = map[string]string{}
		for i, p := range alias.Params {
			c.names[p.Name] = c.command.Params[i].Name
		}
		for _, row := range stateRows()[name] {
			some, err := c.rowSteps(row)
			if err != nil {
				return nil, fmt.Errorf("rules.tsv: %s: %w", name, err)
			}
			steps = append(steps, some...)
		}
		for _, row := range c.code {
			if row[0] != name {
				continue
			}
			switch row[1] {
			case "call":
			case "query":
				steps = loseAll(steps)
			case "shared":
				steps = append(steps, shadowStep{Shared: true})
			default:
				steps = append(steps, shadowStep{Code: row[1]})
			}
		}
		if len(steps) > 0 {
			return joinEnums(steps), nil
		}
	}
	return nil, nil
}

// loseAll replaces the values of steps: the layer queries the driver for them.
func loseAll(steps []shadowStep) []shadowStep {
	for i := range steps {
		steps[i].Values = nil
	}
	return steps
}

// joinEnums lets each step depend on all enums of the call: a call with an invalid one changes nothing.
func joinEnums(steps []shadowStep) []shadowStep {
	var tests []csyntax.Expr
	for _, s := range steps {
		if s.Cell != nil && s.Cell.valid == "enum" && !slices.Contains(tests, s.Valid) {
			tests = append(tests, s.Valid)
		}
	}
	for i := range steps {
		if s := &steps[i]; s.Cell != nil && len(tests) > 0 {
			s.Valid = and(tests)
		}
	}
	return steps
}

// rowSteps returns the effects of a row on the cells.
func (c *shadowCompiler) rowSteps(row stateRow) (steps []shadowStep, err error) {
	if row.action == "delete" {
		return c.deletion(row)
	}
	if row.action != "set" || row.values == "result" {
		return nil, nil // the other actions change objects, and a query changes nothing
	}
	for _, cell := range c.cells {
		for _, path := range []string{cell.path, cell.each} {
			tests, index, ok := c.unify(row.path, path)
			if !ok {
				continue
			}
			step := shadowStep{Cell: cell, Index: index}
			when, err := c.conditions(row.when)
			if err != nil {
				return nil, err
			}
			step.Test = and(append(when, tests...))
			if err := c.value(&step, row.values); err != nil {
				return nil, err
			}
			steps = append(steps, step)
		}
	}
	return steps, nil
}

// unify compares a path of rules.tsv with that of a cell. {x} matches any element if the argument has its value.
func (c *shadowCompiler) unify(rule, cell string) (tests []csyntax.Expr, index csyntax.Expr, ok bool) {
	a, b := strings.Split(rule, "/"), strings.Split(cell, "/")
	if len(a) != len(b) {
		return nil, "", false
	}
	for i := range a {
		name, isParam := strings.CutPrefix(a[i], "{")
		name, both := strings.CutSuffix(strings.TrimSuffix(name, "}"), "+")
		switch {
		case a[i] == b[i]:
		case !isParam || strings.HasPrefix(name, "@"):
			return nil, "", false
		case b[i] == "*":
			index = csyntax.Expr(c.names[name])
		default:
			values := []string{b[i]}
			for _, target := range shadowTargets() {
				if both && slices.Contains(strings.Split(target[2], ","), b[i]) {
					values = append(values, target[0])
				}
			}
			test, err := c.test(name, values, false)
			if err != nil {
				return nil, "", false // an element that is not a value: the cell belongs to another function
			}
			tests = append(tests, test)
		}
	}
	return tests, index, true
}

var shadowTargets = sync.OnceValue(func() [][]string { return table.Rows("targets.tsv", registry.StateTable("targets.tsv"), 4) })

// conditions returns the conditions of a row.
func (c *shadowCompiler) conditions(text string) (tests []csyntax.Expr, err error) {
	if text == "-" {
		return nil, nil
	}
	for one := range strings.FieldsSeq(text) {
		name, values, not := strings.Cut(one, "!=")
		if !not {
			name, values, _ = strings.Cut(one, "=")
		}
		test, err := c.test(name, strings.Split(values, "|"), not)
		if err != nil {
			return nil, err
		}
		tests = append(tests, test)
	}
	return tests, nil
}

// test returns the condition that a parameter has one of the values, or none of them.
func (c *shadowCompiler) test(name string, values []string, not bool) (csyntax.Expr, error) {
	param, ok := c.names[name]
	if !ok {
		return "", fmt.Errorf("no parameter %s", name)
	}
	var terms []csyntax.Expr
	for _, value := range values {
		n, err := c.number(value)
		if err != nil {
			return "", err
		}
		terms = append(terms, csyntax.Binary(pick(not, "!=", "=="), csyntax.Expr(param), n))
	}
	if len(terms) == 1 {
		return terms[0], nil
	}
	return csyntax.Parens(csyntax.Binary(pick(not, "&&", "||"), terms...)), nil
}

func and(tests []csyntax.Expr) csyntax.Expr {
	if len(tests) == 0 {
		return ""
	}
	return csyntax.Binary("&&", tests...)
}

// number returns an enum or a number of a table in C.
func (c *shadowCompiler) number(text string) (csyntax.Expr, error) {
	if e, ok := c.registry.Enum(text); ok {
		return csyntax.Hex(e.Value), nil
	}
	n, err := strconv.ParseUint(text, 0, 32)
	if err != nil {
		return "", fmt.Errorf("%q is neither an enum nor a number", text)
	}
	return csyntax.Int(int(n)), nil
}

// value sets the values of a step, and whether the driver accepts them.
func (c *shadowCompiler) value(step *shadowStep, text string) error {
	var args []csyntax.Expr
	for term := range strings.SplitSeq(text, ",") {
		name, less, _ := strings.Cut(term, "-GL_")
		param, ok := c.names[name]
		arg := csyntax.Expr(param)
		var err error
		switch {
		case !ok:
			arg, err = c.number(term)
		case less != "":
			var n csyntax.Expr
			n, err = c.number("GL_" + less)
			arg = csyntax.Parens(csyntax.Binary("-", arg, n))
		}
		if err != nil {
			return err
		}
		args = append(args, arg)
		switch {
		case step.Cell.Place != "": // has the type of the parameter
		case step.Cell.Read == "float":
			arg = csyntax.Call("shadow_bits", arg)
		default:
			arg = csyntax.Cast("uint32_t", arg)
		}
		step.Values = append(step.Values, arg)
	}
	if len(args) != step.Cell.Words {
		return fmt.Errorf("%d values for %s", len(args), step.Cell.Name)
	}
	step.Valid = c.valid(step.Cell, text, args)
	for _, other := range c.cells { // {@transform feedback} is another object now
		if step.Cell.class != "-" && strings.Contains(other.path, "{@"+step.Cell.class+"}") {
			step.Lost = append(step.Lost, other)
		}
	}
	return nil
}

// valid returns the condition that the driver accepts the values.
func (c *shadowCompiler) valid(cell *shadowCell, text string, args []csyntax.Expr) csyntax.Expr {
	zero := csyntax.Int(0)
	switch cell.valid {
	case "enum":
		for _, p := range c.command.Params {
			if p.Name == c.names[text] && p.Group != "" {
				c.groups[p.Group] = true
				return csyntax.Call(shadowList{Group: p.Group}.Function(), "s_", args[0])
			}
		}
	case "rectangle":
		return csyntax.Binary("&&", csyntax.Binary(">=", args[2], zero), csyntax.Binary(">=", args[3], zero))
	case "positive":
		return csyntax.Binary(">", args[0], zero)
	case "natural":
		return csyntax.Binary(">=", args[0], zero)
	case "alignment":
		return csyntax.Call("shadow_is_alignment", args[0])
	case "unit":
		return csyntax.Call("shadow_is_unit", "s_", args[0])
	}
	return csyntax.Int(1)
}

// deletion returns the step for the deletion of objects: {names...} in the path.
func (c *shadowCompiler) deletion(row stateRow) ([]shadowStep, error) {
	_, name, _ := strings.Cut(row.path, "{")
	name, _, _ = strings.Cut(name, "...")
	for _, cell := range c.cells {
		if cell.class != row.values {
			continue
		}
		if c.names[name] == "" || len(c.command.Params) != 2 {
			return nil, fmt.Errorf("no parameter %s with the deleted objects", name)
		}
		return []shadowStep{{Class: cell.Class, Names: csyntax.List([]string{c.command.Params[0].Name, c.names[name]})}}, nil
	}
	return nil, nil
}
