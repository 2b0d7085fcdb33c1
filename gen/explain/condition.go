package explain

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
)

// Kind is the kind of an operand.
type Kind string

// The kinds of operands, by the names of the C constants.
const (
	Number       Kind = "NUMBER"          // A
	Param        Kind = "PARAM"           // the argument with the index A
	State        Kind = "STATE"           // the state A of the context, with the index B unless it is -1
	Version      Kind = "CONTEXT_VERSION" // of the context, times ten
	SinceVersion Kind = "SINCE"           // the first version that has the command, times ten; 0 if only extensions have it
	Set          Kind = "SET"             // the set with the index A
	Call         Kind = "CALL"            // a query of the driver with the operands A and B
)

// Operand is a value in a condition.
type Operand struct {
	Kind     Kind
	Function *Function // of a Call
	A, B     int64
	AIsParam bool // A is the index of an argument
	BIsParam bool

	text string // as in the table
}

// Term is a comparison of two operands. All terms of a rule must hold.
type Term struct {
	Op          string // a key of operators
	Left, Right Operand
}

// operators are the comparisons, and their C constants.
var operators = map[string]string{
	"<": "LESS", "<=": "AT_MOST", ">": "MORE", ">=": "AT_LEAST", "==": "EQUAL", "!=": "DIFFERENT",
	"%":        "NO_MULTIPLE", // left is not a multiple of right
	"in":       "IN",          // the set has left, in the version and with the extensions of the context
	"notin":    "NOT_IN",      // the opposite
	"has":      "HAS",         // left has all bits of right
	"lacks":    "LACKS",       // left has none of the bits of right
	"outside":  "OUTSIDE",     // left has a bit that no value in the set has
	"unlisted": "UNLISTED",    // left is a list of attributes, and one of their names is not in the set
	"null":     "IS_NULL",     // left is a null pointer; the right operand is unused
	"notnull":  "NOT_NULL",    // the opposite
}

// C returns the C constant of the comparison.
func (t Term) C() string { return operators[t.Op] }

// takesSet reports whether the right operand of a comparison is a set.
func takesSet(op string) bool {
	return slices.Contains([]string{"in", "notin", "outside", "unlisted"}, op)
}

// compiler resolves the names in conditions for one command.
type compiler struct {
	table    *Table
	command  *registry.Command
	params   map[string]int // by the names in the table
	selected int            // the parameter that the row's selector stands for, or -1
}

// firstWithLevels is the first version in which a driver returns the format of a level, times ten.
const firstWithLevels = 31

// terms parses a condition.
func (c *compiler) terms(text string) (terms []Term, err error) {
	for one := range strings.SplitSeq(text, " & ") {
		fields := strings.Fields(one)
		if len(fields) != 3 || operators[fields[1]] == "" {
			return nil, fmt.Errorf("%q is not a comparison of two values", one)
		}
		t := Term{Op: fields[1]}
		if t.Left, err = c.operand(fields[0], false); err != nil {
			return nil, err
		}
		if t.Right, err = c.operand(fields[2], takesSet(t.Op)); err != nil {
			return nil, err
		}
		if t.Op == "unlisted" && t.Left.B < 0 {
			return nil, fmt.Errorf("%s is not a list of attributes", t.Left.text)
		}
		if t.Left.text == "@format" && t.Left.Kind == Call { // before, no rule about the format of a level is a candidate
			terms = append(terms, Term{">=", Operand{Kind: Version, B: -1}, Operand{Kind: Number, A: firstWithLevels, B: -1}})
		}
		terms = append(terms, t)
	}
	return terms, nil
}

var callPattern = regexp.MustCompile(`^([a-z_0-9]+)\(([^,)]*)(?:,([^,)]+))?\)$`)

var statePattern = regexp.MustCompile(`^@(GL_[A-Z0-9_]+)(?:\[(\d+)\])?$`)

// operand parses a value of a condition.
func (c *compiler) operand(text string, set bool) (Operand, error) {
	o := Operand{text: text, B: -1}
	if set {
		i, err := c.set(text)
		o.Kind, o.A = Set, int64(i)
		return o, err
	}
	switch text {
	case "@version":
		o.Kind = Version
		return o, nil
	case "@since":
		o.Kind, o.A = SinceVersion, Since(c.table.registry, c.command)
		if o.A <= 20 { // each context has the command, or no version has it
			return o, errNoParam{c.command.Name, text}
		}
		return o, nil
	case "@value":
		return c.firstValue(o)
	case "@format":
		if i, ok := c.params["internalformat"]; ok {
			o.Kind, o.A = Param, int64(i)
			return o, nil
		}
		return c.call(o, "level_format", "target", "level")
	}
	if m := statePattern.FindStringSubmatch(text); m != nil {
		e, ok := c.table.registry.Enum(m[1])
		if !ok {
			return o, fmt.Errorf("the registry has no enum %s", m[1])
		}
		o.Kind, o.A = State, int64(e.Value)
		if m[2] != "" {
			o.B, _ = strconv.ParseInt(m[2], 10, 32)
		}
		return o, nil
	}
	if m := callPattern.FindStringSubmatch(text); m != nil {
		return c.call(o, m[1], m[2], m[3])
	}
	n, isParam, err := c.value(text)
	o.Kind, o.A = Number, n
	if isParam {
		o.Kind, o.B = Param, elementSize(c.command.Params[n].Type)
	}
	return o, err
}

