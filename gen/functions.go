package gen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/template"
)

// functions are what templates can call. They spell C; they compute nothing that the plan has not resolved.
func (p *Plan) functions() template.FuncMap {
	return template.FuncMap{
		"header":          func(comment string) string { return comment + " " + marker + "\n" + comment + " " + p.Registry },
		"guard":           func(part string) string { return "GLESLAYER_" + part + "_H" },
		"cSizes":          cSizes,
		"cSigns":          cSigns,
		"result":          func(c *Command) string { return declare(c.Result.CType, "") },
		"return":          func(c *Command) string { return pick(c.Void(), "", "return ") },
		"functionType":    func(c *Command) string { return declare(c.Result.CType, "") + "(*)(" + c.CTypes + ")" },
		"argsStruct":      argsStruct,
		"argsInit":        argsInit,
		"fromBits":        cFromBits,
		"hookName":        hookName,
		"ownHook":         ownHook,
		"counter":         func(c *Command) string { return pick(c.Contextless, "layer_count_context", "layer_count") },
		"cString":         cString,
		"hookParams":      hookParams,
		"zeros":           zeros,
		"declare":         declare,
		"settingPrefix":   func() string { return settingPrefix(p.Name) },
		"joinInts":        joinInts,
		"interceptedText": p.interceptedText,
		"traps":           p.Traps,
		"hasSet":          p.HasSet,
		"id":              p.id,
		"words":           p.words,
		"upper":           strings.ToUpper,
		"setText":         setText,
	}
}

// settingPrefix is what the layer's environment variables begin with.
func settingPrefix(name string) string {
	return strings.ToUpper(strings.ReplaceAll(name, "-", "_")) + "_"
}

func pick(when bool, yes, no string) string {
	if when {
		return yes
	}
	return no
}

// cAssertion is a type with what C must find true of it.
type cAssertion struct{ Name, Size, Compare string }

func cSizes(types []*Type) []cAssertion {
	var out []cAssertion
	for _, t := range types {
		if c := carriers[t.Class]; t.Class != classVoid && c.size != "" {
			out = append(out, cAssertion{Name: t.Name, Size: c.size})
		}
	}
	return out
}

// cSigns are the integer types; char has the sign that the ABI gives it.
func cSigns(types []*Type) []cAssertion {
	var out []cAssertion
	for _, t := range types {
		if c := carriers[t.Class]; c.bits > 0 && !strings.HasPrefix(t.GoDef, "=") {
			out = append(out, cAssertion{Name: t.Name, Compare: pick(c.signed, "<", ">")})
		}
	}
	return out
}

// argsStruct is the structure in which arguments lie on the C stack: the result, then the largest first. In
// the parameters' order, 32-bit ABIs would align some differently than Go does.
func argsStruct(c *Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "struct args_%s {\n    uint64_t ret_;\n", c.Name)
	for _, f := range c.Fields {
		fmt.Fprintf(&b, "    %s;\n", f.C)
	}
	b.WriteString("};")
	if len(c.Fields) > 0 {
		fmt.Fprintf(&b, "\n_Static_assert(offsetof(struct args_%s, %s) == %s, \"layout of args_%s\");",
			c.Name, c.Last().Name, c.LastOffset(), c.Name)
	}
	return b.String()
}

func argsInit(c *Command) string {
	list := []string{".ret_ = 0"}
	for _, v := range c.Params {
		list = append(list, "."+v.Name+" = "+v.Name)
	}
	return join(list)
}

// cFromBits takes the result of a command from 64 bits.
func cFromBits(c *Command, expr string) string {
	switch c.Result.Class {
	case "f32":
		return "to_float(" + expr + ")"
	case "f64":
		return "to_double(" + expr + ")"
	case classPointer, classDeep, classUsize:
		return "(" + c.Result.CType + ")(uintptr_t)" + expr
	}
	return "(" + c.Result.CType + ")" + expr
}

// cString is a string of plain text in C, or NULL for an empty one.
func cString(s string) string {
	if s == "" {
		return "NULL"
	}
	return strconv.Quote(s)
}

// hookName is the function that a trampoline calls.
func hookName(c *Command) string {
	if c.Woven() {
		return "(layer_fn)sets_" + c.Name
	}
	return ownHook(c)
}

// ownHook is the author's function behind the trampoline, and inside of the ready sets.
func ownHook(c *Command) string {
	switch c.Hook {
	case HookGo, HookC:
		return "(layer_fn)" + string(c.Hook) + "_" + c.Name
	}
	return "NULL"
}

// id is the number of a command that must be there.
func (p *Plan) id(command string) (int, error) {
	i := slices.IndexFunc(p.Commands, func(c *Command) bool { return c.Name == command })
	if i < 0 {
		return 0, fmt.Errorf("the layer has no %s", command)
	}
	return i, nil
}

func hookParams(c *Command) string {
	s := "next_" + c.Name + " next"
	if len(c.Params) > 0 {
		s += ", " + c.CParams
	}
	return s
}

func zeros(c *Command) string {
	return strings.TrimSuffix(strings.Repeat("0, ", len(c.Params)), ", ")
}

func joinInts(list []int) string {
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = itoa(n)
	}
	return join(words)
}

// interceptedText says what the layer intercepts, shortly.
func (p *Plan) interceptedText() string {
	list := p.Intercepted()
	var names []string
	for _, c := range list[:min(4, len(list))] {
		names = append(names, "`"+c.Name+"`")
	}
	switch {
	case len(list) == 1:
		return names[0]
	case len(list) <= 4:
		return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
	}
	return strings.Join(names, ", ") + fmt.Sprintf(" and %d more functions", len(list)-4)
}
