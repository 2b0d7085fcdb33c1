package layercmd

import (
	"os"
	"strings"

	"github.com/gleslayergen/gleslayergen/project/build"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/project"
)

func Build(e *ui.Env) *cobra.Command {
	var abis string
	var debug bool
	cmd := &cobra.Command{
		Use: "build",
		Long: `Builds the project that this folder belongs to: build/host/lib<NAME>.so for this machine, or with --abi
build/<ABI>/lib<NAME>.so for devices, with the Android NDK that ANDROID_NDK_HOME, ANDROID_NDK_ROOT or
$ANDROID_HOME/ndk names.

The layer is stripped. Its symbols and lines go to a folder .debug beside it, where gdb, lldb and
llvm-symbolizer find them; ndk-stack takes that folder as -sym. Needs objcopy, of binutils or the NDK.

A project in C++ is built by CMake, with its own CMakeLists.txt and the NDK's toolchain file. It needs no Go.

The same project gives the same bytes, wherever it stands and whatever GOFLAGS, CGO_CFLAGS and the like
say: only CC, which chooses the compiler, is heard.`,
		Example: `  gleslayergen build
  gleslayergen build --debug
  gleslayergen build --abi arm64-v8a,x86_64`,
		Args: ui.Args(0, 0, ""),
	}
	asJSON := ui.JsonFlag(cmd)
	cmd.Flags().StringVar(&abis, "abi", "", "build for these `ABIS` of Android: arm64-v8a, armeabi-v7a, x86_64, x86")
	cmd.Flags().BoolVar(&debug, "debug", false, "for a debugger: optimise nothing, so that every line and variable can be seen")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if cmd.Flags().Changed("abi") && strings.TrimSpace(abis) == "" {
			return ui.Usage("build", "--abi names no ABI", "for example: --abi arm64-v8a; without --abi, it builds for this machine")
		}
		targets, err := buildTargets(abis)
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

// buildTargets finds the compilers for a list of ABIs; an empty list is this machine.
func buildTargets(abis string) ([]build.Target, error) {
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
	ndk, err := android.FindNDK(os.Getenv)
	if err != nil {
		return nil, err
	}
	var targets []build.Target
	for _, abi := range list {
		env, err := ndk.Env(abi, gen.MinAPI)
		if err != nil {
			return nil, err
		}
		targets = append(targets, build.Target{Name: abi.Name, Env: env, NDK: ndk.Root})
	}
	return targets, nil
}

// builtReport is build --json.
type builtReport struct {
	Schema int         `json:"schema"`
	Built  []builtFile `json:"built"`
}

type builtFile struct {
	Target  string `json:"target"`
	Path    string `json:"path"`
	Symbols string `json:"symbols,omitempty"`
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
		e.Notef("note: %s was changed since this project was generated from it; the layer is built as it was generated (to regenerate it: gleslayergen update)", project.ConfigName)
	}
	for _, at := range project.NotHooked(root, config, ui.LoadFiles) {
		e.Notef("note: %s: nothing calls this hook yet (gleslayergen update has it called)", at)
	}
	report := builtReport{Schema: 1}
	for _, t := range targets {
		path, err := build.Build(cmd.Context(), root, config, t, e.Err)
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

// symbolsOf is the file of symbols of a layer, if one was made.
func symbolsOf(lib string) string {
	path := build.Symbols(lib)
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}
