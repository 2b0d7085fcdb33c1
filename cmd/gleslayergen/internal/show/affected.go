package show

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/registry"
)

// roles are the texts of what a project does with a command.
var roles = map[project.Role]string{
	project.RoleGo: "Go hook", project.RoleC: "C hook", project.RoleNone: "intercepted without a hook", project.RoleUse: "called by hooks",
}

// Affected writes the changes of a project's commands. path converts the name of a file in the project into a
// path for the reader.
func Affected(w io.Writer, commands []project.AffectedCommand, path func(string) string) {
	for _, c := range commands {
		fmt.Fprintln(w)
		if c.File != "" {
			fmt.Fprintf(w, "%s:%d: ", path(filepath.FromSlash(c.File)), c.Line)
		}
		fmt.Fprintf(w, "%s (%s)\n", c.Name, roles[c.Role])
		for _, change := range c.Changes {
			fmt.Fprintln(w, "  "+Change(within(change)))
		}
		if s := c.Signature; s != nil {
			signature(w, "C ", s.OldC, s.NewC)
			signature(w, "Go", s.OldGo, s.NewGo)
		}
	}
}

// within returns a change without the name of its command, which the heading has.
func within(c registry.Change) registry.Change {
	switch {
	case c.What == registry.InCommand:
	case c.Part == "return":
		c.Name = ""
	case c.What == registry.InParameter, c.What == registry.InAlias:
		c.Name = string(c.What)
	default:
		c.Name = string(c.What) + " " + c.Name
	}
	return c
}

// signature writes a declaration before and after the change.
func signature(w io.Writer, language, old, new string) {
	const indent = "           "
	if old == new {
		return
	}
	for _, s := range []struct{ when, code string }{{"old", old}, {"new", new}} {
		if s.code != "" {
			fmt.Fprintf(w, "  %s %s  %s\n", language, s.when, ui.WrapCode(s.code, width, indent))
		}
	}
}
