package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

const patternsText = `Patterns select commands of EGL and OpenGL ES:

    eglChooseConfig      one command
    glDraw*              a glob: * matches any characters, ? one character, and [ab] the character a or b
    @GL_KHR_debug        the commands that an extension adds
    @gles3.1             the commands of OpenGL ES 2.0 to 3.1
    @egl1.4              the commands of EGL 1.0 to 1.4
    @all                 all commands
    !glDrawArrays        removes glDrawArrays from the commands that earlier patterns selected

Separate patterns by commas, or pass several arguments. Patterns apply in order. Quote them, so that the shell
does not expand * and !. For example: gleslayergen registry list 'glDraw*,!@gles2.0'

Patterns do not select commands that only OpenGL ES 1.x has, because Android does not pass the GL calls of ES
1.x contexts to layers.`

// topicCmds are pages of help that belong to no command.
func topicCmds() []*cobra.Command {
	var codes strings.Builder
	codes.WriteString("The exit codes of every command:\n")
	title := 0
	for _, c := range ui.ExitCodes {
		title = max(title, len(c.Title)+2)
	}
	for code, c := range ui.ExitCodes {
		fmt.Fprintf(&codes, "\n    %d  %-*s%s", code, title, c.Title, ui.Wrap(c.Text, 100, strings.Repeat(" ", len("    0  ")+title)))
	}
	return []*cobra.Command{
		{Use: "exit-codes", Short: "What the exit codes mean", Long: codes.String(), DisableFlagsInUseLine: true},
		{Use: "patterns", Short: "How to select functions by name, pattern, extension or version", Long: patternsText, DisableFlagsInUseLine: true},
	}
}

// helpCmd is cobra's help command, but an unknown topic is an error.
func helpCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND|TOPIC]",
		Short: "Help about a command or a topic",
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			if parent, _, err := cmd.Root().Find(args); err == nil {
				for _, c := range parent.Commands() {
					if !c.Hidden {
						names = append(names, cobra.CompletionWithDesc(c.Name(), c.Short))
					}
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			found, rest, _ := cmd.Root().Find(args)
			if len(rest) > 0 {
				return unknownCommand(found, rest[0])
			}
			found.InitDefaultHelpFlag()
			return found.Help()
		},
	}
}
