package ui

import (
	"fmt"

	"github.com/spf13/cobra"
)

// Args returns a check of the number of arguments. A negative most means any number; what names an argument.
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

// JSONFlag adds --json.
func JSONFlag(cmd *cobra.Command) *bool {
	return cmd.Flags().Bool("json", false, "report as JSON")
}
