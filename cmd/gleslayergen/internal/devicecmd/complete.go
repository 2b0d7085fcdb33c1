package devicecmd

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

// completeTime limits how long completion waits for adb. After that it offers nothing.
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

// quickly lists devices without starting an adb server.
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

// CompletePackages completes the name of an installed app of the chosen device.
func CompletePackages(e *ui.Env, f *Flags) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, start string) ([]string, cobra.ShellCompDirective) {
		ctx, stop := context.WithTimeout(cmd.Context(), completeTime)
		defer stop()
		return ui.Prefixed("", packagesOf(ctx, e, f), start), cobra.ShellCompDirectiveNoFileComp
	}
}

// packagesOf returns the names of the installed apps.
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
