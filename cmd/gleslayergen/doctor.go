package main

import (
	"cmp"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/doctor"
)

func doctorCmd(e *ui.Env) *cobra.Command {
	tools := doctor.Tools(runtime.GOOS)
	verbs := doctor.Verbs()
	cmd := &cobra.Command{
		Use: "doctor [COMMAND]",
		Long: `Look for the programs and libraries that gleslayergen uses. For each of them, print the version, the path and
the commands that need it, or how to install it. Commands in parentheses can use it, but do not need it.

The exit code is 0 if everything that COMMAND needs is installed, otherwise 4. Without COMMAND, all programs
and libraries are listed, and the exit code depends only on what "new" and "build" need.

COMMAND is one of ` + strings.Join(verbs, ", ") + `.
"build-android" stands for "build --abi", and "test" for the tests of gleslayergen itself.`,
		Example: `  gleslayergen doctor
  gleslayergen doctor build-android
  gleslayergen doctor --json`,
		Args:      ui.Args(0, 1, "COMMAND"),
		ValidArgs: verbs,
	}
	asJSON := ui.JSONFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		about := []string{"new", "build"}
		if len(args) == 1 {
			if !slices.Contains(verbs, args[0]) {
				return unknownTask(args[0], verbs)
			}
			about, tools = args, doctor.For(tools, args[0])
		}
		report := doctor.Check(cmd.Context(), e.Machine, tools, about)
		if *asJSON {
			if err := e.PrintJSON(report); err != nil {
				return err
			}
		} else {
			printDoctor(e, report)
		}
		if !report.OK {
			return ui.Quiet(ui.ExitFindings)
		}
		return nil
	}
	return cmd
}

func unknownTask(verb string, verbs []string) error {
	hint := "the commands are " + strings.Join(verbs, ", ")
	if near := ui.Nearest(verb, verbs, 1); len(near) > 0 {
		hint = "did you mean " + near[0] + "? " + hint
	}
	return ui.Usage("doctor "+verb, "unknown command", hint)
}

func printDoctor(e *ui.Env, r *doctor.Report) {
	rows := [][]string{}
	for _, t := range r.Tools {
		state := "ok"
		if !t.Found {
			state = "missing"
		}
		rows = append(rows, []string{state, t.Tool, t.Version, cmp.Or(t.Path, "-"), purpose(t)})
	}
	ui.Table(e.Out, "", rows)
	needed, others := r.Missing()
	printMissing(e, "Required and missing:", needed)
	verbs := quotedVerbs(r.Verbs)
	printMissing(e, "Missing, but not required by "+verbs+":", others)
	if len(rows) > 0 {
		e.Printf("\n")
	}
	if r.OK {
		need := "needs"
		if len(r.Verbs) > 1 {
			need = "need"
		}
		e.Printf("Everything that %s %s is installed.\n", verbs, need)
	} else {
		e.Printf("Missing for %s: %s.\n", verbs, toolNames(needed))
	}
}

// quotedVerbs returns names of commands in quotes: new and build are also English words.
func quotedVerbs(verbs []string) string {
	return `"` + strings.Join(verbs, `" and "`) + `"`
}

// purpose names the commands, those that only use the tool in brackets.
func purpose(t doctor.Result) string {
	words := slices.Clone(t.NeededFor)
	if len(t.UsedBy) > 0 {
		words = append(words, "("+strings.Join(t.UsedBy, ", ")+")")
	}
	return strings.Join(words, ", ")
}

func toolNames(list []doctor.Result) string {
	names := make([]string, len(list))
	for i, t := range list {
		names[i] = t.Tool
	}
	return strings.Join(names, ", ")
}

func printMissing(e *ui.Env, title string, list []doctor.Result) {
	if len(list) == 0 {
		return
	}
	e.Printf("\n%s\n", title)
	for _, t := range list {
		e.Printf("  %s: %s\n      state:  %s\n", t.Tool, t.Reason, t.Problem)
		if t.Debian != "" {
			e.Printf("      Debian: apt-get install %s\n", t.Debian)
		}
		e.Printf("      install: %s\n", t.Otherwise)
	}
}
