package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/text"
)

// Groups of commands, in the order in which help shows them.
const (
	groupLayer  = "layer"
	groupDevice = "device"
	groupFacts  = "facts"
	groupTool   = "tool"
)

// rootCmd builds the tree anew for each call, so that calls share nothing.
func rootCmd(e *env) *cobra.Command {
	root := &cobra.Command{
		Use:   "gleslayergen",
		Short: "Generate Android OpenGL ES layers",
		Long: `gleslayergen writes complete Go projects for Android OpenGL ES layers: shared objects that sit
between an app and its driver and intercept the functions their author names.

How to name functions: gleslayergen help patterns. What exit codes mean: help exit-codes.`,
		SilenceErrors:     true,
		SilenceUsage:      true,
		DisableAutoGenTag: true,
		Version:           toolVersion(),
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	root.AddCommand(
		newCmd(e), updateCmd(e), combineCmd(e), templateCmd(e), buildCmd(e), vetCmd(e), runCmd(e), traceCmd(e), checkCmd(e),
		apkCmd(e), injectManifestCmd(e), deviceCmd(e),
		registryCmd(e), explainCmd(e),
		doctorCmd(e), versionCmd(e), completionCmd(e), docsCmd(e),
	)
	root.AddCommand(topicCmds()...)
	root.Flags().Bool("version", false, "print the version of the tool")
	root.SetHelpCommand(helpCmd())
	addGroups(root)
	root.SetFlagErrorFunc(flagError)
	root.SetIn(e.in)
	root.SetOut(e.out)
	root.SetErr(e.err)
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

func (e *env) execute(ctx context.Context, args []string) error {
	root := rootCmd(e)
	root.SetArgs(args)
	root.InitDefaultHelpCmd()
	if err := checkCommand(root, args); err != nil {
		return err
	}
	return root.ExecuteContext(ctx)
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
	hint := "list the commands and flags with: " + parent.CommandPath() + " --help"
	if near := text.Nearest(verb, names, 3); len(near) > 0 {
		hint = "did you mean " + strings.Join(near, ", ") + "?"
	}
	return &usageError{commandName(parent), fmt.Sprintf("unknown command %q", verb), hint}
}

// flagError puts pflag's words in our form and names the nearest flag.
func flagError(cmd *cobra.Command, err error) error {
	hint := "list the commands and flags with: " + cmd.CommandPath() + " --help"
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		word := "-" + unknown.GetSpecifiedShortnames()
		if _, err := os.Stat(word); err == nil {
			return &usageError{commandName(cmd), fmt.Sprintf("%q starts like a flag", word), "for the file: ./" + word}
		}
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		if near := text.Nearest("--"+unknown.GetSpecifiedName(), names, 1); len(near) > 0 {
			hint = "did you mean " + near[0] + "?"
		}
	}
	var number *strconv.NumError
	var value *pflag.InvalidValueError
	if errors.As(err, &number) && errors.As(err, &value) && value.GetFlag().Value.Type() != "bool" {
		return &usageError{fmt.Sprintf("--%s %q", value.GetFlag().Name, value.GetValue()), "not a whole number of at least 0", hint}
	}
	return &usageError{commandName(cmd), err.Error(), hint}
}
