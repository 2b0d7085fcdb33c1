package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// wantArgs checks how many arguments a command got; most < 0 means any number. what names one of them.
func wantArgs(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		hint := "usage: " + cmd.UseLine()
		switch {
		case len(args) < least:
			return &usageError{commandName(cmd), what + " is missing", hint}
		case most == 0 && len(args) > 0:
			return &usageError{commandName(cmd), fmt.Sprintf("unexpected argument %q", args[0]), hint}
		case most >= 0 && len(args) > most:
			return &usageError{commandName(cmd), fmt.Sprintf("unexpected argument %q", args[most]), hint}
		}
		for _, a := range args {
			if a == "" {
				return &usageError{commandName(cmd), what + " is empty", hint}
			}
		}
		return nil
	}
}

// jsonFlag adds --json.
func jsonFlag(cmd *cobra.Command) *bool {
	return cmd.Flags().Bool("json", false, "report as JSON")
}
