package ui

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/registry"
)

// CompleteNames completes names for registry show.
func CompleteNames(_ *cobra.Command, _ []string, start string) ([]string, cobra.ShellCompDirective) {
	r := registry.Builtin()
	if group, ok := strings.CutPrefix(start, "@"); ok {
		return Prefixed("@", groups(r), group), cobra.ShellCompDirectiveNoFileComp
	}
	names := Commands(r, nil)
	for _, x := range r.Extensions {
		names = append(names, x.Name)
	}
	for _, g := range r.Groups {
		names = append(names, g.Name)
	}
	return Prefixed("", names, start), cobra.ShellCompDirectiveNoFileComp
}

// CompletePatterns completes the last pattern of a comma-separated list, with or without "!".
func CompletePatterns(_ *cobra.Command, _ []string, start string) ([]string, cobra.ShellCompDirective) {
	r := registry.Builtin()
	before, last := "", start
	if comma := strings.LastIndexByte(start, ','); comma >= 0 {
		before, last = start[:comma+1], start[comma+1:]
	}
	if name, away := strings.CutPrefix(last, "!"); away {
		before, last = before+"!", name
	}
	if group, ok := strings.CutPrefix(last, "@"); ok {
		return Prefixed(before+"@", append(groups(r), "all"), group), cobra.ShellCompDirectiveNoFileComp
	}
	return Prefixed(before, Commands(r, []string{"@all"}), last), cobra.ShellCompDirectiveNoFileComp
}

// completeExtensions completes a comma-separated list of extensions.
func completeExtensions(_ *cobra.Command, _ []string, start string) ([]string, cobra.ShellCompDirective) {
	names := []string{"all", "none"}
	for _, x := range registry.Builtin().Extensions {
		names = append(names, x.Name)
	}
	comma := strings.LastIndexByte(start, ',') + 1
	return Prefixed(start[:comma], names, start[comma:]), cobra.ShellCompDirectiveNoFileComp
}

// CompleteSets completes a comma-separated list of modules.
func CompleteSets(_ *cobra.Command, _ []string, start string) ([]string, cobra.ShellCompDirective) {
	comma := strings.LastIndexByte(start, ',') + 1
	return Prefixed(start[:comma], modules.Names(), start[comma:]), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// Commands returns the names of the commands that the patterns match, or without patterns all names.
func Commands(r *registry.Registry, patterns []string) []string {
	list := r.Commands
	if patterns != nil {
		list, _ = r.Select(registry.FullScope(), patterns) // @all cannot fail
	}
	names := make([]string, len(list))
	for i, c := range list {
		names[i] = c.Name
	}
	return names
}

// groups returns the names that can follow "@": versions and extensions.
func groups(r *registry.Registry) []string {
	var names []string
	for _, f := range r.Features {
		switch f.API {
		case registry.EGL:
			names = append(names, "egl"+f.Number)
		case registry.GLES2:
			names = append(names, "gles"+f.Number)
		}
	}
	for _, x := range r.Extensions {
		names = append(names, x.Name)
	}
	return names
}

// Prefixed returns the names that begin with start, each after the text before.
func Prefixed(before string, names []string, start string) []string {
	var out []string
	for _, name := range names {
		if strings.HasPrefix(name, start) {
			out = append(out, before+name)
		}
	}
	return out
}
