package driver

import (
	"cmp"
	"strconv"
	"strings"
	"time"
)

// taskLimit is for one task of the probe, on a machine that is busy.
var taskLimit = time.Minute // tests of a driver that hangs have less

// A Process is what the probe found out in a process of one kind.
type Process struct {
	ABI      string    `json:"abi"`
	Bits     int       `json:"bits"`
	Missing  string    `json:"missing,omitempty"` // why nothing could be found out
	Remedy   string    `json:"remedy,omitempty"`
	EGL      *EGL      `json:"egl,omitempty"`
	Own      *EGL      `json:"own,omitempty"` // the driver's own, which Android's EGL stands in front of
	APIs     []API     `json:"apis,omitempty"`
	Pictures []Picture `json:"pictures,omitempty"`
	Contexts *Contexts `json:"contexts,omitempty"`

	Requirements []Met `json:"requirements"`
}

// EGL is what EGL says of itself.
type EGL struct {
	Version          string   `json:"version"`
	Vendor           string   `json:"vendor"`
	APIs             []string `json:"apis"`
	ClientExtensions []string `json:"clientExtensions"`
	Extensions       []string `json:"extensions"`
	Libraries        []string `json:"libraries"` // of graphics, in the process
	Fault            string   `json:"fault,omitempty"`
}

// API is a context of OpenGL ES.
type API struct {
	Asked           int      `json:"asked"` // 1, 2 or 3
	Made            bool     `json:"made"`
	Version         string   `json:"version"`
	Vendor          string   `json:"vendor"`
	Renderer        string   `json:"renderer"`
	ShadingLanguage string   `json:"shadingLanguage,omitempty"`
	Extensions      []string `json:"extensions"`
	Drawn           bool     `json:"drawn"` // and read back as it should be
	Fault           string   `json:"fault,omitempty"`
}

// What came of a picture.
const (
	Sampled    = "ok"         // drawn from, with the right colours
	Refused    = "failed"     // the driver does not do it, or wrongly
	Impossible = "impossible" // it cannot be tried here
)

// Picture is one that was allocated in a format and sampled as an external texture.
type Picture struct {
	Format string `json:"format"`
	State  string `json:"state"`
	By     string `json:"by,omitempty"`     // the kind of memory
	Pixels string `json:"pixels,omitempty"` // of the red and of the blue half, as they came back
	Why    string `json:"why,omitempty"`
}

// Contexts is what many contexts cost. Memory is in KiB.
type Contexts struct {
	Asked      int    `json:"asked"`
	Made       int    `json:"made"`
	Limit      string `json:"limit,omitempty"` // what went wrong at the first that could not be made
	PerContext int64  `json:"perContextKiB"`
	Kept       int64  `json:"keptKiB"`   // did not come back when all were destroyed
	Leaked     int64  `json:"leakedKiB"` // of as many again: none where what was kept is used again
	OpenFiles  int64  `json:"openFiles"` // more than before
	Fault      string `json:"fault,omitempty"`
}

// The versions of OpenGL ES that are asked for, and the formats of pictures. RGBA is no YUV: where it fails, no other can
// be judged.
var (
	versions = []int{1, 2, 3}
	formats  = []string{"RGBA", "YV12", "YCbCr_420", "NV12", "NV21", "P010"}
)

// tasks are those of a probe; own is the path of the driver's EGL, "" where there is none to be asked by itself.
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
	return all
}

// fill takes over what the probe said.
func (p *Process) fill(s said, own string, contexts int) {
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
}

func (s said) egl(task string) *EGL {
	return &EGL{Version: s.one(task, "version"), Vendor: s.one(task, "vendor"), APIs: s.words(task, "apis"),
		ClientExtensions: s.words(task, "client-extensions"), Extensions: s.words(task, "extensions"),
		Libraries: append([]string{}, s[task]["library"]...), Fault: s.fault(task)}
}

func (s said) api(version int) API {
	task := "api:" + strconv.Itoa(version)
	return API{Asked: version, Made: s.one(task, "context") != "", Version: s.one(task, "version"), Vendor: s.one(task, "vendor"),
		Renderer: s.one(task, "renderer"), ShadingLanguage: s.one(task, "shading-language"), Extensions: s.words(task, "extensions"),
		Drawn: s.one(task, "drawn") != "", Fault: cmp.Or(s.fault(task), s.one(task, "not-drawn"))}
}

func (s said) picture(format string) Picture {
	task := "yuv:" + format
	p := Picture{Format: format, State: Refused, By: s.one(task, "allocated"), Pixels: s.one(task, "pixels")}
	switch fault := s.fault(task); {
	case s.one(task, "impossible") != "":
		p.State, p.Why = Impossible, s.one(task, "impossible")
	case fault != "":
		p.Why = strings.TrimSuffix(fault+" "+s.one(task, "status"), " ")
	case s.one(task, "sampled") == "":
		p.Why = s.one(task, "why")
	default:
		p.State = Sampled
	}
	return p
}

func (s said) contexts(asked int) *Contexts {
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
