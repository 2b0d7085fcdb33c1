package layercmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/gleslayergen/gleslayergen/project/build"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/toolchain"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
	"github.com/gleslayergen/gleslayergen/project"
)

func Build(e *ui.Env) *cobra.Command {
	var abis string
	var debug bool
	cmd := &cobra.Command{
		Use: "build",
		Long: `Builds the layer of the project in the current directory or in a parent directory. The layer for this machine
is build/host/lib<NAME>.so. The layers for devices are build/<ABI>/lib<NAME>.so; to build them, use
--abi, which needs the Android NDK. Set ANDROID_NDK_HOME or ANDROID_NDK_ROOT to the directory of the NDK. If
neither is set, the newest NDK in $ANDROID_HOME/ndk is used. Without an NDK, clang and lld build layers in C,
and with the headers of libc++ also layers in C++.

The layer is stripped: its symbols and line numbers are moved to a file in the directory .debug, next to the
layer. gdb, lldb and llvm-symbolizer find the file there; for ndk-stack, pass the directory with -sym. This
needs objcopy, which is part of binutils and of the NDK.

A C++ project is built by CMake, with the CMakeLists.txt of the project and, for devices, a toolchain file. It
does not need Go.

Builds are reproducible: the same project gives the same bytes in any directory. The environment variable CC
selects the compiler for this machine. GOFLAGS, CGO_CFLAGS and similar variables are ignored.`,
		Example: `  gleslayergen build
  gleslayergen build --debug
  gleslayergen build --abi arm64-v8a,x86_64`,
		Args: ui.Args(0, 0, ""),
	}
	asJSON := ui.JSONFlag(cmd)
	cmd.Flags().StringVar(&abis, "abi", "", "build for these Android `ABIS`: arm64-v8a, armeabi-v7a, x86_64, x86")
	cmd.Flags().BoolVar(&debug, "debug", false, "build without optimization, so that a debugger shows all lines and variables")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if cmd.Flags().Changed("abi") && strings.TrimSpace(abis) == "" {
			return ui.Usage("build", "--abi is empty", "for example: --abi arm64-v8a; without --abi, the layer is built for this machine")
		}
		targets, err := buildTargets(cmd.Context(), abis)
		if err != nil {
			return err
		}
		for i := range targets {
			targets[i].Debug = debug
		}
		return runBuild(cmd, e, targets, *asJSON)
	}
	_ = cmd.RegisterFlagCompletionFunc("abi", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		var names []string
		for _, a := range android.ABIs() {
			names = append(names, a.Name)
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	})
	return cmd
}

// buildTargets finds the compilers for ABIs. An empty list stands for this machine.
func buildTargets(ctx context.Context, abis string) ([]build.Target, error) {
	if abis == "" {
		return []build.Target{build.Host()}, nil
	}
	var list []android.ABI
	for name := range strings.SplitSeq(abis, ",") {
		abi, err := android.FindABI(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		list = append(list, abi)
	}
	var targets []build.Target
	for _, abi := range list {
		target, err := toolchain.Target(ctx, abi)
		if err != nil {
			return nil, err
		}
		targets = append(targets, target)
	}
	return targets, nil
}

// builtReport is the JSON report of build.
type builtReport struct {
	Schema int         `json:"schema"`
	Built  []builtFile `json:"built"`
}

type builtFile struct {
	Target  string `json:"target"`
	Path    string `json:"path"`
	Symbols string `json:"symbols,omitempty"` // file with debug information
}

func runBuild(cmd *cobra.Command, e *ui.Env, targets []build.Target, asJSON bool) error {
	root, err := OpenProject(cmd.Context(), e, ".")
	if err != nil {
		return err
	}
	config, err := project.Load(root)
	if err != nil {
		return err
	}
	if project.Changed(root) {
		e.Notef("note: %s changed after this project was generated from it; the build uses the generated files as they are (to regenerate them: gleslayergen update)", project.ConfigName)
	}
	for _, at := range project.NotHooked(root, config, ui.LoadFiles) {
		e.Notef("note: %s: this hook is not called yet (to generate its call: gleslayergen update)", at)
	}
	report := builtReport{Schema: 1}
	for _, t := range targets {
		path, err := buildLayer(cmd.Context(), e, root, config, t)
		if err != nil {
			return err
		}
		report.Built = append(report.Built, builtFile{t.Name, path, symbolsOf(path)})
		if !asJSON {
			e.Printf("%s\n", path)
		}
	}
	if asJSON {
		return e.PrintJSON(report)
	}
	return nil
}

// maxProblems is the number of problems that a failed build explains.
const maxProblems = 5

// diagnostic matches a message of a compiler about a line of a file.
var diagnostic = lazyregexp.New(`(?m)^\S+:\d+:\d+: `)

// buildLayer builds a layer. If that fails, it explains the mistakes that it finds in the project and in the compilers' messages.
func buildLayer(ctx context.Context, e *ui.Env, root string, config *project.Config, t build.Target) (string, error) {
	var messages strings.Builder
	path, err := build.Build(ctx, root, config, t, io.MultiWriter(e.Err, &messages))
	var failed *project.Error
	if !errors.As(err, &failed) || ctx.Err() != nil {
		return path, err
	}
	problems := project.ExplainBuild(root, config, messages.String(), ui.LoadFiles)
	if len(problems) == 0 {
		if failed.Advice == build.SeeMessages && diagnostic.MatchString(messages.String()) {
			failed.Advice = "fix the errors that the compiler printed above"
		}
		return path, err
	}
	for i, p := range problems[:min(maxProblems, len(problems))] {
		if i > 0 || len(problems) > 1 {
			e.Notef("note: %s", p)
		}
	}
	first := problems[0]
	why := fmt.Sprintf("%s: %s", first.At, first.Why)
	if more := len(problems) - 1; more > 0 {
		why += fmt.Sprintf(" (and %s)", ui.Count(more, "other problem"))
	}
	return path, &project.Error{What: failed.What, Why: why, Advice: first.Advice}
}

// symbolsOf returns the path of a layer's symbol file, or "" if there is none.
func symbolsOf(lib string) string {
	path := build.Symbols(lib)
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}
