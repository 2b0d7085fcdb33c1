package layercmd

import (
	"cmp"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/gen"
)

func templateModelCmd(e *ui.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "model",
		Short: "Print the types and functions that templates can use",
		Long: `Prints the model, which is everything that a template pack can use: types with their fields and methods,
functions, emitters, and the conditions of pack.yaml. New versions of gleslayergen may add names to the model.
If they remove a name, the model number changes. docs/templates.md explains how to use the model.`,
		Example: `  gleslayergen template model
  gleslayergen template model --json`,
		Args: ui.Args(0, 0, ""),
	}
	asJSON := ui.JSONFlag(cmd)
	cmd.RunE = func(*cobra.Command, []string) error {
		if *asJSON {
			return e.PrintJSON(gen.DescribeModel())
		}
		printModel(e, gen.DescribeModel())
		return nil
	}
	return cmd
}

func printModel(e *ui.Env, doc gen.ModelDoc) {
	e.Printf("model %d\n", doc.Model)
	for _, t := range doc.Types {
		e.Printf("\n%s: %s\n", t.Name, t.Meaning)
		ui.Table(e.Out, "  ", append(modelRows(".", t.Fields), modelRows(".", t.Methods)...))
	}
	for _, part := range []struct {
		title   string
		entries []gen.ModelEntry
	}{
		{"Functions of templates", doc.Functions},
		{"Emitters (emit: in pack.yaml)", doc.Emitters},
		{"Conditions (when: in pack.yaml)", doc.Conditions},
	} {
		e.Printf("\n%s\n", part.title)
		ui.Table(e.Out, "  ", modelRows("", part.entries))
	}
}

func modelRows(prefix string, entries []gen.ModelEntry) [][]string {
	rows := make([][]string, len(entries))
	for i, m := range entries {
		rows[i] = []string{prefix + m.Name, cmp.Or(m.Type, m.Example), m.Meaning} // the type of an emitter is an example of a file name
	}
	return rows
}
