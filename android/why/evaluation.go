package why

import (
	"cmp"
	"github.com/gleslayergen/gleslayergen/android/device"
	"slices"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/rules"
)

// The settings that list layers.
const (
	sourceSetting  = "gpu_debug_layers_gles"
	sourceProperty = rules.PropertyLayers
)

// evaluation is the state of one evaluation of the tree.
type evaluation struct {
	*Evidence
	actual   rules.Decision  // Android's decision with the current settings
	intended rules.Decision  // Android's decision after the settings are corrected
	list     string          // the list of layers that intended uses
	source   string          // the setting or property with the list
	names    []string        // the names in list that are not empty
	resolved []resolvedLayer // one for each name
}

// resolvedLayer is a name of the list and the file that the loader finds for it.
type resolvedLayer struct {
	name       string
	place      *Place // the first searched place that has the file, or nil
	file       *File
	unreadable []*Place // searched before place, but could not be read
	missing    *missing // why there is no file
	outcome    outcome  // the result for missing
}

func newEvaluation(e *Evidence) *evaluation {
	ev := &evaluation{Evidence: e}
	ev.actual = e.decide(e.App, e.Settings)
	ev.intended = ev.actual
	ev.list, ev.source = ev.actual.List, sourceSetting
	if ev.actual.From == rules.FromProperty && e.Settings.Layers == "" {
		ev.list, ev.source = e.Device.Property, sourceProperty
	} else if !ev.actual.Gate {
		ev.intended = e.decide(e.debuggableApp(), e.enabledSettings())
		ev.list = ev.intended.List
	}
	ev.names = names(ev.list)
	for _, name := range ev.names {
		s := ev.find(name)
		ev.explainMissing(&s)
		ev.resolved = append(ev.resolved, s)
	}
	return ev
}

// decide returns the decision of package rules.
func (e *Evidence) decide(a rules.App, s rules.Settings) rules.Decision {
	return rules.Decide(e.Device, a, s, e.Packages)
}

// debuggableApp returns the app, changed so that it accepts layers.
func (e *Evidence) debuggableApp() rules.App {
	a := e.App
	a.Debuggable = true
	return a
}

// enabledSettings returns settings that enable the listed layers for the app, or the requested layers if none
// are listed.
func (e *Evidence) enabledSettings() rules.Settings {
	s := rules.Settings{Enable: "1", App: e.App.Package, Layers: e.Settings.Layers, LayerApp: e.Settings.LayerApp}
	if s.Layers == "" {
		s.Layers = strings.Join(e.Requested, ":")
	}
	return s
}

// Search returns the layer names and the directories that the loader searches for them, in order. Gather
// reads these.
func (e *Evidence) Search() (names, dirs []string) {
	ev := newEvaluation(e)
	return ev.names, ev.intended.Dirs(device.SystemDir)
}

// names returns the unique names of a list, without empty ones.
func names(list string) []string {
	var out []string
	for name := range strings.SplitSeq(list, ":") {
		if name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// find finds a layer as the loader does: the first directory that contains the name is used (rule 1.4).
func (ev *evaluation) find(name string) resolvedLayer {
	s := resolvedLayer{name: name}
	for _, dir := range ev.intended.Dirs(device.SystemDir) {
		p := ev.placeOf(dir)
		switch {
		case p == nil || p.Archive: // the loader does not search inside APKs (rule 1.7)
		case p.in(name) != nil:
			s.place, s.file = p, p.in(name)
			return s
		case p.Unreadable != "":
			s.unreadable = append(s.unreadable, p)
		}
	}
	return s
}

func (ev *evaluation) placeOf(dir string) *Place {
	for i := range ev.Places {
		if ev.Places[i].Dir == dir {
			return &ev.Places[i]
		}
	}
	return nil
}

// loaded returns the layers that the app's last process loaded, by the log.
func (ev *evaluation) loaded() []Loaded {
	out := []Loaded{}
	if !ev.current() || !ev.Start.List.Present {
		return out
	}
	for _, name := range names(ev.Start.List.Value) {
		if path, ok := ev.Start.loads(name); ok {
			out = append(out, Loaded{name, path, ev.Start.Time, ev.Start.PID})
		}
	}
	return out
}

// current reports whether the last start in the log is that of the running process, or no process is running.
func (ev *evaluation) current() bool {
	return ev.Start != nil && (ev.Process.PID == 0 || ev.Process.PID == ev.Start.PID)
}

// complete reports whether have includes all requested layers, or else all layers of the list that libEGL
// read.
func (ev *evaluation) complete(have []Loaded) bool {
	requested := ev.Requested
	if len(requested) == 0 && ev.current() {
		requested = names(cmp.Or(ev.Start.List.Value, ev.list))
	}
	for _, name := range requested {
		if !slices.ContainsFunc(have, func(l Loaded) bool { return l.Name == name }) {
			return false
		}
	}
	return len(requested) > 0
}

func itoa(n int) string { return strconv.Itoa(n) }
