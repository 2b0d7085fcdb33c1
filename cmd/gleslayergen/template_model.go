package main

import (
	"cmp"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/text"
	"github.com/gleslayergen/gleslayergen/gen"
)

func templateModelCmd(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "model",
		Short: "Print what templates can use",
		Long: `Print the model that the templates of a pack see: its types with their fields and methods, the
functions, the emitters, and the conditions of pack.yaml. Within one number of the model names are
only added. docs/templates.md tells how they work together.`,
		Example: `  gleslayergen template model
  gleslayergen template model --json`,
		Args: wantArgs(0, 0, ""),
	}
	asJSON := jsonFlag(cmd)
	cmd.RunE = func(*cobra.Command, []string) error {
		if *asJSON {
			return e.printJSON(gen.DescribeModel())
		}
		printModel(e, gen.DescribeModel())
		return nil
	}
	return cmd
}

func printModel(e *env, doc gen.ModelDoc) {
	e.printf("model %d\n", doc.Model)
	for _, t := range doc.Types {
		e.printf("\n%s: %s\n", t.Name, t.Meaning)
		text.Table(e.out, "  ", append(modelRows(".", t.Fields), modelRows(".", t.Methods)...))
	}
	for _, part := range []struct {
		title   string
		entries []gen.ModelEntry
	}{
		{"Functions of templates", doc.Functions},
		{"Emitters (emit: in pack.yaml)", doc.Emitters},
		{"Conditions (when: in pack.yaml)", doc.Conditions},
	} {
		e.printf("\n%s\n", part.title)
		text.Table(e.out, "  ", modelRows("", part.entries))
	}
}

func modelRows(prefix string, entries []gen.ModelEntry) [][]string {
	rows := make([][]string, len(entries))
	for i, m := range entries {
		rows[i] = []string{prefix + m.Name, cmp.Or(m.Type, m.Example), m.Meaning} // an emitter has a file's name for a type
	}
	return rows
}
