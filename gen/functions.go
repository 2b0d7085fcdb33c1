package gen

import (
	"fmt"
	"strconv"
	"strings"
	"text/template"
)

// functions are the functions that templates of any pack can call. They format C; they compute nothing that
// the plan has not resolved.
func (p *Plan) functions() template.FuncMap {
	return template.FuncMap{
		"header":          p.header,
		"guard":           func(part string) string { return "GLESLAYER_" + part + "_H" },
		"result":          func(c *Command) string { return declare(c.Result.CType, "") },
		"return":          func(c *Command) string { return pick(c.Void(), "", "return ") },
		"functionType":    func(c *Command) string { return declare(c.Result.CType, "") + "(*)(" + c.CTypes + ")" },
		"argsStruct":      argsStruct,
		"argsInit":        argsInit,
		"fromBits":        cFromBits,
		"hookParams":      hookParams,
		"zeros":           zeros,
		"declare":         declare,
		"settingPrefix":   func() string { return settingPrefix(p.Name) },
		"interceptedText": p.interceptedText,
		"fail":            fail,
		"setText":         moduleText,
	}
}

// header returns the first two lines of a generated file, as comments.
func (p *Plan) header(comment string) string {
	return comment + " " + marker + "\n" + comment + " " + p.Registry
}

// fail lets a pack reject the author's choices.
func fail(why string) (string, error) { return "", refusal(why) }

type refusal string

func (r refusal) Error() string { return string(r) }

// settingPrefix returns the prefix of the layer's environment variables.
func settingPrefix(name string) string {
	return strings.ToUpper(strings.ReplaceAll(name, "-", "_")) + "_"
}

func pick(when bool, yes, no string) string {
	if when {
		return yes
	}
	return no
}

// argsStruct returns the structure that holds the arguments on the C stack: the result, then the largest
// first. In the order of the parameters, 32-bit ABIs would align some fields differently from Go.
func argsStruct(c *Command) string {
	name := "struct args_" + c.Name
	members := []string{"uint64_t ret_"}
	for _, f := range c.fields {
		members = append(members, f.C)
	}
	text := cStruct(name, members)
	if len(c.fields) > 0 {
		layout := "offsetof(" + join([]string{name, c.last().Name}) + ") == " + c.lastOffset()
		text += "\n_Static_assert(" + join([]string{layout, strconv.Quote("layout of args_" + c.Name)}) + ");"
	}
	return text
}

// cStruct returns the definition of a C structure.
func cStruct(name string, members []string) string {
	var b strings.Builder
	b.WriteString(name + " {\n")
	for _, m := range members {
		b.WriteString("    " + m + ";\n")
	}
	return b.String() + "};"
}

func argsInit(c *Command) string {
	set := func(member, value string) string { return "." + member + " = " + value }
	list := []string{set("ret_", "0")}
	for _, v := range c.Params {
		list = append(list, set(v.Name, v.Name))
	}
	return join(list)
}

// cFromBits converts 64 bits to the result of a command.
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

// cToBits converts a value to 64 bits; a signed integer keeps its sign.
func cToBits(v Value, expr string) string {
	switch v.Class {
	case "f32":
		return "float_bits(" + expr + ")"
	case "f64":
		return "double_bits(" + expr + ")"
	case classPointer, classDeep, classUsize:
		return "(uintptr_t)" + expr
	}
	return "(uint64_t)" + expr
}

// argBits returns the arguments of a command as an array of 64 bits each, for code that formats them.
func argBits(c *Command) string {
	if len(c.Params) == 0 {
		return "NULL"
	}
	list := make([]string, len(c.Params))
	for i, v := range c.Params {
		list[i] = cToBits(v, v.Name)
	}
	return "(const uint64_t[]){ " + join(list) + " }"
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

// interceptedText summarizes what the layer intercepts.
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
