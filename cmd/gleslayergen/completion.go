package main

import (
	"strings"

	"github.com/spf13/cobra"
)

func completionCmd(e *env) *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:     "completion bash|zsh|fish|powershell",
		GroupID: groupTool,
		Short:   "Write a completion script for a shell",
		Long: `Write a script that makes a shell complete commands, flags, functions and extensions.

For this session:

    bash         source <(gleslayergen completion bash)
    zsh          source <(gleslayergen completion zsh)
    fish         gleslayergen completion fish | source
    powershell   gleslayergen completion powershell | Out-String | Invoke-Expression

For good, put that line into ~/.bashrc, ~/.zshrc, ~/.config/fish/config.fish or $PROFILE.`,
		Args:      wantArgs(1, 1, "the name of a shell"),
		ValidArgs: shells,
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(e.out, true)
			case "zsh":
				return root.GenZshCompletion(e.out)
			case "fish":
				return root.GenFishCompletion(e.out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(e.out)
			}
			return &usageError{args[0], "unknown shell", "the shells are " + strings.Join(shells, ", ")}
		},
	}
}
