package layercmd

import (
	"cmp"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/project"
)

// combineFlags are the flags of combine.
type combineFlags struct {
	out, name, module string
	dryRun            bool
}

func Combine(e *ui.Env) *cobra.Command {
	f := &combineFlags{}
	cmd := &cobra.Command{
		Use: "combine DIR... --out DIR",
		Long: `Writes a new project whose layer behaves like the layers of the given projects in a chain. The first project is
nearest to the app. A process can have only one Go runtime: two layers with Go hooks work only when they are
combined into one.

The hooks of each project go to sets/NAME of the new project, with the packages that they import; only package
names change in the code. C hooks, required modules and embedded files are copied too. The original projects do
not change, with one exception: an interrupted update in one of them is finished or undone first, also with
--dry-run, and reported.

Some projects cannot be combined: two C hooks for one function, a C and a Go hook for one function, cgo in
package main, different registries. This is an error, and nothing is written.`,
		Example: `  gleslayergen combine ./drawlog ./samples --out both
  gleslayergen combine --out tools/all --module example.com/you/all drawlog samples`,
		Args: ui.Args(1, -1, "DIR"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", "", "write to `DIR`, which must be empty or not exist")
	flags.StringVar(&f.name, "name", "", "`NAME` of the layer (default: the name of the directory --out)")
	flags.StringVar(&f.module, "module", "", "Go module `PATH` of the project (default: NAME)")
	flags.BoolVar(&f.dryRun, "dry-run", false, "list the files and write nothing")
	_ = cmd.MarkFlagDirname("out")
	asJSON := ui.JSONFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if f.out == "" {
			return ui.Usage("combine", "--out is missing", "for example: --out both")
		}
		name := cmp.Or(f.name, filepath.Base(f.out))
		if err := project.CheckName(name); err != nil {
			return err
		}
		module := cmp.Or(f.module, project.ModuleOf(name))
		if err := project.CheckModule(module); err != nil {
			return err
		}
		made, err := project.Combine(cmd.Context(), project.CombineRequest{Dirs: args, Out: f.out, Name: name, Module: module,
			Tool: e.Version, DryRun: f.dryRun, Load: ui.LoadFiles})
		if err != nil {
			return err
		}
		return printCombined(e, made, f.dryRun, *asJSON)
	}
	return cmd
}

// combinedReport is the JSON report of combine.
type combinedReport struct {
	createdReport
	Parts []project.CombinedPart `json:"parts"`
}

func printCombined(e *ui.Env, made *project.Combined, dryRun, asJSON bool) error {
	if asJSON {
		return e.PrintJSON(combinedReport{newReport(&made.Created, made.Notes, dryRun), made.Parts})
	}
	for _, note := range made.Notes {
		e.Notef("note: %s", note)
	}
	if dryRun {
		printNew(e, &made.Created, true, false)
		return nil
	}
	e.Printf("%s: a layer that intercepts %s, from %s\n", made.Dir, ui.Count(len(made.Plan.Intercepted()), "function"), ui.Count(len(made.Parts), "project"))
	for _, p := range made.Parts {
		e.Printf("  %s: %s\n", p.Dir, p.SubDir)
	}
	e.Printf("next: %smake && make test\n", changeDir(made.Dir))
	return nil
}
