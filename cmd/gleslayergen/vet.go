package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/vet"
)

func vetCmd(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "vet [DIR]",
		Short: "Find what the compiler lets pass and a layer must not do",
		Long: `Looks at the hooks of the project that DIR (this folder) belongs to, and at all other code that its author has
written there, but for tests, and lists

    goroutine   GL or EGL called from a goroutine
    kept        a C pointer kept after its hook has returned
    next        a hook that can return without calling next
    environ     the environment, which is empty on Android; os/signal, os/exec and net
    goexit      a hook, onInitialize or OnFrame function that ends its goroutine
    initialize  GL or EGL called during initialization

as FILE:LINE:COL: WHAT: WHY; WHAT TO DO [ID]. gleslayergen explain ID says more. Exit code 4 if there is any.

A line, the line above it, or the comment of a function may answer for a finding:

    //gleslayer:ok CHECK REASON

No C compiler is needed. Files for other systems are left out: GOOS=android looks at those for Android.`,
		Example: `  gleslayergen vet
  gleslayergen vet --json layers/trace`,
		GroupID: groupLayer,
		Args:    wantArgs(0, 1, "DIR"),
	}
	asJSON := jsonFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		root, err := e.openProject(cmd.Context(), strings.Join(append(args, "."), "/"))
		if err != nil {
			return err
		}
		if sources, _ := filepath.Glob(filepath.Join(root, "*.go")); len(sources) == 0 {
			e.notef("no Go files in %s: nothing to check", root)
			return e.printFindings(nil, *asJSON)
		}
		found, err := vet.Run(cmd.Context(), root)
		if err != nil {
			return err
		}
		return e.printFindings(found, *asJSON)
	}
	return cmd
}

// vetReport is vet --json.
type vetReport struct {
	Schema   int           `json:"schema"`
	Findings []vet.Finding `json:"findings"`
}

func (e *env) printFindings(found []vet.Finding, asJSON bool) error {
	report := vetReport{1, []vet.Finding{}}
	for _, f := range found {
		f.File = fromHere(f.File)
		report.Findings = append(report.Findings, f)
	}
	if asJSON {
		if err := e.printJSON(report); err != nil {
			return err
		}
	} else {
		for _, f := range report.Findings {
			e.printf("%s:%d:%d: %s [%s]\n", f.File, f.Line, f.Column, f.Message, f.ID)
		}
	}
	if len(found) > 0 {
		e.notef("%s; why, and what to do: gleslayergen explain %s", count(len(found), "finding"), found[0].ID)
		return quiet(exitFindings)
	}
	return nil
}

// fromHere shortens a path to one from the current folder, if there is one.
func fromHere(path string) string {
	here, err := os.Getwd()
	if err != nil {
		return path
	}
	if short, err := filepath.Rel(here, path); err == nil {
		return short
	}
	return path
}

// vetTopics are the explanations of the checks.
func vetTopics() []topic {
	var all []topic
	for _, check := range vet.Checks() {
		title, text, _ := strings.Cut(check.Doc, "\n\n")
		all = append(all, topic{vet.TopicID(check.Name), strings.ToUpper(title[:1]) + title[1:], text, []string{}})
	}
	return all
}
