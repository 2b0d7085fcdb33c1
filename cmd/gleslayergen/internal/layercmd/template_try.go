package layercmd

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/project/build"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/pack"
	"github.com/gleslayergen/gleslayergen/templates"
)

func templateTestCmd(e *ui.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "test PACK",
		Short: "Test a template pack",
		Long: `Generates several projects from a pack, in memory: passive and active projects, a project for each kind of hook
of the pack, and a project that intercepts every function. The Go files are type-checked, except references to
C (C.NAME). No code of the pack runs. As in "gleslayergen new", time, memory and bytes are limited. A pack that
exceeds a limit is an error. The exit code is 4 if there are findings.

With --build, the command also writes the projects to a temporary directory, except the project that intercepts
every function, and builds them with make, go or cmake. This runs code of the pack: use it only for packs that
you trust.`,
		Example: `  gleslayergen template test ./mypack
  gleslayergen template test ./mypack --build`,
		Args:              ui.Args(1, 1, "PACK"),
		ValidArgsFunction: completePacks,
	}
	buildToo := cmd.Flags().Bool("build", false, "also build the projects, which runs code of the pack")
	asJSON := ui.JSONFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		pack, err := pack.Fetch(cmd.Context(), args[0])
		if err != nil {
			return err
		}
		if pack.IsModule() {
			return ui.Usage("template test "+args[0], "the pack is a module", "to test it, add it to a layer: gleslayergen new NAME --passive --with "+args[0])
		}
		printPack(e, pack)
		if *buildToo {
			e.Notef("note: --build runs code of the template pack %s", pack.Name)
		}
		report := &trialReport{Schema: 1, Pack: reportPack(pack), build: *buildToo, Cases: []string{}, Findings: []trialFinding{}}
		if err := tryPack(cmd.Context(), e, build.Trials(pack), report); err != nil {
			return err
		}
		return printTrial(e, report, *asJSON)
	}
	return cmd
}

// trialReport is the JSON report of template test.
type trialReport struct {
	Schema     int            `json:"schema"`
	Pack       packReport     `json:"pack"`
	Cases      []string       `json:"cases"`
	Findings   []trialFinding `json:"findings"`
	NotChecked []string       `json:"notChecked"`

	build   bool
	files   int
	outside map[string]bool
	hasC    bool
	refused []error // errors of projects that the pack does not support
}

type trialFinding struct {
	Case    string `json:"case"`
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Message string `json:"message"`
}

// tryPack tests every case. A case that cannot be rendered is an error: the other cases would fail too. A
// pack may refuse some cases, but not all.
func tryPack(ctx context.Context, e *ui.Env, cases []build.Trial, report *trialReport) error {
	checker, err := pack.NewGoChecker(ctx)
	if err != nil {
		return ui.WithHint(err, "to see which tools are missing: gleslayergen doctor")
	}
	report.outside = map[string]bool{}
	for _, c := range cases {
		files, err := c.Render(ctx)
		if templates.Refuses(err) {
			report.refused = append(report.refused, err)
			continue
		}
		if err != nil {
			return err
		}
		report.Cases, report.files, report.hasC = append(report.Cases, c.Name), report.files+len(files), report.hasC || build.HasC(files)
		found, err := c.Check(ctx, checker, files)
		if err != nil {
			return err
		}
		report.addFindings(c.Name, found)
		if report.build && !c.All && len(found.Findings) == 0 {
			buildCase(ctx, e, c, files, report)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if len(report.Cases) == 0 {
		return report.refused[0]
	}
	report.listUnchecked()
	return nil
}

// addFindings adds the findings in one project.
func (r *trialReport) addFindings(name string, found pack.GoResult) {
	for _, f := range found.Findings {
		r.Findings = append(r.Findings, trialFinding{name, f.File, f.Line, f.Column, f.Message})
	}
	for _, module := range found.Outside {
		r.outside[module] = true
	}
}

// shownBuild is the number of lines of a failed build's output that are printed.
const shownBuild = 40

func buildCase(ctx context.Context, e *ui.Env, c build.Trial, files []gen.File, report *trialReport) {
	var out strings.Builder
	if err := c.Build(ctx, files, &out); err != nil {
		report.Findings = append(report.Findings, trialFinding{Case: c.Name, Message: "build: " + err.Error()})
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		e.Notef("%s", strings.Join(lines[max(0, len(lines)-shownBuild):], "\n"))
	}
}

// listUnchecked lists what was not checked.
func (r *trialReport) listUnchecked() {
	r.NotChecked = []string{}
	for _, err := range r.refused {
		r.NotChecked = append(r.NotChecked, "a project that the pack does not support: "+err.Error())
	}
	if r.hasC && !r.build {
		r.NotChecked = append(r.NotChecked, "C and C++ files, and references to C in Go files (C.NAME); to compile them, add --build")
	}
	if len(r.outside) > 0 {
		r.NotChecked = append(r.NotChecked, fmt.Sprintf("packages that import these Go modules: %s", strings.Join(slices.Sorted(maps.Keys(r.outside)), ", ")))
	}
}

func printTrial(e *ui.Env, r *trialReport, asJSON bool) error {
	if asJSON {
		if err := e.PrintJSON(r); err != nil {
			return err
		}
	} else {
		for _, f := range r.Findings {
			e.Printf("%s\n", f)
		}
		e.Printf("%s in %s: %s\n", ui.Count(r.files, "file"), ui.Count(len(r.Cases), "project"), strings.Join(r.Cases, ", "))
	}
	for _, what := range r.NotChecked {
		e.Notef("note: not checked: %s", what)
	}
	if len(r.Findings) > 0 {
		e.Notef("%s", ui.Count(len(r.Findings), "finding"))
		return ui.Quiet(ui.ExitFindings)
	}
	return nil
}

func (f trialFinding) String() string {
	if f.File == "" {
		return f.Case + ": " + f.Message
	}
	return fmt.Sprintf("%s: %s:%d:%d: %s", f.Case, f.File, f.Line, f.Column, f.Message)
}
