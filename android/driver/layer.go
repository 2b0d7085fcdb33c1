package driver

import (
	"slices"

	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/rules"
)

// LayerReport lists the commands and extensions of the driver that a layer does not intercept.
type LayerReport struct {
	Path        string      `json:"path"`
	Intercepted int         `json:"intercepted"`
	Own         []string    `json:"own"` // of these, what the layer itself needs; null where that is not known
	Extensions  []Uncovered `json:"extensions"`
	Unlisted    []string    `json:"unlisted"` // extensions of the driver that the registry has not heard of
}

// Uncovered is an extension with commands that the layer does not intercept.
type Uncovered struct {
	Extension string   `json:"extension"`
	Commands  int      `json:"commands"` // that it has
	Missed    []string `json:"missed"`   // of these, not intercepted
	Late      []string `json:"late"`     // of the missed, unknown to Android's loader: they reach a layer by eglGetProcAddress alone
}

// cover compares the extensions of a driver with the commands that a layer intercepts. The release is that of the device;
// nil: the newest.
func cover(r *registry.Registry, extensions, intercepted []string, release *rules.Release) LayerReport {
	if release == nil {
		release = rules.Newest()
	}
	report := LayerReport{Intercepted: len(intercepted), Extensions: []Uncovered{}, Unlisted: []string{}}
	hooked := map[string]bool{}
	for _, name := range intercepted {
		hooked[name] = true
	}
	known := map[string]registry.Extension{}
	for _, e := range r.Extensions {
		known[e.Name] = *e
	}
	for _, name := range extensions {
		e, ok := known[name]
		if !ok {
			report.Unlisted = append(report.Unlisted, name)
			continue
		}
		if u := uncovered(r, e, hooked, release); len(u.Missed) > 0 {
			report.Extensions = append(report.Extensions, u)
		}
	}
	return report
}

func uncovered(r *registry.Registry, e registry.Extension, hooked map[string]bool, release *rules.Release) Uncovered {
	u := Uncovered{Extension: e.Name, Missed: []string{}, Late: []string{}}
	for _, name := range commandsOf(r, e) {
		u.Commands++
		if hooked[name] {
			continue
		}
		u.Missed = append(u.Missed, name)
		if !rules.Lookup(name).KnownOn(release) {
			u.Late = append(u.Late, name)
		}
	}
	return u
}

// commandsOf are an extension's commands of EGL and of OpenGL ES 2.0 and newer.
func commandsOf(r *registry.Registry, e registry.Extension) []string {
	var names []string
	for _, part := range e.Requires {
		if part.API == registry.GLES1 {
			continue
		}
		for _, name := range part.Commands {
			if _, ok := r.Command(name); ok {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
