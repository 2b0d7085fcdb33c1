package driver

import (
	"fmt"
	"slices"

	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/rules"
)

// Report has everything known about the driver of a device or of this machine.
type Report struct {
	Schema    int          `json:"schema,omitempty"` // schema version of a report that is printed alone
	Serial    string       `json:"serial,omitempty"` // "" for this machine
	Android   string       `json:"android,omitempty"`
	Note      string       `json:"note,omitempty"`
	App       string       `json:"app,omitempty"` // app for which the choice is made
	Choices   []Choice     `json:"choices,omitempty"`
	Processes []Process    `json:"processes"`
	Layer     *LayerReport `json:"layer,omitempty"`
	Findings  []Finding    `json:"findings"`

	release *rules.Release
}

// Finding is a missing requirement.
type Finding struct {
	ABI  string `json:"abi"`
	Name string `json:"name"`
	Why  string `json:"why"`
}

// Options selects the content of a report.
type Options struct {
	Contexts int      // how many contexts to create; 0: none
	App      string   // package for which Android chooses; "": a program without Java
	Cache    string   // directory that stores the probe; "": in the user's cache
	CC       []string // compiler for this machine; empty: $CC or cc

	Layer       string   // layer for which the report lists missing functions; "": none
	Intercepted []string // functions that the layer intercepts
	Own         []string // those that the layer intercepts for its own use; nil if unknown
	Registry    *registry.Registry
}

// Asked reports whether any process returned facts about the driver.
func (r *Report) Asked() bool {
	return slices.ContainsFunc(r.Processes, func(p Process) bool { return p.EGL != nil })
}

// finish computes the findings.
func (r *Report) finish(o Options, desktop bool) {
	r.Findings = []Finding{}
	for _, c := range r.Choices {
		if c.Abort != "" {
			r.Findings = append(r.Findings, Finding{fmt.Sprintf("%d bits", c.Bits), "driver", c.Abort})
		}
	}
	var extensions []string
	for i := range r.Processes {
		p := &r.Processes[i]
		p.Requirements = checkRequirements(p, desktop)
		for _, m := range p.Requirements {
			if m.State == Missing && m.Need == Required {
				r.Findings = append(r.Findings, Finding{p.ABI, m.Name, m.Why})
			}
		}
		if p.EGL != nil {
			extensions = slices.Concat(extensions, p.extensions("egl"), p.extensions("gles"))
		}
	}
	if o.Layer != "" && len(extensions) > 0 {
		slices.Sort(extensions)
		layer := cover(o.Registry, slices.Compact(extensions), o.Intercepted, r.release)
		layer.Path, layer.Own = o.Layer, o.Own
		r.Layer = &layer
	}
}
