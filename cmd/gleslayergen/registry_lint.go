package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/registry"
)

func registryLintCmd(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lint [REGISTRY]",
		Short: "Find faults in a registry",
		Long: `Find faults in a registry: types, enums and lengths that refer to nothing, names that are defined twice,
pointers without a length, enum parameters without a group. REGISTRY is builtin (the default), a
folder with gl.xml and egl.xml, GL.XML,EGL.XML, or a snapshot.

gleslayergen corrects some facts of the Khronos files as it reads them. A correction that has nothing
to correct any more is an error.

Each line is LEVEL: NAME: WHAT [ID]; gleslayergen explain ID says more. Exit code 4 if there is any error.`,
		Example: `  gleslayergen registry lint
  gleslayergen registry lint khronos --json`,
		Args:              wantArgs(0, 1, "REGISTRY"),
		ValidArgsFunction: completeRegistry,
	}
	asJSON := jsonFlag(cmd)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		opened, err := registry.Open(append(args, registry.BuiltinName)[0])
		if err != nil {
			return err
		}
		found, err := opened.Lint()
		if err != nil {
			return err
		}
		return e.printLint(found, *asJSON)
	}
	return cmd
}

// lintReport is registry lint --json.
type lintReport struct {
	Schema   int                `json:"schema"`
	Errors   int                `json:"errors"`
	Warnings int                `json:"warnings"`
	Findings []registry.Finding `json:"findings"`
}

func (e *env) printLint(found []registry.Finding, asJSON bool) error {
	report := lintReport{Schema: 1, Findings: append([]registry.Finding{}, found...)}
	for _, f := range found {
		if f.Level == registry.LevelError {
			report.Errors++
		} else {
			report.Warnings++
		}
	}
	if asJSON {
		if err := e.printJSON(report); err != nil {
			return err
		}
	} else {
		for _, f := range found {
			e.printf("%s: %s: %s [%s]\n", f.Level, strings.TrimSpace(f.Name+" "+f.Part), f.Message, f.Rule)
		}
	}
	if len(found) > 0 {
		e.notef("%s, %s; why, and what to do: gleslayergen explain %s", count(report.Errors, "error"), count(report.Warnings, "warning"), found[0].Rule)
	}
	if report.Errors > 0 {
		return quiet(exitFindings)
	}
	return nil
}

// lintTopics are the explanations of the rules.
func lintTopics() []topic {
	var all []topic
	for _, rule := range registry.LintRules {
		all = append(all, topic{rule.ID, rule.Title, rule.Text, []string{}})
	}
	return all
}
