package ui

import (
	"fmt"

	"github.com/spf13/cobra"
)

// Args checks how many arguments a command got; most < 0 means any number. what names one of them.
func Args(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		hint := "usage: " + cmd.UseLine()
		switch {
		case len(args) < least:
			return Usage(CommandName(cmd), what+" is missing", hint)
		case most == 0 && len(args) > 0:
			return Usage(CommandName(cmd), fmt.Sprintf("unexpected argument %q", args[0]), hint)
		case most >= 0 && len(args) > most:
			return Usage(CommandName(cmd), fmt.Sprintf("unexpected argument %q", args[most]), hint)
		}
		for _, a := range args {
			if a == "" {
				return Usage(CommandName(cmd), what+" is empty", hint)
			}
		}
		return nil
	}
}

// JsonFlag adds --json.
func JsonFlag(cmd *cobra.Command) *bool {
	return cmd.Flags().Bool("json", false, "report as JSON")
}
