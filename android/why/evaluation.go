package why

import (
	"cmp"
	"github.com/gleslayergen/gleslayergen/android/device"
	"slices"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/rules"
)

// The names of what a list of layers comes from.
const (
	sourceSetting  = "gpu_debug_layers_gles"
	sourceProperty = rules.PropertyLayers
)

// evaluation is the state while the questions of the tree are evaluated once.
type evaluation struct {
	*Evidence
	now    rules.Decision // what Android decides
	then   rules.Decision // what it will decide once the settings are right
	list   string         // the names of layers, as they will be
	source string         // where that list is
	names  []string       // those of its names that are not empty
	stands []stand        // where each of them is
}

// stand is where a name of the list is.
type stand struct {
	name  string
	place *Place // the first searched one that has it, or nil
	file  *File
	blind []*Place // searched before that, and not to be looked into
	loss  *loss    // why there is no file
	how   outcome  // what the loss is taken from
}

func newEvaluation(e *Evidence) *evaluation {
	w := &evaluation{Evidence: e}
	w.now = e.decide(e.App, e.Settings)
	w.then = w.now
	w.list, w.source = w.now.List, sourceSetting
	if w.now.From == rules.FromProperty && e.Settings.Layers == "" {
		w.list, w.source = e.Device.Property, sourceProperty
	} else if !w.now.Gate {
		w.then = e.decide(e.rightApp(), e.rightSettings())
		w.list = w.then.List
	}
	w.names = names(w.list)
	for _, name := range w.names {
		s := w.find(name)
		w.explainLoss(&s)
		w.stands = append(w.stands, s)
	}
	return w
}

// decide asks package rules.
func (e *Evidence) decide(a rules.App, s rules.Settings) rules.Decision {
	return rules.Decide(e.Device, a, s, e.Packages)
}

// rightApp is the app, if layers may go into it.
func (e *Evidence) rightApp() rules.App {
	a := e.App
	a.Debuggable = true
	return a
}

// rightSettings are settings that let the layers in that they name, or those the reader asks for.
func (e *Evidence) rightSettings() rules.Settings {
	s := rules.Settings{Enable: "1", App: e.App.Package, Layers: e.Settings.Layers, LayerApp: e.Settings.LayerApp}
	if s.Layers == "" {
		s.Layers = strings.Join(e.Asked, ":")
	}
	return s
}

// Search says which names have to be looked for, and in which folders, in order: what Gather reads.
func (e *Evidence) Search() (names, folders []string) {
	w := newEvaluation(e)
	return w.names, w.then.Folders(device.SystemDir)
}

// names are the names of a list that are not empty, each once.
func names(list string) []string {
	var out []string
	for name := range strings.SplitSeq(list, ":") {
		if name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// find looks for a name as the loader does: in folder after folder, the first that has it counts (rule 1.4).
func (w *evaluation) find(name string) stand {
	s := stand{name: name}
	for _, folder := range w.then.Folders(device.SystemDir) {
		p := w.placeOf(folder)
		switch {
		case p == nil || p.Archive: // the loader finds nothing inside an APK (rule 1.7)
		case p.in(name) != nil:
			s.place, s.file = p, p.in(name)
			return s
		case p.Blind != "":
			s.blind = append(s.blind, p)
		}
	}
	return s
}

func (w *evaluation) placeOf(folder string) *Place {
	for i := range w.Places {
		if w.Places[i].Folder == folder {
			return &w.Places[i]
		}
	}
	return nil
}

// loaded are the layers that the app's last process had by the log.
func (w *evaluation) loaded() []Loaded {
	out := []Loaded{}
	if !w.current() || !w.Start.List.Said {
		return out
	}
	for _, name := range names(w.Start.List.Value) {
		if path, ok := w.Start.loads(name); ok {
			out = append(out, Loaded{name, path, w.Start.Time, w.Start.PID})
		}
	}
	return out
}

// current reports whether the log's last start is that of the process that runs, or none runs.
func (w *evaluation) current() bool {
	return w.Start != nil && (w.Process.PID == 0 || w.Process.PID == w.Start.PID)
}

// complete reports whether these are all that were asked for: by the reader, or by the list that libEGL took.
func (w *evaluation) complete(have []Loaded) bool {
	wanted := w.Asked
	if len(wanted) == 0 && w.current() {
		wanted = names(cmp.Or(w.Start.List.Value, w.list))
	}
	for _, name := range wanted {
		if !slices.ContainsFunc(have, func(l Loaded) bool { return l.Name == name }) {
			return false
		}
	}
	return len(wanted) > 0
}

func itoa(n int) string { return strconv.Itoa(n) }
