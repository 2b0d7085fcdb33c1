package registrycmd

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/registry"
)

func lintCmd(e *ui.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lint [REGISTRY]",
		Short: "Find errors in a registry",
		Long: `Find errors in a registry, for example undefined types and enums, duplicate names, pointers without a length,
and enum parameters without an enum group. REGISTRY is one of:

    builtin           the registry that is built into gleslayergen (the default)
    DIR               the files gl.xml and egl.xml in a directory
    GL.XML,EGL.XML    the two files, separated by a comma
    FILE              a snapshot that "registry import" wrote

gleslayergen corrects known errors of the Khronos files when it reads them. If such a correction no longer
changes anything, this is reported as an error.

Each finding is printed as LEVEL: NAME: MESSAGE [ID]. To see what an ID means: gleslayergen explain ID. The
exit code is 4 if a finding has the level "error".`,
		Example: `  gleslayergen registry lint
  gleslayergen registry lint khronos --json`,
		Args:              ui.Args(0, 1, "REGISTRY"),
		ValidArgsFunction: completeRegistry,
	}
	asJSON := ui.JSONFlag(cmd)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		opened, err := registry.Open(append(args, registry.BuiltinName)[0])
		if err != nil {
			return err
		}
		found, err := opened.Lint()
		if err != nil {
			return err
		}
		return printLint(e, found, *asJSON)
	}
	return cmd
}

// lintReport is the JSON report of registry lint.
type lintReport struct {
	Schema   int                `json:"schema"`
	Errors   int                `json:"errors"`
	Warnings int                `json:"warnings"`
	Findings []registry.Finding `json:"findings"`
}

func printLint(e *ui.Env, found []registry.Finding, asJSON bool) error {
	report := lintReport{Schema: 1, Findings: append([]registry.Finding{}, found...)}
	for _, f := range found {
		if f.Level == registry.LevelError {
			report.Errors++
		} else {
			report.Warnings++
		}
	}
	if asJSON {
		if err := e.PrintJSON(report); err != nil {
			return err
		}
	} else {
		for _, f := range found {
			e.Printf("%s: %s: %s [%s]\n", f.Level, strings.TrimSpace(f.Name+" "+f.Part), f.Message, f.Rule)
		}
	}
	if len(found) > 0 {
		e.Notef("%s, %s; to see what the first finding means: gleslayergen explain %s", ui.Count(report.Errors, "error"), ui.Count(report.Warnings, "warning"), found[0].Rule)
	}
	if report.Errors > 0 {
		return ui.Quiet(ui.ExitFindings)
	}
	return nil
}

// lintTopics returns the explanations of the rules.
func lintTopics() []ui.Topic {
	var all []ui.Topic
	for _, rule := range registry.LintRules {
		all = append(all, ui.NewTopic(rule.ID, rule.Title, rule.Text, []string{}))
	}
	return all
}
