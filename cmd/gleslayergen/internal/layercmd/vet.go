package layercmd

import (
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/vet"
)

func Vet(e *ui.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use: "vet [DIR]",
		Long: `Checks the Go code of the project in DIR (default: the current directory), except tests. The checks are:

    goroutine   GL or EGL called from a goroutine
    kept        a C pointer kept after its hook has returned
    next        a hook that can return without calling its parameter "next"
    environ     use of the environment, which is empty on Android, or of os/signal, os/exec or net
    goexit      a hook, onInitialize or a function passed to OnFrame that calls runtime.Goexit
    initialize  GL or EGL called during initialization

A finding is printed as FILE:LINE:COL: WHAT: WHY; WHAT TO DO [ID]. To read more about it, run gleslayergen
explain ID. The exit code is 4 if there is a finding.

To suppress a finding, write the following comment on the line of the finding, on the line above it, or in the
doc comment of the function. CHECK is a name from the list above:

    //gleslayer:ok CHECK REASON

The command needs no C compiler. It checks only the files for this system. To check the files for Android, set
the environment variable GOOS=android.`,
		Example: `  gleslayergen vet
  gleslayergen vet --json layers/trace`,
		Args: ui.Args(0, 1, "DIR"),
	}
	asJSON := ui.JSONFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		root, err := OpenProject(cmd.Context(), e, strings.Join(append(args, "."), "/"))
		if err != nil {
			return err
		}
		if sources, _ := filepath.Glob(filepath.Join(root, "*.go")); len(sources) == 0 {
			e.Notef("no Go files in %s: nothing to check", root)
			return printFindings(e, nil, *asJSON)
		}
		found, err := vet.Run(cmd.Context(), root)
		if err != nil {
			return err
		}
		return printFindings(e, found, *asJSON)
	}
	return cmd
}

// vetReport is the JSON report of vet.
type vetReport struct {
	Schema   int           `json:"schema"`
	Findings []vet.Finding `json:"findings"`
}

func printFindings(e *ui.Env, found []vet.Finding, asJSON bool) error {
	report := vetReport{1, []vet.Finding{}}
	for _, f := range found {
		f.File = ui.RelPath(f.File)
		report.Findings = append(report.Findings, f)
	}
	if asJSON {
		if err := e.PrintJSON(report); err != nil {
			return err
		}
	} else {
		for _, f := range report.Findings {
			e.Printf("%s:%d:%d: %s [%s]\n", f.File, f.Line, f.Column, f.Message, f.ID)
		}
	}
	if len(found) > 0 {
		e.Notef("%s; for the reason and what to do: gleslayergen explain %s", ui.Count(len(found), "finding"), found[0].ID)
		return ui.Quiet(ui.ExitFindings)
	}
	return nil
}

// VetTopics returns the explanations of the checks.
func VetTopics() []ui.Topic {
	var all []ui.Topic
	for _, check := range vet.Checks() {
		title, text, _ := strings.Cut(check.Doc, "\n\n")
		all = append(all, ui.NewTopic(vet.TopicID(check.Name), strings.ToUpper(title[:1])+title[1:], text, []string{}))
	}
	return all
}
