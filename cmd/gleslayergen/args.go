package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// wantArgs checks how many arguments a verb got; most < 0 means any number. what names one of them.
func wantArgs(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		hint := "usage: " + cmd.UseLine()
		switch {
		case len(args) < least:
			return &usageError{verbOf(cmd), what + " is missing", hint}
		case most == 0 && len(args) > 0:
			return &usageError{verbOf(cmd), fmt.Sprintf("takes no argument, but got %q", args[0]), hint}
		case most >= 0 && len(args) > most:
			return &usageError{verbOf(cmd), fmt.Sprintf("%q is one argument too many", args[most]), hint}
		}
		for _, a := range args {
			if a == "" {
				return &usageError{verbOf(cmd), what + " is empty", hint}
			}
		}
		return nil
	}
}

// jsonFlag adds --json.
func jsonFlag(cmd *cobra.Command) *bool {
	return cmd.Flags().Bool("json", false, "report as JSON")
}
