package gen

import (
	"slices"
	"strings"
	"unicode"
)

// reserved are words a Go parameter cannot have as its name: keywords, and names that generated code uses
// or that would hide what a hook's author needs.
var reserved = wordSet(`break case chan const continue default defer else fallthrough for func go goto if
	import interface map package range return select struct switch type var
	any append bool byte cap clear close complex copy delete error false float32 float64 int int32 int64
	len make max min new nil panic print println real recover rune string true uint uint32 uint64 uintptr
	gles core next unsafe`)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

// paramName is a registry name as a Go parameter: attrib_list becomes attribList, type becomes typeArg.
func paramName(name string) string {
	s := camel(name)
	if reserved[s] {
		return s + "Arg"
	}
	return s
}

// camel is a registry name in Go's manner, with a small first letter.
func camel(name string) string {
	var b strings.Builder
	up := false
	for i, c := range name {
		switch {
		case c == '_' && i > 0:
			up = true
		case up:
			b.WriteRune(unicode.ToUpper(c))
			up = false
		default:
			b.WriteRune(c)
		}
	}
	s := b.String()
	return strings.ToLower(s[:1]) + s[1:]
}

// commandName returns the Go name of a command: EGLChooseConfig for eglChooseConfig, GLClear for glClear.
func commandName(command string) string {
	for _, api := range []string{"egl", "gl"} {
		if strings.HasPrefix(command, api) {
			return strings.ToUpper(api) + exported(command)[len(api):]
		}
	}
	return exported(command)
}

// oldCommandName returns the Go name of a command in projects without the field names in the lock: EglChooseConfig.
func oldCommandName(command string) string { return exported(command) }

// callerName returns the name of the function of package gles that calls a command. An attribute group keeps its name.
func callerName(command string) string {
	if isAttribGroup(command) {
		return "Call" + command
	}
	return command
}

// exported returns a name with a capital first letter: a parameter as a field.
func exported(name string) string {
	name = camel(name)
	return strings.ToUpper(name[:1]) + name[1:]
}

// localNames are the variables of the Go functions generated for a command. None of them is the name of a parameter.
type localNames struct {
	args    string // the argument structure
	pointer string // its address, as C passes it
	call    string // the progress of the hook's call
	result  string // of next
	app     string // the receiver in package fakedriver
}

func (c *Command) nameLocals() {
	c.locals = localNames{c.free("args"), c.free("pointer"), c.free("call"), c.free("result"), c.free("app")}
}

// free returns the first of base, base2, base3 and so on that is not the name of a parameter.
func (c *Command) free(base string) string {
	taken := func(name string) bool {
		return slices.ContainsFunc(c.Params, func(v Value) bool { return v.Go == name })
	}
	name := base
	for n := 2; taken(name); n++ {
		name = base + itoa(n)
	}
	return name
}
