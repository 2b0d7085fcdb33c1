package doctor

import (
	"context"
	"slices"

	"github.com/gleslayergen/gleslayergen/internal/recovery"
)

// Result is the state of one tool.
type Result struct {
	Tool      string   `json:"tool"`
	Found     bool     `json:"found"`
	Path      string   `json:"path,omitempty"`
	Version   string   `json:"version,omitempty"`
	Problem   string   `json:"problem,omitempty"` // why the tool counts as missing
	NeededFor []string `json:"neededFor"`         // commands that fail without it
	UsedBy    []string `json:"usedBy"`            // commands that use it
	Reason    string   `json:"reason"`            // what it is used for
	Debian    string   `json:"debian,omitempty"`  // Debian package
	Otherwise string   `json:"otherwise"`         // how to install it on other systems
}

// Report is the state of a machine.
type Report struct {
	Schema int      `json:"schema"`
	Verbs  []string `json:"verbs"` // the commands that OK refers to
	OK     bool     `json:"ok"`    // everything that these commands need is installed
	Tools  []Result `json:"tools"`
}

// Check looks for tools and runs them concurrently to get their versions.
func Check(ctx context.Context, m *Machine, tools []Tool, verbs []string) *Report {
	r := &Report{Schema: 1, Verbs: verbs, OK: true, Tools: make([]Result, len(tools))}
	var wg recovery.Group
	for i, t := range tools {
		wg.Go(func() { r.Tools[i] = m.check(ctx, t) })
	}
	wg.Wait()
	for _, t := range r.Tools {
		if !t.Found && t.needed(verbs) {
			r.OK = false
		}
	}
	return r
}

// Missing returns the tools that were not found; needed holds those without which the report is not OK.
func (r *Report) Missing() (needed, others []Result) {
	for _, t := range r.Tools {
		switch {
		case t.Found:
		case t.needed(r.Verbs):
			needed = append(needed, t)
		default:
			others = append(others, t)
		}
	}
	return needed, others
}

func (t Result) needed(verbs []string) bool {
	return slices.ContainsFunc(t.NeededFor, func(v string) bool { return slices.Contains(verbs, v) })
}

func (m *Machine) check(ctx context.Context, t Tool) Result {
	r := Result{Tool: t.Name, NeededFor: t.Needed, UsedBy: t.Used, Reason: t.Reason, Debian: t.Debian,
		Otherwise: t.Otherwise}
	switch t.Kind {
	case "program", "sdk":
		if t.Kind == "sdk" {
			r.Path, r.Problem = m.sdkTool(t.Find)
		} else {
			r.Path, r.Problem = m.program(t.Find)
		}
		if r.Path != "" && len(t.Version) > 0 {
			r.Version, r.Problem = m.version(ctx, r.Path, t.Version)
		}
	case "library":
		r.Path, r.Problem = m.library(t.Find)
	case "platform":
		r.Path, r.Problem = m.platform()
	case "ndk":
		r.Path, r.Version, r.Problem = m.ndk()
	}
	if r.Problem == "" && t.Least != "" && older(r.Version, t.Least) {
		r.Problem = "older than " + t.Least
	}
	r.Found = r.Problem == ""
	return r
}
