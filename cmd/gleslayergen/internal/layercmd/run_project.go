package layercmd

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/internal/recovery"
	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/project/build"
)

// ownProject returns the root of the project whose layer run builds and uses, or "": the one of the current directory, if no
// flag names layers.
func ownProject(cmd *cobra.Command, f *RunFlags, device *androidFlags) (root string, err error) {
	named := cmd.Flags().Changed("layer") || len(f.modules) > 0 || f.Path != "" || device.decisive() != "" || device.explain
	if !named {
		root, err = project.Find(".")
	}
	switch {
	case !f.watch && err != nil:
		return "", nil // without layers
	case f.watch && named:
		return "", ui.Usage("run", "--watch cannot be combined with flags that name layers or describe a device", "leave these flags out: --watch builds and uses the layer of the project")
	case f.watch && (f.env || f.asJSON):
		return "", ui.Usage("run", "--watch cannot be combined with --env or --json", "leave out --watch, or leave out --env and --json")
	}
	return root, err
}

// buildOwn builds the layer of the project at root for this machine.
func buildOwn(ctx context.Context, e *ui.Env, root string) (path string, err error) {
	if root, err = OpenProject(ctx, e, root); err != nil {
		return "", err
	}
	config, err := project.Load(root)
	if err != nil {
		return "", err
	}
	if project.Changed(root) {
		e.Notef("note: %s changed after this project was generated from it; the build uses the generated files as they are (to regenerate them: gleslayergen update)", project.ConfigName)
	}
	return buildLayer(ctx, e, root, config, build.Host())
}

// watchInterval is the time between two looks at the source files.
const watchInterval = 300 * time.Millisecond

// watchProgram runs a program, and runs it again whenever the source files of the project at root have changed and its layer was
// built again. If the build fails, the program continues with the previous layer. It returns when the context ends.
func watchProgram(ctx context.Context, e *ui.Env, root string, run func(stop <-chan struct{}) error) error {
	state := project.SourceState(root)
	for ctx.Err() == nil {
		stop, ended := make(chan struct{}), make(chan error, 1)
		recovery.Go(func() { ended <- run(stop) })
		err, over := waitForBuild(ctx, e, root, &state, ended)
		close(stop)
		if !over {
			err = <-ended
		}
		if code := ui.ExitCode(err); err != nil && code == ui.ExitNotLoaded {
			return err
		}
	}
	return nil
}

// waitForBuild waits until the layer was built again after a change, or the context ends. It returns the error of the program,
// and whether the program ended.
func waitForBuild(ctx context.Context, e *ui.Env, root string, state *string, ended <-chan error) (err error, over bool) {
	tick := time.NewTicker(watchInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return err, over
		case err = <-ended:
			over, ended = true, nil
			if ctx.Err() == nil {
				e.Notef("gleslayergen: the program has ended; it is started again when a source file changes (to quit: ^C)")
				e.Err.Flush()
			}
		case <-tick.C:
			now := project.SourceState(root)
			if now == *state {
				continue
			}
			*state = now
			if _, built := buildOwn(ctx, e, root); built != nil {
				e.Report(ctx, built)
				e.Err.Flush()
				continue
			}
			e.Notef("gleslayergen: the layer was built again; the program is restarted")
			e.Err.Flush()
			return err, over
		}
	}
}
