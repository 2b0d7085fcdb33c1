package record

import (
	"crypto/rand"
	"maps"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Switch is a boolean option of a recorder.
type Switch struct {
	Name    string // name of the flag
	Setting string // name of the recorder's setting, for a program that is recorded from its start
	Help    string
	Replay  Need // what a replay needs
	field   func(*tracepb.Options) *bool
}

// A Need is the value of a switch that a replay needs.
type Need int

// The values: a replay with the same images is possible with either, or only with the switch on or off.
const (
	Either Need = iota
	On
	Off
)

// Switches has all switches. Each can be changed during a recording.
var Switches = []Switch{
	{"untimed", "untimed", "do not record the start time and duration of calls, except for EGL calls", Off, func(o *tracepb.Options) *bool { return &o.Untimed }},
	{"block", "block", "if the buffer of a thread is full, make the thread wait instead of dropping calls", On, func(o *tracepb.Options) *bool { return &o.Block }},
	{"frame-images", "frames", "record a small image of each frame", Either, func(o *tracepb.Options) *bool { return &o.FrameImages }},
	{"draw-images", "draws", "record a small image after each draw", Either, func(o *tracepb.Options) *bool { return &o.DrawImages }},
	{"errors", "errors", "check for GL errors after each call", Either, func(o *tracepb.Options) *bool { return &o.Errors }},
	{"gpu-time", "gpu_time", "measure the time that the GPU takes for each draw and dispatch", Either, func(o *tracepb.Options) *bool { return &o.GpuTime }},
	{"no-textures", "no_textures", "do not record texture contents", Off, func(o *tracepb.Options) *bool { return &o.NoTextures }},
	{"no-buffers", "no_buffers", "do not record buffer contents", Off, func(o *tracepb.Options) *bool { return &o.NoBuffers }},
	{"no-arrays", "no_arrays", "do not record client-side vertex arrays", Off, func(o *tracepb.Options) *bool { return &o.NoArrays }},
	{"no-program-binaries", "no_binaries", "report no program binary formats, so that the program passes sources", On, func(o *tracepb.Options) *bool { return &o.NoBinaries }},
}

// Set sets the option.
func (s Switch) Set(o *tracepb.Options, on bool) { *s.field(o) = on }

// Changes maps the names of switches to their new values.
type Changes map[string]bool

// Apply returns a copy of the options with the changes. It ignores unknown names.
func (c Changes) Apply(o *tracepb.Options) *tracepb.Options {
	changed := proto.CloneOf(o)
	for _, s := range Switches {
		if on, ok := c[s.Name]; ok {
			s.Set(changed, on)
		}
	}
	return changed
}

// ForReplay returns the changes with all that a replay needs. If a change contradicts that, it returns the flag of the change instead.
func (c Changes) ForReplay() (all Changes, contradicts string) {
	all = maps.Clone(c)
	for _, s := range Switches {
		if s.Replay == Either {
			continue
		}
		needed := s.Replay == On
		if on, given := c[s.Name]; given && on != needed {
			return nil, flagText(s.Name, on)
		}
		all[s.Name] = needed
	}
	return all, ""
}

// flagText returns a boolean flag as on a command line.
func flagText(name string, on bool) string {
	if on {
		return "--" + name
	}
	return "--" + name + "=false"
}

// Settings returns the names of the recorder's settings for the options that are on. Their value is 1.
func Settings(o *tracepb.Options) []string {
	var on []string
	for _, s := range Switches {
		if *s.field(o) {
			on = append(on, s.Setting)
		}
	}
	return on
}

// A Run is what the recorders of a program, and of the programs that it starts, have in common.
type Run struct {
	Dir      string   // where they register
	ID       string   // distinguishes them from the recorders of other programs
	Settings []string // names of the settings that are 1
}

// runVariable is the environment variable with the recorder's setting "run".
const runVariable = "GLTRACE_RUN"

// NewRun returns a run with an ID of its own.
func NewRun(dir string, settings []string) Run {
	return Run{dir, rand.Text(), settings}
}

// Environ adds the run to the environment of a program. It removes the settings of an outer run, except the
// memory limit.
func (r Run) Environ(env []string) []string {
	const prefix, memory = "GLTRACE_", "GLTRACE_MEMORY="
	out := slices.DeleteFunc(slices.Clone(env), func(pair string) bool { return strings.HasPrefix(pair, prefix) && !strings.HasPrefix(pair, memory) })
	out = append(out, prefix+"FOLDER="+r.Dir, runVariable+"="+r.ID)
	for _, name := range r.Settings {
		out = append(out, prefix+strings.ToUpper(name)+"=1")
	}
	return out
}
