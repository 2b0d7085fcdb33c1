package why

import (
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/rules"
)

func (w *evaluation) checkAndroid() outcome {
	if w.API == 0 {
		return open("the device does not say what it runs")
	}
	evidence := "ro.build.version.sdk: " + itoa(w.API)
	if w.API < rules.Releases()[0].API {
		return fails(placeholders{"release": w.Release}, evidence)
	}
	return ok("Android "+w.Release, evidence)
}

func (w *evaluation) checkInstalled() outcome {
	if !w.Installed {
		return fails(nil, "dumpsys package "+w.App.Package+": nothing is installed for user "+itoa(w.User))
	}
	return ok(w.App.Package + " is installed")
}

// needed reports whether the gate matters: not to a list that comes from the property alone.
func (w *evaluation) needed() bool { return w.source == sourceSetting }

var notNeeded = skipped("the layers are named by " + rules.PropertyLayers + ", which works for any app (rule 1.2)")

// checkAllowed asks for the app as it is, with settings that are right.
func (w *evaluation) checkAllowed() outcome {
	if !w.needed() {
		return notNeeded
	}
	d := w.decide(w.App, w.rightSettings())
	step, evidence := taken(d, "allowed"), "manifest: "+w.manifest()+"; build: "+w.build()
	if !d.Gate {
		return fails(placeholders{"step": step}, evidence)
	}
	return ok(step, evidence)
}

func (w *evaluation) build() string {
	if w.Device.Build == "" {
		return rules.BuildUser
	}
	return w.Device.Build
}

// manifest is what the app's says of layers.
func (w *evaluation) manifest() string {
	var has []string
	for _, f := range []struct {
		set  bool
		name string
	}{{w.App.Debuggable, "debuggable"}, {w.App.InjectLayers, "injectLayers"}, {w.App.Profileable, "profileable from shell"}} {
		if f.set {
			has = append(has, f.name)
		}
	}
	if len(has) == 0 {
		return "not debuggable"
	}
	return strings.Join(has, ", ")
}

// taken is what the row says by which package rules answered a question.
func taken(d rules.Decision, question string) string {
	for _, s := range slices.Backward(d.Taken()) {
		if s.Question == question {
			return s.Text
		}
	}
	return ""
}

// checkEnabled asks for the one setting as it is, with all else right.
func (w *evaluation) checkEnabled() outcome {
	s := w.rightSettings()
	s.Enable = w.Settings.Enable
	return w.gate(s, "enable_gpu_debug_layers", s.Enable)
}

func (w *evaluation) checkNamed() outcome {
	s := w.rightSettings()
	s.App = w.Settings.App
	return w.gate(s, "gpu_debug_app", s.App)
}

func (w *evaluation) gate(s rules.Settings, name, value string) outcome {
	if !w.needed() {
		return notNeeded
	}
	evidence := "setting " + name + ": " + null(value)
	if !w.decide(w.rightApp(), s).Gate {
		return fails(placeholders{"value": quoted(value)}, evidence)
	}
	return ok(name+" is "+quoted(value), evidence)
}

// quoted is a value as a sentence has it.
func quoted(value string) string {
	if value == "" {
		return "not set"
	}
	return `"` + value + `"`
}

// null is a value as `settings get` prints it.
func null(value string) string {
	if value == "" {
		return "null"
	}
	return value
}

func (w *evaluation) checkList() outcome {
	evidence := []string{"setting gpu_debug_layers_gles: " + null(w.Settings.Layers), "property debug.gles.layers: " + w.Device.Property}
	if w.Settings.Layers == "" && w.Device.Property == "" {
		return fails(nil, evidence...)
	}
	return ok(w.source+" is "+quoted(w.list), evidence...)
}

func (w *evaluation) checkAsked() outcome {
	if len(w.Asked) == 0 {
		return skipped("no layer was asked for by name")
	}
	for _, name := range w.Asked {
		if w.listed() && !slices.Contains(w.names, name) {
			return fails(placeholders{"layer": name, "value": w.list}, w.source+": "+w.list)
		}
	}
	return ok("asked for: " + strings.Join(w.Asked, ", "))
}

// listed reports whether anything names layers.
func (w *evaluation) listed() bool { return w.Settings.Layers != "" || w.Device.Property != "" }

func (w *evaluation) checkEmptyName() outcome {
	if !w.listed() {
		return skipped("there is no list")
	}
	if slices.Contains(strings.Split(w.list, ":"), "") {
		return fails(placeholders{"value": w.list, "layers": strings.Join(w.names, ":")}, w.source+": "+w.list)
	}
	return ok(w.source+" is "+quoted(w.list), w.source+": "+w.list)
}
