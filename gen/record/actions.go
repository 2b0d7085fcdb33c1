package record

import (
	"cmp"
	_ "embed"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/gen/csyntax"
	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
)

//go:embed data/actions.tsv
var actionsTable string

var actionRows = sync.OnceValue(func() [][]string { return table.Rows("actions.tsv", actionsTable, 5) })

// Actions are the C expressions that are evaluated at the calls of a command, in addition to those that record it. Before
// and After run while the thread is recorded.
type Actions struct {
	Before, After        []csyntax.Expr
	AlwaysBefore         []csyntax.Expr // before everything else, because a recording may start here
	AlwaysAfter          []csyntax.Expr // those of After that also run while the thread is not recorded
	Around, AlwaysAround csyntax.Expr   // replace the call: while the thread is recorded, and while it is not
}

// hasAction reports whether a row names the command. Rows with a pattern do not count.
func hasAction(rc *registry.Command) bool {
	return slices.ContainsFunc(actionRows(), func(row []string) bool {
		return matchedName(row, rc) != "" && !strings.Contains(row[0], "*")
	})
}

// matchedName returns the name under which a row matches a command, or "". A pattern matches only the command's
// own name, not its aliases.
func matchedName(row []string, rc *registry.Command) string {
	names := []string{rc.Name}
	if !strings.Contains(row[0], "*") {
		names = append(names, rc.Aliases...)
	}
	for _, name := range names {
		if ok, _ := path.Match(row[0], name); ok {
			return name
		}
	}
	return ""
}

func actionsOf(r *registry.Registry, c *Command, rc *registry.Command) (Actions, error) {
	var a Actions
	for _, row := range actionRows() {
		name := matchedName(row, rc)
		if name == "" {
			continue
		}
		other, _ := r.Command(name)
		code, err := translate(csyntax.Expr(row[2]), other, rc)
		if err == nil {
			err = a.add(row[1], code, row[3])
		}
		if err != nil {
			return a, fmt.Errorf("actions.tsv: %s: %w", row[0], err)
		}
	}
	args := make([]csyntax.Expr, len(c.Params))
	for i, v := range c.Params {
		args[i] = csyntax.Expr(v.Name)
	}
	call := csyntax.Call("next_", args...)
	a.Around, a.AlwaysAround = cmp.Or(a.Around, call), cmp.Or(a.AlwaysAround, call)
	return a, nil
}

func (a *Actions) add(moment string, code csyntax.Expr, while string) error {
	always := while == "always"
	switch {
	case !always && while != "recording":
		return fmt.Errorf("unknown condition %q: must be \"recording\" or \"always\"", while)
	case moment == "before" && always:
		a.AlwaysBefore = append(a.AlwaysBefore, code)
	case moment == "before":
		a.Before = append(a.Before, code)
	case moment == "after":
		a.After = append(a.After, code)
		if always {
			a.AlwaysAfter = append(a.AlwaysAfter, code)
		}
	case moment == "around" && a.Around == "":
		a.Around = code
		if always {
			a.AlwaysAround = code
		}
	default:
		return fmt.Errorf("invalid moment %q: must be \"before\", \"after\" or \"around\", and only one row can have \"around\"", moment)
	}
	return nil
}
