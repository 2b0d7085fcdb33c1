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
	Own         []string    `json:"own" schema:"null"` // those that the layer intercepts for its own use; null if unknown
	Extensions  []Uncovered `json:"extensions"`
	Unlisted    []string    `json:"unlisted"` // extensions of the driver that the registry does not contain
}

// Uncovered is an extension with functions that the layer does not intercept.
type Uncovered struct {
	Extension string   `json:"extension"`
	Commands  int      `json:"commands"` // number of its functions
	Missed    []string `json:"missed"`   // those that the layer does not intercept
	Late      []string `json:"late"`     // missed functions that Android's loader does not know: they reach a layer only through eglGetProcAddress
}

// cover compares the extensions of a driver with the functions that a layer intercepts. The release is that
// of the device; nil means the newest.
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

// commandsOf returns an extension's functions of EGL and of OpenGL ES 2.0 and newer.
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
