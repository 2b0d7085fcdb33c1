package main

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// completeTime is how long a shell waits for what adb knows; after that there is nothing to complete.
const completeTime = 5 * time.Second

// completeSerials completes the serial of a device.
func (e *env) completeSerials(f *deviceFlags) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, start string) ([]string, cobra.ShellCompDirective) {
		ctx, stop := context.WithTimeout(cmd.Context(), completeTime)
		defer stop()
		var out []string
		for _, d := range e.quickly(ctx, f) {
			if strings.HasPrefix(d.Serial, start) {
				out = append(out, cobra.CompletionWithDesc(d.Serial, strings.TrimSpace(d.Model+" "+d.State)))
			}
		}
		return out, cobra.ShellCompDirectiveNoFileComp
	}
}

// quickly lists devices, but starts no server.
func (e *env) quickly(ctx context.Context, f *deviceFlags) []found {
	clients, err := e.clients(f)
	if err != nil {
		return nil
	}
	for _, c := range clients {
		c.NoStart = true
	}
	all, _ := listed(ctx, clients)
	return all
}

// completePackages completes the name of an app that was installed, on the device that is meant.
func (e *env) completePackages(f *deviceFlags) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, start string) ([]string, cobra.ShellCompDirective) {
		ctx, stop := context.WithTimeout(cmd.Context(), completeTime)
		defer stop()
		return prefixed("", e.packagesOf(ctx, f), start), cobra.ShellCompDirectiveNoFileComp
	}
}

// packagesOf are the names of the apps that were installed.
func (e *env) packagesOf(ctx context.Context, f *deviceFlags) []string {
	d, err := choose(e.quickly(ctx, f), e.serial(f))
	if err != nil {
		return nil
	}
	out, err := d.device().Shell(ctx, "pm list packages -3")
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
