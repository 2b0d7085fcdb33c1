package gen

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen/csyntax"
	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/registry"
)

// Command is an intercepted or used command with all names that its code needs.
type Command struct {
	ID          int
	Name        string   // eglChooseConfig
	Go          string   // EGLChooseConfig
	Hook        HookKind // "" for a command that is only used
	Own         bool     // the hook, or its innermost part, is the author's function outside all sets
	goSets      []*GoSet // hook sets that have a function for the command, the app's side first
	Use         bool
	helper      bool   // called by package gles
	EndsFrame   bool   // the layer counts calls, for work that it does once in many frames
	Known       bool   // the loaders of all releases from MinAPI on know the name: get_next may be called with it
	Contextless bool   // may be called without a current context
	Unseen      string // why its hook may see no call; "" if that is not a problem
	Result      Value
	Params      []Value
	fields      []Value // the parameters in the order of the argument structure
	Shape       *Shape
	locals      localNames
	caller      string // the function of package gles that calls the command: Go, or another name if an enum group has this one

	GoParams   string // "dpy EGLDisplay, attribList *EGLint"
	GlesParams string // the same outside package gles: "dpy gles.EGLDisplay, ..."
	GoArgs     string // "dpy, attribList"
	CParams    string // "EGLDisplay dpy, const EGLint *attrib_list", or "void"
	CTypes     string // "EGLDisplay, const EGLint *", or "void"
	CArgs      string // "dpy, attrib_list"

	observed []observed // the result and the parameters of an observed command

	modules  []modules.Code // of the modules, the app's side first
	switches []string       // the modules with code that runs only while they are on
}

// Value is a parameter, a result or a field.
type Value struct {
	Name   string // in C
	CType  string
	C      string // the C declaration
	Go     string
	GoType string // without package; "" for none
	Class  class
	Group  string
	Print  string // Go expression that formats it; "" if there is none

	ctype   registry.CType
	reading reading
	length  registry.Len
}

// Length returns the number of elements that a pointer points to, as the len attribute of the registry, or "".
func (v Value) Length() string { return v.length.String() }

// Element returns the C type that a pointer points to, or "" for another type.
func (v Value) Element() string {
	if !v.ctype.IsPointer() {
		return ""
	}
	return v.ctype.Elem().String()
}

// Const reports whether the type that a pointer points to is const: the command only reads it.
func (v Value) Const() bool { return v.ctype.IsPointer() && v.ctype.Const }

// Trampoline reports whether the layer intercepts the command.
func (c *Command) Trampoline() bool { return c.Hook != "" || c.EndsFrame || c.hasModules() }

// Void reports whether the command has no result.
func (c *Command) Void() bool { return c.Result.Class == classVoid }

// command resolves the names and types of a registry command.
func (p *Plan) command(r *registry.Registry, rc *registry.Command) (*Command, error) {
	c := &Command{Name: rc.Name, Go: commandName(rc.Name)}
	c.caller = callerName(c.Go)
	var err error
	if c.Result, err = p.value(rc.Return); err != nil {
		return nil, fmt.Errorf("command %s: %w", rc.Name, err)
	}
	seen := map[string]bool{"Ret": true}
	for _, rp := range rc.Params {
		v, err := p.value(rp)
		if err == nil && seen[exported(v.Name)] {
			err = fmt.Errorf("two parameters have the name %s", v.Go)
		}
		if err != nil {
			return nil, fmt.Errorf("command %s: %w", rc.Name, err)
		}
		seen[exported(v.Name)] = true
		c.Params = append(c.Params, v)
	}
	c.fields = slices.Clone(c.Params)
	slices.SortStableFunc(c.fields, func(a, b Value) int {
		return cmp.Compare(carriers[a.Class].rank, carriers[b.Class].rank)
	})
	c.Shape = p.shapeOf(c)
	c.spell()
	p.resolvePrinters(r, c)
	return c, nil
}

func (p *Plan) value(rp registry.Param) (Value, error) {
	ctype := rp.Type
	if ctype.Array > 0 { // a parameter written as an array is a pointer
		ctype.Pointers, ctype.Array = ctype.Pointers+1, 0
	}
	v := Value{Name: rp.Name, CType: ctype.String(), ctype: ctype, Group: rp.Group, length: rp.Len}
	if rp.Name != "" {
		v.C, v.Go = ctype.Declare(rp.Name), paramName(rp.Name)
	}
	var err error
	v.Class, v.GoType, err = p.typeOf(ctype)
	return v, err
}

// spell joins the parameter lists that emitters print.
func (c *Command) spell() {
	var goParams, gles, goArgs, cParams, cTypes, cArgs []string
	for _, v := range c.Params {
		goParams = append(goParams, v.Go+" "+v.GoType)
		gles = append(gles, v.Go+" "+qualify(v.GoType))
		goArgs = append(goArgs, v.Go)
		cParams = append(cParams, v.C)
		cTypes = append(cTypes, v.CType)
		cArgs = append(cArgs, v.Name)
	}
	c.GoParams, c.GlesParams, c.GoArgs = join(goParams), join(gles), join(goArgs)
	c.CParams, c.CTypes, c.CArgs = csyntax.Params(cParams), csyntax.Params(cTypes), csyntax.List(cArgs)
}

func join(list []string) string { return strings.Join(list, ", ") }

// qualify puts package gles before a Go type.
func qualify(goType string) string {
	base := strings.TrimLeft(goType, "*")
	if base == "" || base[0] >= 'a' && base[0] <= 'z' {
		return goType
	}
	return goType[:len(goType)-len(base)] + "gles." + base
}

// GlesResult returns the result type as written outside package gles.
func (c *Command) GlesResult() string { return qualify(c.Result.GoType) }

// Signature returns the Go type of next outside package gles, without its name.
func (c *Command) Signature() string {
	s := "(" + c.GlesParams + ")"
	if !c.Void() {
		s += " " + c.GlesResult()
	}
	return s
}

// HookParams returns the parameter list of the author's Go hook.
func (c *Command) HookParams() string {
	next := "next gles." + c.Go + "Func"
	if c.GlesParams == "" {
		return next
	}
	return next + ", " + c.GlesParams
}

// HookPrototype returns the Go function that the author writes, without its body.
func (c *Command) HookPrototype() string {
	s := "func " + c.Name + "(" + c.HookParams() + ")"
	if !c.Void() {
		s += " " + c.GlesResult()
	}
	return s
}

// lastOffset returns a C expression for the offset of the last field of the argument structure. Fields are
// sorted by size, so checking this one checks all of them.
func (c *Command) lastOffset() csyntax.Expr {
	terms := []csyntax.Expr{csyntax.Int(8)}
	for _, f := range c.fields[:max(len(c.fields)-1, 0)] {
		terms = append(terms, carriers[f.Class].cSize())
	}
	return csyntax.Binary("+", terms...)
}

// last returns the last field of the argument structure.
func (c *Command) last() Value { return c.fields[len(c.fields)-1] }

// Prototype resolves one registry command as written in generated code.
func Prototype(r *registry.Registry, c *registry.Command) (*Command, error) {
	p, r := newPlan(), renameParams(r)
	if renamed, ok := r.Command(c.Name); ok {
		c = renamed
	}
	if err := p.resolveTypes(r); err != nil {
		return nil, err
	}
	return p.command(r, c)
}
