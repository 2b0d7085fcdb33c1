package gen

import (
	"path"
	"strings"
	"unicode"
)

// reserved lists words that cannot name a Go parameter: keywords, names that generated code uses, and names
// that would hide something that the author of a hook needs.
var reserved = wordSet(`break case chan const continue default defer else fallthrough for func go goto if
	import interface map package range return select struct switch type var
	any append bool byte cap clear close complex copy delete error false float32 float64 int int32 int64
	len make max min new nil panic print println real recover rune string true uint uint32 uint64 uintptr
	int8 int16 uint8 uint16 gles core math next unsafe`)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

// paramName returns a registry name as a Go parameter: attribList for attrib_list, typeArg for type.
func paramName(name string) string {
	s := camel(name)
	if reserved[s] {
		return s + "Arg"
	}
	return s
}

// camel returns a registry name in camel case with a lower-case first letter.
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

// exported returns a name with an upper-case first letter, as a parameter has it as a field.
func exported(name string) string {
	name = camel(name)
	return strings.ToUpper(name[:1]) + name[1:]
}

// names is the set of names in use in a scope of generated code.
type names map[string]bool

// free returns the first of base, base2, base3 and so on that is not in use, and marks it as used.
func (n names) free(base string) string {
	name := base
	for i := 2; n[name]; i++ {
		name = base + itoa(i)
	}
	n[name] = true
	return name
}

// localNames are the variables of the Go functions generated for a command. They differ from each other and from
// the parameters of the command.
type localNames struct {
	args    string   // the argument structure
	pointer string   // its address, as C passes it
	call    string   // the progress of the hook's call
	result  string   // the result of next
	app     string   // the receiver in package fakedriver
	nexts   []string // the next of each hook set but the last, the app's side first
}

func (c *Command) nameLocals() {
	taken := names{}
	for _, v := range c.Params {
		taken[v.Go] = true
	}
	c.locals = localNames{args: taken.free("args"), pointer: taken.free("pointer"), call: taken.free("call"),
		result: taken.free("result"), app: taken.free("app")}
	for i := 1; i < len(c.chain()); i++ {
		c.locals.nexts = append(c.locals.nexts, taken.free("next"+itoa(i)))
	}
}

// nameLocals gives the variables of generated functions, and the imported hook sets, names that do not clash.
func (p *Plan) nameLocals() {
	taken := names{}
	for _, c := range p.Commands {
		c.nameLocals()
		for _, v := range c.Params {
			taken[v.Go] = true
		}
		local := c.locals
		for _, name := range append([]string{local.args, local.pointer, local.call, local.result}, local.nexts...) {
			taken[name] = true
		}
	}
	for i := range p.goSets {
		p.goSets[i].Alias = taken.free("hooksOf" + exported(identifier(path.Base(p.goSets[i].Folder))))
	}
}
