package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

func completionCmd(e *ui.Env) *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use: "completion bash|zsh|fish|powershell",
		Long: `Print a script for a shell. With the script, the shell completes commands, flags, functions and extensions.

To use the script in the current session:

    bash         source <(gleslayergen completion bash)
    zsh          source <(gleslayergen completion zsh)
    fish         gleslayergen completion fish | source
    powershell   gleslayergen completion powershell | Out-String | Invoke-Expression

To use the script in every session, add the line for your shell to ~/.bashrc, ~/.zshrc,
~/.config/fish/config.fish or $PROFILE.`,
		Args:      ui.Args(1, 1, "the name of a shell"),
		ValidArgs: shells,
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(e.Out, true)
			case "zsh":
				return root.GenZshCompletion(e.Out)
			case "fish":
				return root.GenFishCompletion(e.Out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(e.Out)
			}
			return ui.Usage(args[0], "unknown shell", "the supported shells are "+strings.Join(shells, ", "))
		},
	}
}
