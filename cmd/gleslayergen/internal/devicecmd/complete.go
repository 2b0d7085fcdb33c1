package devicecmd

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

// completeTime is how long a shell waits for what adb knows; after that there is nothing to complete.
const completeTime = 5 * time.Second

// CompleteSerials completes the serial of a device.
func CompleteSerials(e *ui.Env, f *Flags) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, start string) ([]string, cobra.ShellCompDirective) {
		ctx, stop := context.WithTimeout(cmd.Context(), completeTime)
		defer stop()
		var out []string
		for _, d := range quickly(ctx, e, f) {
			if strings.HasPrefix(d.Serial, start) {
				out = append(out, cobra.CompletionWithDesc(d.Serial, strings.TrimSpace(d.Model+" "+d.State)))
			}
		}
		return out, cobra.ShellCompDirectiveNoFileComp
	}
}

// quickly lists devices, but starts no server.
func quickly(ctx context.Context, e *ui.Env, f *Flags) []deviceEntry {
	clients, err := clients(e, f)
	if err != nil {
		return nil
	}
	for _, c := range clients {
		c.NoStart = true
	}
	all, _ := queryDevices(ctx, clients)
	return all
}

// CompletePackages completes the name of an app that was installed, on the device that is meant.
func CompletePackages(e *ui.Env, f *Flags) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, start string) ([]string, cobra.ShellCompDirective) {
		ctx, stop := context.WithTimeout(cmd.Context(), completeTime)
		defer stop()
		return ui.Prefixed("", packagesOf(ctx, e, f), start), cobra.ShellCompDirectiveNoFileComp
	}
}

// packagesOf are the names of the apps that were installed.
func packagesOf(ctx context.Context, e *ui.Env, f *Flags) []string {
	d, err := choose(quickly(ctx, e, f), serial(e, f))
	if err != nil {
		return nil
	}
	out, err := d.Device().Shell(ctx, "pm list packages -3")
	if err != nil {
		return nil
	}
	var names []string
	for line := range strings.Lines(out.Stdout) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "package:"); ok {
			names = append(names, name)
		}
	}
	return names
}
