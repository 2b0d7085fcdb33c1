package driver

import (
	"slices"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// RequirementState is a requirement and how a process meets it.
type RequirementState struct {
	Requirement
	State string `json:"state"`
	Why   string `json:"why,omitempty"`
}

// checkRequirements compares a process with all requirements.
func checkRequirements(p *Process, desktop bool) []RequirementState {
	var all []RequirementState
	for _, r := range Requirements() {
		m := RequirementState{Requirement: r}
		m.State, m.Why = r.judge(p, desktop)
		all = append(all, m)
	}
	return all
}

func (r Requirement) judge(p *Process, desktop bool) (state, why string) {
	switch {
	case p.EGL == nil:
		return Unknown, p.Missing
	case r.Kind == "version":
		return r.judgeVersion(p)
	case r.Kind == "picture":
		return r.judgePicture(p, desktop)
	case slices.Contains(p.extensions(r.Kind), r.Name):
		return Present, ""
	case desktop && !r.desktop:
		return Meaningless, "the extension applies only to buffers and windows of Android"
	case r.Kind == "egl" && p.EGL.Fault != "":
		return Unknown, p.EGL.Fault
	case r.Kind == "gles" && !slices.ContainsFunc(p.APIs, func(a API) bool { return a.Asked > 1 && a.Made }):
		return Unknown, "no context for OpenGL ES 2.0 or newer could be created"
	case r.system && !desktop && (p.Own == nil || p.Own.Fault != ""):
		return Unknown, "Android hides this extension from apps, and the driver library cannot be opened directly"
	}
	return Missing, ""
}

// extensions returns all extensions of a process, including those of the driver itself.
func (p *Process) extensions(kind string) []string {
	var all []string
	switch kind {
	case "egl":
		all = slices.Concat(p.EGL.ClientExtensions, p.EGL.Extensions)
		if p.Own != nil {
			all = append(all, p.Own.Extensions...)
		}
	case "gles":
		for _, a := range p.APIs {
			if a.Asked > 1 {
				all = append(all, a.Extensions...)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func (r Requirement) judgePicture(p *Process, desktop bool) (state, why string) {
	i := slices.IndexFunc(p.Pictures, func(c Picture) bool { return c.Format == r.Name })
	switch {
	case i >= 0 && p.Pictures[i].State == Sampled:
		return Present, ""
	case desktop && !r.desktop:
		return Meaningless, "desktop programs do not need this format"
	case i < 0 || p.Pictures[i].State == Impossible:
		return Unknown, "the test could not run"
	}
	return Missing, p.Pictures[i].Why
}

var versionNumber = lazyregexp.New(`\d+\.\d+`)

// judgeVersion compares versions. A driver may return a context of a newer version than requested.
func (r Requirement) judgeVersion(p *Process) (state, why string) {
	wanted := versionNumber.FindString(r.Name)
	have, why := versionNumber.FindString(p.EGL.Version), p.EGL.Fault
	if !strings.HasPrefix(r.Name, "EGL") {
		have, why = "", "no context could be created"
		for _, a := range p.APIs {
			if strconv.Itoa(a.Asked) == wanted[:1] && a.Made {
				have, why = versionNumber.FindString(a.Version), a.Fault
				if !a.Drawn {
					return Missing, "the context was created, but drawing failed: " + a.Fault
				}
			} else if strconv.Itoa(a.Asked) == wanted[:1] && a.Fault != "" {
				why = a.Fault
			}
		}
	}
	switch {
	case have == "":
		return Missing, why
	case less(have, wanted):
		return Missing, "the driver has only version " + have
	}
	return Present, have
}

// less compares version numbers such as 1.5.
func less(a, b string) bool {
	number := func(s string) []int {
		var out []int
		for part := range strings.SplitSeq(s, ".") {
			n, _ := strconv.Atoi(part)
			out = append(out, n)
		}
		return out
	}
	return slices.Compare(number(a), number(b)) < 0
}
