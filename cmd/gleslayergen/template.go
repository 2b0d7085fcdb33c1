package main

import "github.com/spf13/cobra"

func templateCmd(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "template",
		GroupID: groupLayer,
		Short:   "What projects are made from",
	}
	cmd.AddCommand(templateModelCmd(e))
	return cmd
}
