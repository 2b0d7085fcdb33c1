package layercmd

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/examples"
	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/registry"
)

// excludedByExample are the flags that an example decides.
var excludedByExample = []string{"active", "passive", "intercept", "hooks", "with", "template", "use"}

// name returns the name of the project: the argument, or that of the example. It is "" if there is neither.
func (f *newFlags) name(args []string) string {
	if len(args) > 0 {
		return args[0]
	}
	return f.example
}

// fillExample sets the flags that the example decides.
func (f *newFlags) fillExample(cmd *cobra.Command, args []string) error {
	if f.example == "" && !cmd.Flags().Changed("example") {
		return nil
	}
	for _, name := range excludedByExample {
		if cmd.Flags().Changed(name) {
			return ui.Usage("new", "both --example and --"+name+" are given", "leave out --"+name+", because the example sets it; to change it later, edit gleslayer.yaml and run gleslayergen update")
		}
	}
	x, ok := findExample(f.example)
	if !ok {
		names := exampleNames()
		return ui.Usage("--example \""+f.example+"\"", "unknown example", "did you mean "+registry.Nearest(f.example, names, 1)[0]+"? To list the examples: gleslayergen new --list-examples")
	}
	f.active, f.passive, f.intercept, f.use = x.Init == "active", x.Init == "passive", x.Intercept, x.Use
	f.with = x.Modules
	return nil
}

// addExample replaces the stubs by the files of the example.
func (f *newFlags) addExample(q *project.Request) {
	if x, ok := findExample(f.example); ok {
		q.Author = x.Files(q.Module)
	}
}

func findExample(name string) (examples.Layer, bool) {
	all := examples.Layers()
	if i := slices.IndexFunc(all, func(x examples.Layer) bool { return x.Name == name }); i >= 0 {
		return all[i], true
	}
	return examples.Layer{}, false
}

func exampleNames() (names []string) {
	for _, x := range examples.Layers() {
		names = append(names, x.Name)
	}
	return names
}

func completeExamples(*cobra.Command, []string, string) (words []string, _ cobra.ShellCompDirective) {
	for _, x := range examples.Layers() {
		words = append(words, cobra.CompletionWithDesc(x.Name, x.Purpose))
	}
	return words, cobra.ShellCompDirectiveNoFileComp
}

// exampleReport is an example in the JSON report of new --list-examples.
type exampleReport struct {
	Name      string   `json:"name"`
	Purpose   string   `json:"purpose"`
	Init      string   `json:"init"`
	Intercept []string `json:"intercept"`
}

// examplesReport is the JSON report of new --list-examples.
type examplesReport struct {
	Schema   int             `json:"schema"`
	Examples []exampleReport `json:"examples"`
}

func listExamples(cmd *cobra.Command, e *ui.Env, asJSON bool) error {
	if cmd.Flags().Changed("example") {
		return ui.Usage("new", "both --example and --list-examples are given", "give only one of the two flags")
	}
	list := []exampleReport{}
	for _, x := range examples.Layers() {
		list = append(list, exampleReport{x.Name, x.Purpose, x.Init, x.Intercept})
	}
	if asJSON {
		return e.PrintJSON(examplesReport{1, list})
	}
	for _, x := range list {
		e.Printf("%-16s %s\n", x.Name, x.Purpose)
	}
	e.Notef("to create a project from an example: gleslayergen new mylayer --example NAME")
	return nil
}
