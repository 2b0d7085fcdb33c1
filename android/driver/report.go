package driver

import (
	"fmt"
	"slices"

	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/rules"
)

// Report is all that is known of the driver of a device or of this machine.
type Report struct {
	Schema    int          `json:"schema,omitempty"` // of a report that stands alone
	Serial    string       `json:"serial,omitempty"` // "" for this machine
	Android   string       `json:"android,omitempty"`
	Note      string       `json:"note,omitempty"`
	App       string       `json:"app,omitempty"` // for which the choice is made
	Choices   []Choice     `json:"choices,omitempty"`
	Processes []Process    `json:"processes"`
	Layer     *LayerReport `json:"layer,omitempty"`
	Findings  []Finding    `json:"findings"`

	release *rules.Release
}

// Finding is something required that is missing.
type Finding struct {
	ABI  string `json:"abi"`
	Name string `json:"name"`
	Why  string `json:"why"`
}

// Options are what a report is to tell.
type Options struct {
	Contexts int      // how many to make; 0: none
	App      string   // the package for which Android chooses; "": a program without Java
	Cache    string   // the folder that keeps the probe; "" for one in the user's cache
	CC       []string // the compiler for this machine; none for $CC or cc

	Layer       string   // of which the report tells what it misses; "" for none
	Intercepted []string // by it
	Own         []string // of these, for itself; nil where that is not known
	Registry    *registry.Registry
}

// Asked reports whether any process returned facts about the driver.
func (r *Report) Asked() bool {
	return slices.ContainsFunc(r.Processes, func(p Process) bool { return p.EGL != nil })
}

// finish draws the conclusions.
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
