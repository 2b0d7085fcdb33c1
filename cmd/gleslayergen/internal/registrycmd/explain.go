package registrycmd

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/devicecmd"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/layercmd"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/rules"
)

type explainReport struct {
	Schema int        `json:"schema"`
	Topics []ui.Topic `json:"topics"`
}

func Explain(e *ui.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use: "explain [ID...] | --search WORD | --project DIR",
		Long: `Explain an ID that a message contains, for example 1.10 or exit-2. An ID stands for one of these topics:

    - a rule of Android's layer loader, or a known pitfall
    - a line of Android's log
    - a condition that "device why" checks
    - what Android requires of drivers, or a restriction by a device maker
    - a rule of "check", "vet" or "registry lint"
    - a module, or an exit code

Without an ID, all topics are listed. With --search, the topics that contain a word are listed; if there is
only one, it is explained. With --project, the notes about the functions that the project intercepts are
explained.`,
		Example: `  gleslayergen explain
  gleslayergen explain 1.10
  gleslayergen explain exit-2
  gleslayergen explain --search eglSwapBuffers
  gleslayergen explain --project layers/trace`,
		Args: ui.Args(0, -1, "ID"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var ids []string
			for _, t := range topics() {
				ids = append(ids, cobra.CompletionWithDesc(t.ID, t.Title))
			}
			return ids, cobra.ShellCompDirectiveNoFileComp
		},
	}
	asJSON := ui.JSONFlag(cmd)
	word := cmd.Flags().String("search", "", "list the topics that contain `WORD`; upper and lower case are equal")
	dir := cmd.Flags().String("project", "", "explain the notes about the project in `DIR`")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ofProject, search := cmd.Flags().Changed("project"), cmd.Flags().Changed("search")
		switch {
		case ofProject && len(args) > 0:
			return ui.Usage("explain", "both --project and an ID are given", "give only one: --project or the ID")
		case search && (ofProject || len(args) > 0):
			return ui.Usage("explain", "--search cannot be combined with an ID or --project", "leave out --search, or leave out the ID and --project")
		case search && strings.TrimSpace(*word) == "":
			return ui.Usage("explain", "--search is empty", "for example: --search eglSwapBuffers")
		}
		var chosen []ui.Topic
		var err error
		switch {
		case ofProject:
			chosen, err = layercmd.ProjectTopics(cmd.Context(), e, *dir)
		case search:
			chosen, err = searchTopics(*word)
		default:
			chosen, err = findTopics(args)
		}
		switch {
		case err != nil:
			return err
		case *asJSON:
			return e.PrintJSON(explainReport{1, chosen})
		case ofProject && len(chosen) == 0:
			e.Notef("there are no notes about this project")
		case len(args) == 0 && !ofProject && len(chosen) != 1:
			printIndex(e, chosen)
		default:
			printTopics(e, chosen)
		}
		return nil
	}
	return cmd
}

// topics returns all topics: rules, known pitfalls, lines of Android's log, the rules of check and registry
// lint, the conditions of device why, the checks of vet, the modules and the exit codes.
func topics() []ui.Topic {
	var all []ui.Topic
	for _, t := range slices.Concat(rules.Topics(), rules.LogTopics()) {
		all = append(all, ui.NewTopic(t.ID, t.Title, t.Text, append([]string{}, t.See...)))
	}
	all = append(all, devicecmd.VendorTopics()...)
	all = append(all, layercmd.VetTopics()...)
	all = append(all, lintTopics()...)
	all = append(all, layercmd.ModuleTopics()...)
	all = append(all, layercmd.HookCost)
	all = append(all, layercmd.CheckTopics()...)
	all = append(all, devicecmd.WhyTopics()...)
	all = append(all, devicecmd.DriverTopics()...)
	for code, c := range ui.ExitCodes {
		all = append(all, ui.NewTopic(fmt.Sprintf("exit-%d", code), "Exit code: "+c.Title, c.Text, []string{}))
	}
	return all
}

// findTopics returns the topics of ids, or all.
func findTopics(ids []string) ([]ui.Topic, error) {
	all := topics()
	if len(ids) == 0 {
		return all, nil
	}
	var chosen []ui.Topic
	var names []string
	byID := map[string]ui.Topic{}
	for _, t := range all {
		names, byID[strings.ToLower(t.ID)] = append(names, t.ID), t
	}
	for _, id := range ids {
		if rule, ok := rules.FindTopic(id); ok { // FindTopic accepts several spellings
			id = rule.ID
		}
		t, ok := byID[strings.ToLower(id)]
		if !ok {
			return nil, unknownTopic(id, names)
		}
		chosen = append(chosen, t)
	}
	return chosen, nil
}

// searchTopics returns the topics whose ID, title or text contains the word.
func searchTopics(word string) ([]ui.Topic, error) {
	has := func(text string) bool { return strings.Contains(strings.ToLower(text), strings.ToLower(word)) }
	chosen := slices.DeleteFunc(topics(), func(t ui.Topic) bool { return !has(t.ID) && !has(t.Title) && !has(t.Text) })
	if len(chosen) == 0 {
		return nil, ui.Usage(fmt.Sprintf("--search %q", word), "no topic contains this word", "to list all topics: gleslayergen explain")
	}
	return chosen, nil
}

func unknownTopic(id string, names []string) error {
	hint := "to list all IDs: gleslayergen explain"
	if near := ui.Nearest(id, names, 3); len(near) > 0 {
		hint = "did you mean " + strings.Join(near, ", ") + "? " + hint
	}
	return ui.Usage(fmt.Sprintf("explain %q", id), "unknown ID", hint)
}

func printIndex(e *ui.Env, list []ui.Topic) {
	var rows [][]string
	for _, t := range list {
		rows = append(rows, []string{t.ID, t.Title})
	}
	ui.Table(e.Out, "", rows)
}

func printTopics(e *ui.Env, list []ui.Topic) {
	for i, t := range list {
		if i > 0 {
			e.Printf("\n")
		}
		e.Printf("%s  %s\n\n%s\n", t.ID, t.Title, ui.Wrap(t.Text, 100, ""))
		if len(t.See) > 0 {
			e.Printf("\nSee %s\n", strings.Join(t.See, ", "))
		}
	}
}
