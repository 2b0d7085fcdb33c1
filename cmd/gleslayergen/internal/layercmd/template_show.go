package layercmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/pack"
	"github.com/gleslayergen/gleslayergen/templates"
)

func templateShowCmd(e *ui.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "show PACK",
		Short: "Show the files of a template pack",
		Long: `Shows the files of PACK, which is the name of a built-in pack, a directory, a zip file, or git+URL@VERSION.
The command checks the pack, but does not run its code.`,
		Example: `  gleslayergen template show go
  gleslayergen template show ./mypack --json`,
		Args:              ui.Args(1, 1, "PACK"),
		ValidArgsFunction: completePacks,
	}
	asJSON := ui.JSONFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		pack, err := pack.Fetch(cmd.Context(), args[0])
		if err != nil {
			return err
		}
		if *asJSON {
			return e.PrintJSON(showReport(pack))
		}
		showPack(e, pack)
		return nil
	}
	return cmd
}

// shownReport is the JSON report of template show.
type shownReport struct {
	Schema int `json:"schema"`
	packReport
}

func showReport(pack *templates.Pack) shownReport {
	report := shownReport{1, reportPack(pack)}
	for _, f := range pack.Files {
		report.Files = append(report.Files, packFileReport{f.Path, classOf(f), f.When, f.Template, f.Emit, f.File})
	}
	return report
}

func classOf(f templates.File) string {
	if f.Yours() {
		return templates.ClassYours
	}
	return "generated"
}

func showPack(e *ui.Env, p *templates.Pack) {
	e.Printf("%s %s\n", p.Name, p.Version)
	if p.Description != "" {
		e.Printf("%s\n", p.Description)
	}
	facts := [][]string{{"model", fmt.Sprint(p.Model)}, {"hooks", strings.Join(p.Hooks, ", ")}, {"sha256", p.SHA256}}
	if p.Git != nil {
		facts = append(facts, []string{"from", p.Git.String()}, []string{"commit", p.Git.Commit})
	}
	if len(p.Partials) > 0 {
		facts = append(facts, []string{"partials", strings.Join(p.Partials, ", ")})
	}
	ui.Table(e.Out, "", facts)
	e.Printf("\n")
	var rows [][]string
	for _, f := range p.Files {
		from, when := f.Template, ""
		switch {
		case f.Emit != "":
			from = "emit " + f.Emit
		case f.File != "":
			from = "copy of " + f.File
		}
		if f.When != "" {
			when = "when " + f.When
		}
		rows = append(rows, []string{f.Path, classOf(f), from, when})
	}
	ui.Table(e.Out, "", rows)
}
