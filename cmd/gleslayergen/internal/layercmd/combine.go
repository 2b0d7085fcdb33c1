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
		Long: `Combines the layers of several projects into one layer, in a new project. The new layer behaves like all the
layers in a chain; the layer of the first project is nearest to the app. Use combine for layers with Go hooks:
on Android a process can have only one Go runtime, so two layers with Go hooks do not work in the same app.

The command copies the Go hooks of each project to the directory sets/NAME of the new project. NAME is the name
of the original project. It also copies the packages that the hooks import, C hooks, embedded files, and
the requirements in go.mod. In the code, only package names and import paths change. The original projects do
not change, with one exception: if an update of a project was interrupted, the command first finishes or undoes
that update, even with --dry-run.

Some projects cannot be combined, for example if two of them have a C hook for the same function, if one has a
C hook and another a Go hook for the same function, if they use different registries, or if one uses cgo in
package main. The command then reports an error and writes nothing.`,
		Example: `  gleslayergen combine ./drawlog ./samples --out both
  gleslayergen combine --out tools/all --module example.com/you/all drawlog samples`,
		Args: ui.Args(1, -1, "DIR"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", "", "write to `DIR`, which must be empty or not exist")
	flags.StringVar(&f.name, "name", "", "`NAME` of the layer (default: the last element of the path in --out)")
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
	e.Printf("%s: a layer that intercepts %s, combined from %s\n", made.Dir, ui.Count(len(made.Plan.Intercepted()), "function"), ui.Count(len(made.Parts), "project"))
	for _, p := range made.Parts {
		e.Printf("  %s: %s\n", p.Dir, p.SubDir)
	}
	e.Printf("next: %smake && make test\n", changeDir(made.Dir))
	return nil
}
