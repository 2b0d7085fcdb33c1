// Package show describes names of the registry, and changes of it, as text and JSON.
package show

import (
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/registry"
)

// Report is the JSON report of registry show: one entry for each name.
type Report struct {
	Schema  int     `json:"schema"`
	Entries []Entry `json:"entries"`
}

// Entry is a *Command, *Extension, *Enum, *Group, *Type or *Number.
type Entry interface{ page() page }

// Names describes commands, extensions, versions, enums, enum groups and types by name, and numbers.
func Names(r *registry.Registry, names []string) (*Report, error) {
	report := &Report{Schema: 1}
	for _, name := range names {
		entry, err := find(r, name)
		if err != nil {
			return nil, err
		}
		report.Entries = append(report.Entries, entry)
	}
	return report, nil
}

func find(r *registry.Registry, name string) (Entry, error) {
	if c, ok := r.Command(name); ok {
		return command(r, c), nil
	}
	plain := strings.TrimPrefix(name, "@")
	for _, x := range r.Extensions {
		if x.Name == plain {
			return extension(r, x), nil
		}
	}
	for _, f := range r.Features {
		if f.Name == plain || patternOf(f) == plain {
			return version(r, f), nil
		}
	}
	if e, ok := r.Enum(name); ok {
		return enum(r, e), nil
	}
	if g, ok := r.Group(name); ok {
		return group(r, g), nil
	}
	if t, ok := r.Type(name); ok {
		return typ(t), nil
	}
	if v, ok := parseValue(name); ok {
		if entry := number(r, v); entry != nil {
			return entry, nil
		}
		return nil, &UnknownError{name, nil}
	}
	return nil, &UnknownError{name, ui.Nearest(plain, allNames(r), 3)}
}

// UnknownError is the error of a name that is not in the registry.
type UnknownError struct {
	Name string
	Near []string // similar names
}

func (e *UnknownError) Error() string {
	if _, ok := parseValue(e.Name); ok {
		return "no enum has the value " + e.Name
	}
	return fmt.Sprintf("unknown name %q", e.Name)
}

// ExitCode returns the exit code of wrong usage.
func (e *UnknownError) ExitCode() int { return 2 }

// Hint suggests similar names.
func (e *UnknownError) Hint() string {
	if len(e.Near) == 0 {
		return "to list all functions: gleslayergen registry list"
	}
	return "did you mean " + strings.Join(e.Near, ", ") + "?"
}

// patternOf returns the pattern of a version: gles3.1, egl1.5.
func patternOf(f *registry.Feature) string {
	if f.API == registry.EGL {
		return "egl" + f.Number
	}
	return "gles" + f.Number
}

// title returns the common name of a version.
func title(f *registry.Feature) string {
	if f.API == registry.EGL {
		return "EGL " + f.Number
	}
	return "OpenGL ES " + f.Number
}

func allNames(r *registry.Registry) []string {
	var all []string
	for _, c := range r.Commands {
		all = append(all, c.Name)
	}
	for _, x := range r.Extensions {
		all = append(all, x.Name)
	}
	for _, g := range r.Groups {
		all = append(all, g.Name)
	}
	for _, f := range r.Features {
		all = append(all, patternOf(f))
	}
	for _, t := range r.Types {
		all = append(all, t.Name)
	}
	for _, e := range r.Enums {
		all = append(all, e.Name)
	}
	return all
}

// versions returns the common names of a command's versions.
func versions(r *registry.Registry, features []string) []string {
	var out []string
	for _, f := range r.Features {
		for _, name := range features {
			if f.Name == name {
				out = append(out, title(f))
			}
		}
	}
	return out
}

// Origin lists the versions and extensions that contain a command.
func Origin(r *registry.Registry, c *registry.Command) string {
	return strings.Join(append(versions(r, c.Features), c.Extensions...), ", ")
}

// Listed is a command in the report of registry list.
type Listed struct {
	Name       string   `json:"name"`
	Versions   []string `json:"versions"`
	Extensions []string `json:"extensions"`
}

// ListReport is the JSON report of registry list.
type ListReport struct {
	Schema   int      `json:"schema"`
	Commands []Listed `json:"commands"`
}

// List describes commands.
func List(r *registry.Registry, commands []*registry.Command) *ListReport {
	report := &ListReport{Schema: 1, Commands: make([]Listed, len(commands))}
	for i, c := range commands {
		report.Commands[i] = Listed{c.Name, some(versions(r, c.Features)), some(c.Extensions)}
	}
	return report
}

// some returns an empty list for nil, so that JSON has [] and not null.
func some(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

func hex(v uint64) string { return fmt.Sprintf("%#04x", v) }
