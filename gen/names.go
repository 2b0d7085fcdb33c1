package gen

import (
	_ "embed"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
)

//go:embed data/reserved.tsv
var reservedTable string

// reserved is the set of names that a language does not allow for parameters of generated code.
type reserved struct {
	exact    map[string]bool
	patterns []string // of package path
}

func (r *reserved) has(name string) bool {
	return r.exact[name] || slices.ContainsFunc(r.patterns, func(pattern string) bool {
		match, _ := path.Match(pattern, name) // reservedNames checks the patterns
		return match
	})
}

// reservedNames returns the rows of data/reserved.tsv by language.
var reservedNames = sync.OnceValue(func() map[string]*reserved {
	languages := map[string]*reserved{"c": {exact: map[string]bool{}}, "go": {exact: map[string]bool{}}}
	err := table.Each("reserved.tsv", reservedTable, 3, func(_ int, row []string) error {
		r := languages[row[1]]
		if _, err := path.Match(row[0], ""); err != nil || r == nil {
			return fmt.Errorf("invalid pattern or language: %q", row[:2])
		}
		if strings.ContainsAny(row[0], "*[") {
			r.patterns = append(r.patterns, row[0])
		} else {
			r.exact[row[0]] = true
		}
		return nil
	})
	if err != nil {
		panic(err) // the table is embedded
	}
	return languages
})

// renameParams returns the registry with parameter names that generated C and Go code can have: "next" becomes "nextArg".
// paramName changes more names, but only in Go.
func renameParams(r *registry.Registry) *registry.Registry {
	invalid := map[string]bool{} // by name: few of the names of 5000 parameters differ
	inC := reservedNames()["c"]
	return r.RenameParams(func(c *registry.Command) []string {
		taken := names{"Ret": true, "Call": true, "Result": true} // fields of generated structures
		list := make([]string, len(c.Params))
		for i, v := range c.Params {
			if _, known := invalid[v.Name]; !known {
				_, isType := r.Type(v.Name)
				invalid[v.Name] = isType || inC.has(v.Name)
			}
			list[i] = v.Name
			if invalid[v.Name] || !taken.addParam(v.Name) {
				list[i] = taken.freeParam(v.Name)
			}
		}
		return list
	})
}

// addParam adds the names of a parameter in Go. It returns false if one of them is in use.
func (n names) addParam(name string) bool {
	parameter, field := paramName(name), exported(name)
	if n[parameter] || n[field] {
		return false
	}
	n[parameter], n[field] = true, true
	return true
}

// freeParam adds and returns a name for a parameter whose own name is not possible.
func (n names) freeParam(name string) string {
	base := strings.Trim(name, "_")
	if base == "" || base[0] >= '0' && base[0] <= '9' {
		base = "n" + base
	}
	base += "Arg"
	free := base
	for i := 2; !n.addParam(free); i++ {
		free = base + itoa(i)
	}
	return free
}

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
	if reservedNames()["go"].has(s) {
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
