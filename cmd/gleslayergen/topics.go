package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/text"
)

// The exit codes. They are part of the interface: a number never changes its meaning.
const (
	exitOK = iota
	exitFailed
	exitUsage
	exitStale
	exitFindings
	exitDevice
	exitNotLoaded
)

// exitCodes says what each code means, for help and for explain.
var exitCodes = [...]struct{ title, text string }{
	exitOK:        {"done", "The command succeeded."},
	exitFailed:    {"failed", "The command failed: a file, the network, or a program that it called. The message says which."},
	exitUsage:     {"wrong usage", "The command line is not valid: an unknown command, flag, function or version, or a pattern that matches nothing. Nothing was done."},
	exitStale:     {"output is stale", "With --check: generated files differ from what would be generated now. Nothing was written."},
	exitFindings:  {"findings", "The checked files have faults, or doctor did not find a required program. The report lists them."},
	exitDevice:    {"device or adb", "The device or adb failed or did not answer."},
	exitNotLoaded: {"layer not loaded", "A program or an app did not load a layer, or would not load it: run did not start the program, or it ran without the layer. device enable, push and why print the rule that prevents loading."},
}

const patternsText = `Patterns name commands of EGL and OpenGL ES:

    eglChooseConfig      one command
    glDraw*              a glob: * any characters, ? one, [ab] one of these
    @GL_KHR_debug        what an extension adds
    @gles3.1             OpenGL ES 2.0 up to 3.1
    @egl1.4              EGL up to 1.4
    @all                 everything
    !glDrawArrays        takes away what the pattern behind it names

Join them by commas or give several. They work in order, so "!" takes from what stands before it.
Quote them, so that the shell leaves * and ! alone: gleslayergen registry list 'glDraw*,!@gles2.0'

Commands that only OpenGL ES 1.x has match nothing: Android does not layer ES 1.x contexts.`

// topicCmds are pages of help that belong to no command.
func topicCmds() []*cobra.Command {
	var codes strings.Builder
	codes.WriteString("The exit codes of every command:\n")
	for code, c := range exitCodes {
		fmt.Fprintf(&codes, "\n    %d  %-18s%s", code, c.title, text.Wrap(c.text, 100, strings.Repeat(" ", 25)))
	}
	return []*cobra.Command{
		{Use: "exit-codes", Short: "What the exit codes mean", Long: codes.String(), DisableFlagsInUseLine: true},
		{Use: "patterns", Short: "How to name functions", Long: patternsText, DisableFlagsInUseLine: true},
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
