package doctor

import (
	"context"
	"slices"
	"sync"
)

// Result is what was found out about one tool.
type Result struct {
	Tool      string   `json:"tool"`
	Found     bool     `json:"found"`
	Path      string   `json:"path,omitempty"`
	Version   string   `json:"version,omitempty"`
	Problem   string   `json:"problem,omitempty"` // why it does not count as found
	NeededFor []string `json:"neededFor"`
	UsedBy    []string `json:"usedBy"`
	Reason    string   `json:"reason"`
	Debian    string   `json:"debian,omitempty"`
	Otherwise string   `json:"otherwise"`
}

// Report is the state of a machine.
type Report struct {
	Schema int      `json:"schema"`
	Verbs  []string `json:"verbs"` // what OK is about
	OK     bool     `json:"ok"`    // all that these verbs need is there
	Tools  []Result `json:"tools"`
}

// Check looks for tools. It runs those it finds to learn their versions, all at once.
func Check(ctx context.Context, m *Machine, tools []Tool, verbs []string) *Report {
	r := &Report{Schema: 1, Verbs: verbs, OK: true, Tools: make([]Result, len(tools))}
	var wg sync.WaitGroup
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

// Missing are the tools that were not found; needed are those without which the report is not OK.
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
