package gen

import (
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
)

// reading is the meaning of a value beyond its type.
type reading struct {
	kind  string // enum, bits, attribs, bool, or value-of; "" for a plain value
	group string // the enum group, the AttribGroup, or the parameter of value-of
	egl   bool   // group is an AttribGroup
}

// resolvePrinters resolves the meaning of each parameter and the Go expression that formats it: enums by the group of the
// parameter, bitfields bit by bit, attribute lists by name.
func (p *Plan) resolvePrinters(r *registry.Registry, c *Command) {
	for i := range c.Params {
		v := &c.Params[i]
		v.reading = p.readingOf(r, c, *v)
		v.Print = c.printer(*v)
	}
	if !c.Void() {
		result := c.Result
		result.Name, result.Go = "return", "result"
		result.reading = p.readingOf(r, c, result)
		c.Result.reading, c.Result.Print = result.reading, c.printer(result)
	}
}

// readingOf returns the meaning of a value: from the tables for EGL, from the registry for OpenGL ES.
func (p *Plan) readingOf(r *registry.Registry, c *Command, v Value) reading {
	if meaning := registry.EGLMeaning(c.Name, v.Name); meaning != "" {
		kind, group, _ := strings.Cut(meaning, ":")
		return reading{kind, group, true}
	}
	if v.Group == "" || len(p.groupValues(r, v.Group)) == 0 {
		return reading{}
	}
	switch v.GoType {
	case "GLenum", "GLint", "GLuint", "GLboolean":
		return reading{kind: "enum", group: v.Group}
	case "GLbitfield":
		return reading{kind: "bits", group: v.Group}
	}
	return reading{}
}

func (c *Command) printer(v Value) string {
	if v.reading.egl {
		return c.printEGL(v, v.reading.kind, v.reading.group)
	}
	if v.reading.kind == "" {
		return ""
	}
	group := "gles." + groupName(v.Group)
	switch {
	case v.reading.kind == "bits":
		return fmt.Sprintf("%s.Names(%s)", group, v.Go)
	case v.GoType == "GLenum":
		return fmt.Sprintf("%s.Name(%s)", group, v.Go)
	}
	return fmt.Sprintf("%s.Name(gles.GLenum(%s))", group, v.Go)
}

func (c *Command) printEGL(v Value, kind, group string) string {
	as := func(goType string) string {
		if v.GoType == goType {
			return v.Go
		}
		return "gles." + goType + "(" + v.Go + ")"
	}
	switch {
	case kind == "enum":
		return fmt.Sprintf("gles.%s.Name(%s)", group, as("EGLint"))
	case kind == "bits":
		return fmt.Sprintf("gles.%s.Names(%s)", group, as("EGLint"))
	case kind == "attribs" && v.GoType == "*EGLint":
		return fmt.Sprintf("gles.%s.List(gles.Attribs(%s))", group, v.Go)
	case kind == "attribs":
		return fmt.Sprintf("gles.%s.ListAttrib(gles.WideAttribs(%s))", group, v.Go)
	case kind == "value-of" && v.Class != classPointer:
		return c.printValueOf(group, as("EGLAttrib"))
	}
	return ""
}

// printValueOf returns the Go expression that formats the value of an attribute that another parameter names.
func (c *Command) printValueOf(param, value string) string {
	for _, p := range c.Params {
		if _, group, ok := strings.Cut(registry.EGLMeaning(c.Name, p.Name), ":"); ok && p.Name == param {
			return fmt.Sprintf("gles.%s.Value(%s, %s)", group, p.Go, value)
		}
	}
	return ""
}

// groupValues returns the values of an enum group that have one name and fit a GLenum.
func (p *Plan) groupValues(r *registry.Registry, name string) []Named {
	if values, ok := p.groups[name]; ok {
		return values
	}
	if values := r.GroupNames(name); values != nil {
		p.groups[name] = values
	}
	return p.groups[name]
}

// printedParams returns the Go expressions that format the command's parameters.
func (c *Command) printedParams() []string {
	var out []string
	for _, v := range c.Params {
		if v.Print != "" {
			out = append(out, v.Print)
		}
	}
	return out
}
