package layercmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/trace/modulelayer"
)

// ModulesFlag adds --modules.
func ModulesFlag(cmd *cobra.Command, names *[]string, usage string) {
	cmd.Flags().StringSliceVar(names, "modules", nil, usage)
	_ = cmd.RegisterFlagCompletionFunc("modules", func(_ *cobra.Command, _ []string, start string) ([]string, cobra.ShellCompDirective) {
		comma := strings.LastIndexByte(start, ',') + 1
		return ui.Prefixed(start[:comma], modulelayer.Modules(), start[comma:]), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	})
}

// CheckModules returns an error if --modules is empty, or has a name that is not a module of the layer with all modules.
func CheckModules(cmd *cobra.Command, names []string) error {
	all := modulelayer.Modules()
	if cmd.Flags().Changed("modules") && len(names) == 0 {
		return ui.Usage("--modules", "the list is empty", "the modules are "+strings.Join(all, ", "))
	}
	for _, name := range names {
		if slices.Contains(all, name) {
			continue
		}
		hint := "the modules are " + strings.Join(all, ", ")
		if near := ui.Nearest(name, all, 1); len(near) > 0 {
			hint = fmt.Sprintf("did you mean %q? %s", near[0], hint)
		}
		why := "unknown module"
		if slices.Contains(modules.Names(), name) {
			why = "this module works only with hooks"
		}
		return ui.Usage(fmt.Sprintf("--modules %q", name), why, hint)
	}
	return nil
}

// moduleLayerMaker returns a Maker that prints a message before a build.
func moduleLayerMaker(e *ui.Env, what string) modulelayer.Maker {
	return modulelayer.Maker{Beside: programDir(), OnBuild: func() {
		e.Notef("gleslayergen: building the layer with modules%s; this takes about half a minute and is done once", what)
	}}
}

// ownModuleLayer returns the path of the layer with all modules for this machine.
func ownModuleLayer(ctx context.Context, e *ui.Env) (string, error) {
	path, err := moduleLayerMaker(e, "").Layer(ctx)
	return path, withBuildHint(err)
}

// ModuleLayerFor returns the path of the layer with all modules for an ABI of a device: that of a release, or one that is built with
// the NDK or clang.
func ModuleLayerFor(ctx context.Context, e *ui.Env, abi string) (string, error) {
	path, err := moduleLayerMaker(e, " for "+abi).LayerFor(ctx, abi)
	if err != nil && ctx.Err() == nil {
		err = ui.WithHint(fmt.Errorf("the layer with modules for %s: %w", abi, err), cmp.Or(ui.HintOf(err), "to see missing tools: gleslayergen doctor build"))
	}
	return path, err
}

// withBuildHint adds to the error of a build for this machine what to do.
func withBuildHint(err error) error {
	switch {
	case errors.Is(err, modulelayer.ErrNoCompiler):
		return ui.WithHint(err, "install gcc or another C compiler, or set CC to one; to see the package to install: gleslayergen doctor run")
	case errors.Is(err, syscall.ENOSPC):
		return ui.WithHint(err, "set XDG_CACHE_HOME to a directory that belongs to you and has free space")
	}
	return err
}

// moduleSettings returns the settings that switch modules on, as run --set has them.
func moduleSettings(names []string) (list []string) {
	for _, a := range modulelayer.Switches(names) {
		if a.Value != "" {
			list = append(list, a.Name+"="+a.Value)
		}
	}
	return list
}
