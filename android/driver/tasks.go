package driver

import (
	"cmp"
	"strconv"
	"strings"
)

// The versions of OpenGL ES to test, and the image formats. RGBA is not YUV: if it fails, the others cannot
// be judged.
var (
	versions = []int{1, 2, 3}
	formats  = []string{"RGBA", "YV12", "YCbCr_420", "NV12", "NV21", "P010"}
)

// tasks returns the tasks of a probe; own is the path of the driver's EGL, or "" if it cannot be queried by
// itself.
func tasks(own string, contexts int) []string {
	all := []string{"egl"}
	if own != "" {
		all = append(all, "driver:"+own)
	}
	for _, v := range versions {
		all = append(all, "api:"+strconv.Itoa(v))
	}
	for _, f := range formats {
		all = append(all, "yuv:"+f)
	}
	if contexts > 0 {
		all = append(all, "contexts:"+strconv.Itoa(contexts))
	}
	return append(all, profileTask)
}

// fill stores the probe's output in the process.
func (p *Process) fill(s probeOutput, own string, contexts int) {
	p.EGL = s.egl("egl")
	if own != "" {
		p.Own = s.egl("driver:" + own)
	}
	for _, v := range versions {
		p.APIs = append(p.APIs, s.api(v))
	}
	for _, f := range formats {
		p.Pictures = append(p.Pictures, s.picture(f))
	}
	if contexts > 0 {
		p.Contexts = s.contexts(contexts)
	}
	p.Profile, p.NoProfile = s.profile()
}

func (s probeOutput) egl(task string) *EGL {
	return &EGL{Version: s.last(task, "version"), Vendor: s.last(task, "vendor"), APIs: s.words(task, "apis"),
		ClientExtensions: s.words(task, "client-extensions"), Extensions: s.words(task, "extensions"),
		Libraries: append([]string{}, s[task]["library"]...), Fault: s.fault(task)}
}

func (s probeOutput) api(version int) API {
	task := "api:" + strconv.Itoa(version)
	return API{Asked: version, Made: s.last(task, "context") != "", Version: s.last(task, "version"), Vendor: s.last(task, "vendor"),
		Renderer: s.last(task, "renderer"), ShadingLanguage: s.last(task, "shading-language"), Extensions: s.words(task, "extensions"),
		Drawn: s.last(task, "drawn") != "", Fault: cmp.Or(s.fault(task), s.last(task, "not-drawn"))}
}

func (s probeOutput) picture(format string) Picture {
	task := "yuv:" + format
	p := Picture{Format: format, State: Refused, By: s.last(task, "allocated"), Pixels: s.last(task, "pixels")}
	switch fault := s.fault(task); {
	case s.last(task, "impossible") != "":
		p.State, p.Why = Impossible, s.last(task, "impossible")
	case fault != "":
		p.Why = strings.TrimSuffix(fault+" "+s.last(task, "status"), " ")
	case s.last(task, "sampled") == "":
		p.Why = s.last(task, "why")
	default:
		p.State = Sampled
	}
	return p
}

func (s probeOutput) contexts(asked int) *Contexts {
	task := "contexts:" + strconv.Itoa(asked)
	at := func(when string) int64 { return s.number(task, "memory-"+when) }
	c := &Contexts{Asked: asked, Made: int(s.number(task, "made")), Limit: s.first(task, "limit"), Fault: s.fault(task)}
	if c.Made > 0 {
		c.PerContext = (at("with") - at("before")) / int64(c.Made)
	}
	if c.Fault == "" {
		c.Kept, c.Leaked = max(0, at("after")-at("before")), max(0, at("again")-at("after"))
		c.OpenFiles = s.number(task, "files-after") - s.number(task, "files-before")
	}
	return c
}
