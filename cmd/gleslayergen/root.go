package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/registrycmd"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/registry"
)

// Groups of commands, in the order in which help shows them.
const (
	groupLayer  = "layer"
	groupDevice = "device"
	groupFacts  = "facts"
	groupTool   = "tool"
)

// rootCmd returns the root with every command.
func rootCmd(e *ui.Env) *cobra.Command { return newRoot(e, func(string) bool { return true }) }

// newRoot returns the root with every command, of which only the wanted ones have their flags and subcommands: to build
// all of them takes longer than most of them run.
func newRoot(e *ui.Env, wanted func(name string) bool) *cobra.Command {
	root := &cobra.Command{
		Use:   "gleslayergen",
		Short: "Generate Android OpenGL ES layers",
		Long: `gleslayergen generates projects for Android OpenGL ES layers, in Go, C or C++. A layer is a shared object
between an app and the driver. It intercepts the EGL and OpenGL ES functions that you select.

To select functions, see: gleslayergen help patterns
For the exit codes, see: gleslayergen help exit-codes`,
		SilenceErrors:     true,
		SilenceUsage:      true,
		DisableAutoGenTag: true,
		Version:           e.Version,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	for _, c := range commandTable {
		root.AddCommand(c.command(e, wanted(c.name)))
	}
	root.AddCommand(topicCmds()...)
	root.Flags().Bool("version", false, "print the version of the tool")
	root.SetHelpCommand(helpCmd())
	addGroups(root)
	root.SetFlagErrorFunc(flagError)
	root.SetIn(e.In)
	root.SetOut(e.Out)
	root.SetErr(e.Err)
	return root
}

// addGroups adds the headings that have a command below them.
func addGroups(root *cobra.Command) {
	for _, g := range []*cobra.Group{
		{ID: groupLayer, Title: "Layers:"},
		{ID: groupDevice, Title: "Devices:"},
		{ID: groupFacts, Title: "Facts:"},
		{ID: groupTool, Title: "This tool:"},
	} {
		for _, c := range root.Commands() {
			if c.GroupID == g.ID {
				root.AddGroup(g)
				break
			}
		}
	}
	root.SetHelpCommandGroupID(groupTool)
}

func execute(ctx context.Context, e *ui.Env, args []string) error {
	root := newRoot(e, func(name string) bool { return slices.Contains(args, name) || needsAll(args) })
	root.SetArgs(args)
	root.InitDefaultHelpCmd()
	if err := checkCommand(root, args); err != nil {
		return err
	}
	return root.ExecuteContext(ctx)
}

// needsAll reports whether the command that args name reads the flags and subcommands of all commands.
func needsAll(args []string) bool {
	return len(args) > 0 && (args[0] == "docs" || strings.HasPrefix(args[0], cobra.ShellCompRequestCmd))
}

// checkCommand finds what cobra answers with mere help: an unknown command below a known one.
func checkCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 || strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		return nil
	}
	found, rest, _ := root.Find(args)
	if found.Runnable() || found.IsAdditionalHelpTopicCommand() || len(rest) == 0 ||
		strings.HasPrefix(rest[0], "-") {
		return nil
	}
	return unknownCommand(found, rest[0])
}

// unknownCommand names the commands that may have been meant.
func unknownCommand(parent *cobra.Command, verb string) error {
	var names []string
	for _, c := range parent.Commands() {
		if !c.Hidden {
			names = append(names, c.Name())
		}
	}
	hint := "to list the commands and flags: " + parent.CommandPath() + " --help"
	if near := ui.Nearest(verb, names, 3); len(near) > 0 {
		hint = "did you mean " + strings.Join(near, ", ") + "?"
	}
	return ui.Usage(ui.CommandName(parent), fmt.Sprintf("unknown command %q", verb), hint)
}

// flagError puts pflag's words in our form and names the nearest flag.
func flagError(cmd *cobra.Command, err error) error {
	hint := "to list the commands and flags: " + cmd.CommandPath() + " --help"
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		word := "-" + unknown.GetSpecifiedShortnames()
		if _, err := os.Stat(word); err == nil {
			return ui.Usage(ui.CommandName(cmd), fmt.Sprintf("%q starts with \"-\", so it is read as a flag", word), "to pass the file of this name: ./"+word)
		}
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		if near := ui.Nearest("--"+unknown.GetSpecifiedName(), names, 1); len(near) > 0 {
			hint = "did you mean " + near[0] + "?"
		}
	}
	var number *strconv.NumError
	var value *pflag.InvalidValueError
	if errors.As(err, &number) && errors.As(err, &value) && value.GetFlag().Value.Type() != "bool" {
		return ui.Usage(fmt.Sprintf("--%s %q", value.GetFlag().Name, value.GetValue()), "expected a whole number that is at least 0 and not too large", hint)
	}
	return ui.Usage(ui.CommandName(cmd), err.Error(), hint)
}

// run runs the command that args name, and returns the exit code.
func run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	return runIn(ctx, newTool(in, out, errOut), args)
}

// newTool returns the environment of a run with these streams and the network.
func newTool(in io.Reader, out, errOut io.Writer) *ui.Env {
	e := ui.NewEnv(in, out, errOut)
	e.Client, e.Origins, e.Version = registrycmd.FetchClient(), registry.Origins, toolVersion()
	return e
}

func runIn(ctx context.Context, e *ui.Env, args []string) int {
	return e.Finish(ctx, execute(ctx, e, args))
}