// firstValue returns the value that the last parameter sets: an integer, a float, or the first one of a list.
func (c *compiler) firstValue(o Operand) (Operand, error) {
	last := len(c.command.Params) - 1
	t := c.command.Params[last].Type
	name := c.command.Params[last].Name
	switch real := t.Base == "GLfloat"; {
	case t.IsPointer() && real:
		return c.call(o, "float_at", name, "0")
	case t.IsPointer():
		return c.call(o, "int_at", name, "0")
	case real:
		return c.call(o, "rounded", name, "")
	}
	o.Kind, o.A = Param, int64(last)
	return o, nil
}

// Since returns the first version of OpenGL ES that has a command, times ten; 0 if only extensions have it.
func Since(r *registry.Registry, c *registry.Command) int64 {
	for _, f := range r.Features { // oldest first
		var major, minor int64
		if _, err := fmt.Sscanf(f.Number, "%d.%d", &major, &minor); err == nil && f.API == registry.GLES2 && slices.Contains(c.Features, f.Name) {
			return 10*major + minor
		}
	}
	return 0
}

// elementSize returns the size of the elements of a list of attributes; -1 for another type.
func elementSize(t registry.CType) int64 {
	switch {
	case t.IsPointer() && t.Base == "EGLint":
		return 4
	case t.IsPointer() && (t.Base == "EGLAttrib" || t.Base == "EGLAttribKHR"):
		return 8
	}
	return -1
}

func (c *compiler) call(o Operand, name, a, b string) (Operand, error) {
	f := c.table.function(name)
	if f == nil {
		return o, fmt.Errorf("unknown function %s", name)
	}
	args := 0
	for _, arg := range []string{a, b} {
		if arg != "" {
			args++
		}
	}
	if args != f.Args {
		return o, fmt.Errorf("%s has %d arguments, not %d", name, f.Args, args)
	}
	var err error
	o.Kind, o.Function, o.B = Call, f, 0
	if a != "" {
		if o.A, o.AIsParam, err = c.argument(a); err != nil {
			return o, err
		}
	}
	if b != "" {
		o.B, o.BIsParam, err = c.argument(b)
	}
	return o, err
}

// argument returns an argument of a call: a value, or for &NAME the index of a parameter.
func (c *compiler) argument(text string) (n int64, isParam bool, err error) {
	name, index := strings.CutPrefix(text, "&")
	if n, isParam, err = c.value(name); index && err == nil && !isParam {
		err = errNoParam{c.command.Name, name}
	}
	return n, isParam && !index, err
}

// value returns a number, the value of an enum, or the index of a parameter.
func (c *compiler) value(text string) (n int64, isParam bool, err error) {
	if strings.HasPrefix(text, "$") {
		return int64(c.selected), true, nil
	}
	if i, ok := c.params[text]; ok {
		return int64(i), true, nil
	}
	if e, ok := c.table.registry.Enum(text); ok {
		return int64(e.Value), false, nil
	}
	n, err = strconv.ParseInt(text, 0, 64)
	if err != nil {
		return 0, false, errNoParam{c.command.Name, text}
	}
	return n, false, nil
}

// errNoParam is the error for a name that is neither a parameter nor an enum. A row for several commands applies only
// to those that have its parameters.
type errNoParam struct{ command, name string }

func (e errNoParam) Error() string {
	return fmt.Sprintf("%s has no parameter %s, and the registry has no such enum", e.command, e.name)
}

// name returns how an operand is called in a text.
func (o Operand) name(c *registry.Command) string {
	switch o.Kind {
	case Param:
		return c.Params[o.A].Name
	case State:
		return strings.TrimPrefix(o.text, "@")
	case Version:
		return "the version of the context"
	case Call:
		return o.callName(c)
	}
	return o.text
}

// callName returns how the value of a query is called in a text.
func (o Operand) callName(c *registry.Command) string {
	switch o.Function.Name {
	case "rounded":
		return c.Params[o.A].Name
	case "int_at", "float_at":
		return "*" + c.Params[o.A].Name
	}
	return o.text
}
