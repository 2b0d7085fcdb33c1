package layercmd

import (
	"cmp"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/project"
)

// combineFlags are the flags of combine as they were given.
type combineFlags struct {
	out, name, module string
	dryRun            bool
}

func Combine(e *ui.Env) *cobra.Command {
	f := &combineFlags{}
	cmd := &cobra.Command{
		Use: "combine DIR... --out DIR",
		Long: `Writes a new project whose layer does what the layers of the projects DIR... do when they are chained,
the first nearest to the app. Android has room for one Go runtime in a process: two layers with hooks in Go
work as one layer only.

The hooks of each project become hook sets of the new one, in sets/NAME, with the packages that they import;
the author's code stays as it is, but for the names of packages. Hooks in C are taken along, modules that
go.mod requires, and files that the code embeds. The projects themselves stay as they are; only an update that
was interrupted there is finished or undone first, also with --dry-run, and reported.

Some things cannot be combined: two hooks in C for one function, one in C and one in Go, cgo in package main,
registries that differ. They are reported, and nothing is written.`,
		Example: `  gleslayergen combine ./drawlog ./samples --out both
  gleslayergen combine --out tools/all --module example.com/you/all drawlog samples`,
		Args: ui.Args(1, -1, "DIR"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", "", "write to `DIR`; it must not exist or be empty")
	flags.StringVar(&f.name, "name", "", "call the layer `NAME` (default: as the folder of --out)")
	flags.StringVar(&f.module, "module", "", "Go module `PATH` of the project (default NAME)")
	flags.BoolVar(&f.dryRun, "dry-run", false, "list the files, write nothing")
	_ = cmd.MarkFlagDirname("out")
	asJSON := ui.JsonFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if f.out == "" {
			return ui.Usage("combine", "--out is missing", "for example: --out both")
		}
		name := cmp.Or(f.name, filepath.Base(f.out))
		if err := project.CheckName(name); err != nil {
			return err
		}
		module := cmp.Or(f.module, name)
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

// combinedReport is combine --json.
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
		printNew(e, &made.Created, true)
		return nil
	}
	e.Printf("%s: a layer that intercepts %s, from %s\n", made.Dir, ui.Count(len(made.Plan.Intercepted()), "function"), ui.Count(len(made.Parts), "project"))
	for _, p := range made.Parts {
		e.Printf("  %s: %s\n", p.Dir, p.Folder)
	}
	e.Printf("next: %smake && make test\n", changeFolder(made.Dir))
	return nil
}
