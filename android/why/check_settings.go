package why

import (
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/rules"
)

func (w *evaluation) checkAndroid() outcome {
	if w.API == 0 {
		return unknown("the device does not report its API level")
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

// gateApplies reports whether the gate is checked. Android does not check it for a list from the property.
func (w *evaluation) gateApplies() bool { return w.source == sourceSetting }

var gateSkipped = skipped("the layers are listed in the property " + rules.PropertyLayers + ", which applies to every app (rule 1.2)")

// checkAllowed evaluates the app as it is, with correct settings.
func (w *evaluation) checkAllowed() outcome {
	if !w.gateApplies() {
		return gateSkipped
	}
	d := w.decide(w.App, w.enabledSettings())
	step, evidence := decisiveText(d, "allowed"), "manifest: "+w.manifest()+"; build: "+w.build()
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

// manifest returns the properties of the app's manifest that allow layers.
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

// decisiveText returns the text of the rule that decided a question.
func decisiveText(d rules.Decision, question string) string {
	for _, s := range slices.Backward(d.Taken()) {
		if s.Question == question {
			return s.Text
		}
	}
	return ""
}

// checkEnabled evaluates this setting as it is, with everything else correct.
func (w *evaluation) checkEnabled() outcome {
	s := w.enabledSettings()
	s.Enable = w.Settings.Enable
	return w.gate(s, "enable_gpu_debug_layers", s.Enable)
}

func (w *evaluation) checkNamed() outcome {
	s := w.enabledSettings()
	s.App = w.Settings.App
	return w.gate(s, "gpu_debug_app", s.App)
}

func (w *evaluation) gate(s rules.Settings, name, value string) outcome {
	if !w.gateApplies() {
		return gateSkipped
	}
	evidence := "setting " + name + ": " + settingText(value)
	if !w.decide(w.debuggableApp(), s).Gate {
		return fails(placeholders{"value": quoteValue(value)}, evidence)
	}
	return ok(name+" is "+quoteValue(value), evidence)
}

// quoteValue returns a value for a sentence, quoted or "not set".
func quoteValue(value string) string {
	if value == "" {
		return "not set"
	}
	return `"` + value + `"`
}

// settingText returns a value as `settings get` prints it.
func settingText(value string) string {
	if value == "" {
		return "null"
	}
	return value
}

func (w *evaluation) checkList() outcome {
	evidence := []string{"setting gpu_debug_layers_gles: " + settingText(w.Settings.Layers), "property debug.gles.layers: " + w.Device.Property}
	if w.Settings.Layers == "" && w.Device.Property == "" {
		return fails(nil, evidence...)
	}
	return ok(w.source+" is "+quoteValue(w.list), evidence...)
}

func (w *evaluation) checkRequested() outcome {
	if len(w.Requested) == 0 {
		return skipped("no layer was given with --layer")
	}
	for _, name := range w.Requested {
		if w.hasList() && !slices.Contains(w.names, name) {
			return fails(placeholders{"layer": name, "value": w.list}, w.source+": "+w.list)
		}
	}
	return ok("listed: " + strings.Join(w.Requested, ", "))
}

// hasList reports whether the setting or the property lists layers.
func (w *evaluation) hasList() bool { return w.Settings.Layers != "" || w.Device.Property != "" }

func (w *evaluation) checkEmptyName() outcome {
	if !w.hasList() {
		return skipped("no layer is listed")
	}
	if slices.Contains(strings.Split(w.list, ":"), "") {
		return fails(placeholders{"value": w.list, "layers": strings.Join(w.names, ":")}, w.source+": "+w.list)
	}
	return ok(w.source+" is "+quoteValue(w.list), w.source+": "+w.list)
}
