package layercmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/rules"
)

// RunFlags are the flags of run.
type RunFlags struct {
	Layers, Path, android, log, Driver string
	chaos                              uint64
	strict, KeepGoing, asJSON, env     bool
	watch                              bool
	set, modules                       []string
	probe                              bool
	profile, writeProfile              string
}

func (f *RunFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SetInterspersed(false) // flags after PROGRAM belong to the program, also without --
	flags.Var(ui.Colons(&f.Layers), "layer", "load these colon-separated `LAYERS`; the first is closest to the program (repeatable)")
	flags.Var(ui.Colons(&f.Path), "layer-path", "search for layers in these colon-separated `DIRS` (repeatable)")
	flags.StringVar(&f.android, "android", "", "behave like this Android `RELEASE`, for example 12 or 15qpr (default: the newest)")
	flags.BoolVar(&f.strict, "strict", false, "behave exactly like a device, including crashes; exit with 6 if a layer is not loaded")
	flags.BoolVar(&f.KeepGoing, "keep-going", false, "start the program even if a layer cannot be loaded")
	flags.StringVar(&f.log, "log", "", "write the log of the loader to `FILE`, and do not print its warnings to stderr")
	flags.BoolVar(&f.asJSON, "json", false, "report as JSON; the program's stdout goes to stderr")
	flags.BoolVar(&f.watch, "watch", false, "in a project: build the layer again and restart the program when a source file changes")
	flags.StringArrayVar(&f.set, "set", nil, "give a setting of the layers a value: `MODULE.KEY=VALUE` (repeatable)")
	flags.StringVar(&f.profile, "profile", "", "let the program see the device that `FILE` describes, with a layer that has the module profile")
	flags.BoolVar(&f.probe, "probe", false, "start no program; print a profile of the driver, as a program sees it through the layers")
	flags.StringVar(&f.writeProfile, "write-profile", "", "with --probe: write the profile to `FILE`, not to stdout")
	ModulesFlag(cmd, &f.modules, "load the layer of gleslayergen that has all modules, and switch on these `MODULES`, such as hud,errors")
	flags.BoolVar(&f.env, "env", false, "start no program; print environment variables, for a shell or debugger")
	flags.StringVar(&f.Driver, "driver", "", "use libEGL and libGLESv2 in `DIR` as the driver")
	flags.Uint64Var(&f.chaos, "chaos", 0, "simulate rare but permitted behavior of Android's loader; the number `SEED` selects the behavior")
	_ = cmd.RegisterFlagCompletionFunc("android", completeReleases)
	_ = cmd.MarkFlagDirname("driver")
}

func completeReleases(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var ids []string
	for _, r := range rules.Releases() {
		ids = append(ids, cobra.CompletionWithDesc(r.ID, r.Title))
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}

// Setup returns the setup of the loader that the flags describe.
func (f *RunFlags) Setup(cmd *cobra.Command, args []string) (*loader.Setup, error) {
	if err := f.check(cmd, args); err != nil {
		return nil, err
	}
	s := &loader.Setup{Strict: f.strict, Release: rules.Newest()}
	if f.Layers != "" {
		if fault := s.SetLayers(f.Layers, f.Path); fault != nil {
			return nil, ui.Usage(fault.What, fault.Why, fault.Hint())
		}
	}
	if cmd.Flags().Changed("chaos") {
		s.Chaos = &f.chaos
	}
	return s, errors.Join(f.setRelease(s), f.setLog(s))
}

// check checks the flags that do not depend on layers.
func (f *RunFlags) check(cmd *cobra.Command, args []string) error {
	switch usage := "usage: " + cmd.UseLine(); {
	case f.probe && (f.env || f.watch):
		return ui.Usage("run", "--probe cannot be combined with --env or --watch", "leave out one of them")
	case f.probe && len(args) > 0:
		return ui.Usage("run", "--probe starts no program, but one is given", "leave out "+args[0]+", or --probe")
	case f.writeProfile != "" && !f.probe:
		return ui.Usage("run", "--write-profile requires --probe", "add --probe, and leave out the program")
	case !f.env && !f.probe && (len(args) == 0 || args[0] == ""):
		return ui.Usage("run", "PROGRAM is missing", usage)
	case f.env && len(args) > 0:
		return ui.Usage("run", "--env starts no program, but one is given", "leave out "+args[0]+", or --env")
	case cmd.Flags().Changed("layer") && f.Layers == "":
		return ui.Usage("run", "--layer is empty", "for example: --layer ./liblayer.so")
	case f.Path != "" && f.Layers == "":
		return ui.Usage("run", "--layer-path requires --layer", "add the layers to search for, for example: --layer liba.so")
	}
	return f.setRelease(&loader.Setup{})
}

func (f *RunFlags) setRelease(s *loader.Setup) error {
	release, ok := rules.FindRelease(f.android)
	switch {
	case ok:
		s.Release = release
	case f.android != "":
		var ids []string
		for _, r := range rules.Releases() {
			ids = append(ids, r.ID)
		}
		return ui.Usage(fmt.Sprintf("--android %q", f.android), "unknown release", "the releases are "+strings.Join(ids, ", "))
	}
	return nil
}

// setLog creates the file, so that an error is reported before the program starts.
func (f *RunFlags) setLog(s *loader.Setup) error {
	if f.log == "" {
		return nil
	}
	path, err := filepath.Abs(f.log)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("--log %s: cannot write: %w", f.log, ui.WithoutPath(err))
	}
	// The loader does not follow symbolic links.
	if s.Log, err = filepath.EvalSymlinks(path); err != nil {
		err = fmt.Errorf("--log %s: cannot write: %w", f.log, ui.WithoutPath(err))
	}
	return errors.Join(err, file.Close())
}

// Host returns the loader, built if needed.
func (f *RunFlags) Host(ctx context.Context) (*loader.Host, error) {
	if f.Driver != "" {
		if _, err := loader.DriverIn(f.Driver); err != nil {
			return nil, ui.WithHint(fmt.Errorf("--driver: %w", err), "pass the directory that contains libEGL.so.1 and libGLESv2.so.2; without --driver, the driver of this machine is used")
		}
	}
	host, err := loader.Prepare(ctx, loader.Options{DriverDir: f.Driver})
	switch {
	case errors.Is(err, loader.ErrNoCompiler):
		err = ui.WithHint(err, "install gcc or another C compiler, or set CC to one; to see the package to install: gleslayergen doctor run")
	case errors.Is(err, loader.ErrNoCache), errors.Is(err, syscall.ENOSPC):
		err = ui.WithHint(err, "set XDG_CACHE_HOME to a directory that belongs to you, that only you can write to, and that has free space")
	}
	return host, err
}
