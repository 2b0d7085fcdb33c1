package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/text"
	"github.com/gleslayergen/gleslayergen/rules"
)

// topic is what explain tells about an ID.
type topic struct {
	ID    string   `json:"id"`
	Title string   `json:"title"`
	Text  string   `json:"text"`
	See   []string `json:"see"`
}

type explainReport struct {
	Schema int     `json:"schema"`
	Topics []topic `json:"topics"`
}

func explainCmd(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "explain [ID...] | --project DIR",
		GroupID: groupFacts,
		Short:   "Explain a rule, trap, check or exit code that a message names",
		Long: `Explain what an ID in a message means: a rule of Android's layer loader, a known trap, a line of
Android's log, a question of device why, a check of vet, a rule of registry lint or of check, a built-in set,
an exit code.
Without an ID: list them all. With --project: explain what the author of that project should know about the
functions it intercepts.`,
		Example: `  gleslayergen explain
  gleslayergen explain 1.10
  gleslayergen explain exit-2
  gleslayergen explain --project layers/trace`,
		Args: wantArgs(0, -1, "ID"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var ids []string
			for _, t := range topics() {
				ids = append(ids, cobra.CompletionWithDesc(t.ID, t.Title))
			}
			return ids, cobra.ShellCompDirectiveNoFileComp
		},
	}
	asJSON := jsonFlag(cmd)
	dir := cmd.Flags().String("project", "", "explain the notes about the project in `DIR`")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ofProject := cmd.Flags().Changed("project")
		if ofProject && len(args) > 0 {
			return &usageError{"explain", "both --project and an ID are given", "give one of them"}
		}
		chosen, err := findTopics(args)
		if ofProject {
			chosen, err = e.projectTopics(cmd.Context(), *dir)
		}
		switch {
		case err != nil:
			return err
		case *asJSON:
			return e.printJSON(explainReport{1, chosen})
		case ofProject && len(chosen) == 0:
			e.notef("there are no notes about this project")
		case len(args) == 0 && !ofProject:
			e.printIndex(chosen)
		default:
			e.printTopics(chosen)
		}
		return nil
	}
	return cmd
}

// topics are all there are: those of the rules and of Android's log, of check and device why, the checks of vet, registry lint,
// ready sets, the exit codes.
func topics() []topic {
	var all []topic
	for _, t := range slices.Concat(rules.Topics(), rules.LogTopics()) {
		all = append(all, topic{t.ID, t.Title, t.Text, append([]string{}, t.See...)})
	}
	all = append(all, vendorTopics()...)
	all = append(all, vetTopics()...)
	all = append(all, lintTopics()...)
	all = append(all, setTopics()...)
	all = append(all, hookCost)
	all = append(all, checkTopics()...)
	all = append(all, whyTopics()...)
	all = append(all, driverTopics()...)
	for code, c := range exitCodes {
		all = append(all, topic{fmt.Sprintf("exit-%d", code), "Exit code: " + c.title, c.text, []string{}})
	}
	return all
}

// findTopics are the topics of ids, or all.
func findTopics(ids []string) ([]topic, error) {
	all := topics()
	if len(ids) == 0 {
		return all, nil
	}
	var chosen []topic
	var names []string
	byID := map[string]topic{}
	for _, t := range all {
		names, byID[strings.ToLower(t.ID)] = append(names, t.ID), t
	}
	for _, id := range ids {
		if rule, ok := rules.FindTopic(id); ok { // it knows several spellings
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

func unknownTopic(id string, names []string) error {
	hint := "list all IDs with: gleslayergen explain"
	if near := text.Nearest(id, names, 3); len(near) > 0 {
		hint = "did you mean " + strings.Join(near, ", ") + "? " + hint
	}
	return &usageError{fmt.Sprintf("explain %q", id), "unknown ID", hint}
}

func (e *env) printIndex(list []topic) {
	var rows [][]string
	for _, t := range list {
		rows = append(rows, []string{t.ID, t.Title})
	}
	text.Table(e.out, "", rows)
}

func (e *env) printTopics(list []topic) {
	for i, t := range list {
		if i > 0 {
			e.printf("\n")
		}
		e.printf("%s  %s\n\n%s\n", t.ID, t.Title, text.Wrap(t.Text, 100, ""))
		if len(t.See) > 0 {
			e.printf("\nSee %s\n", strings.Join(t.See, ", "))
		}
	}
}
