package why

import (
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/rules"
)

func (ev *evaluation) checkAndroid() outcome {
	if ev.API == 0 {
		return unknown("the device does not report its API level")
	}
	evidence := "ro.build.version.sdk: " + itoa(ev.API)
	if ev.API < rules.Releases()[0].API {
		return fails(placeholders{"release": ev.Release}, evidence)
	}
	return ok("Android "+ev.Release, evidence)
}

func (ev *evaluation) checkInstalled() outcome {
	if !ev.Installed {
		return fails(nil, "dumpsys package "+ev.App.Package+": nothing is installed for user "+itoa(ev.User))
	}
	return ok(ev.App.Package + " is installed")
}

// gateApplies reports whether the gate is checked. Android does not check it for a list from the property.
func (ev *evaluation) gateApplies() bool { return ev.source == sourceSetting }

var gateSkipped = skipped("the layers are listed in the property " + rules.PropertyLayers + ", which applies to every app (rule 1.2)")

// checkAllowed evaluates the app as it is, with correct settings.
func (ev *evaluation) checkAllowed() outcome {
	if !ev.gateApplies() {
		return gateSkipped
	}
	d := ev.decide(ev.App, ev.enabledSettings())
	step, evidence := decisiveText(d, "allowed"), "manifest: "+ev.manifest()+"; build: "+ev.build()
	if !d.Gate {
		return fails(placeholders{"step": step}, evidence)
	}
	return ok(step, evidence)
}

func (ev *evaluation) build() string {
	if ev.Device.Build == "" {
		return rules.BuildUser
	}
	return ev.Device.Build
}

// manifest returns the properties of the app's manifest that allow layers.
func (ev *evaluation) manifest() string {
	var has []string
	for _, f := range []struct {
		set  bool
		name string
	}{{ev.App.Debuggable, "debuggable"}, {ev.App.InjectLayers, "injectLayers"}, {ev.App.Profileable, "profileable from shell"}} {
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
func (ev *evaluation) checkEnabled() outcome {
	s := ev.enabledSettings()
	s.Enable = ev.Settings.Enable
	return ev.gate(s, "enable_gpu_debug_layers", s.Enable)
}

func (ev *evaluation) checkNamed() outcome {
	s := ev.enabledSettings()
	s.App = ev.Settings.App
	return ev.gate(s, "gpu_debug_app", s.App)
}

func (ev *evaluation) gate(s rules.Settings, name, value string) outcome {
	if !ev.gateApplies() {
		return gateSkipped
	}
	evidence := "setting " + name + ": " + settingText(value)
	if !ev.decide(ev.debuggableApp(), s).Gate {
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

func (ev *evaluation) checkList() outcome {
	evidence := []string{"setting gpu_debug_layers_gles: " + settingText(ev.Settings.Layers), "property debug.gles.layers: " + ev.Device.Property}
	if ev.Settings.Layers == "" && ev.Device.Property == "" {
		return fails(nil, evidence...)
	}
	return ok(ev.source+" is "+quoteValue(ev.list), evidence...)
}

func (ev *evaluation) checkRequested() outcome {
	if len(ev.Requested) == 0 {
		return skipped("no layer was given with --layer")
	}
	for _, name := range ev.Requested {
		if ev.hasList() && !slices.Contains(ev.names, name) {
			return fails(placeholders{"layer": name, "value": ev.list}, ev.source+": "+ev.list)
		}
	}
	if !ev.hasList() {
		return ok("neither the setting gpu_debug_layers_gles nor the property debug.gles.layers lists a layer, so there is no list to search for " + strings.Join(ev.Requested, ", "))
	}
	return ok("listed: " + strings.Join(ev.Requested, ", "))
}

// hasList reports whether the setting or the property lists layers.
func (ev *evaluation) hasList() bool { return ev.Settings.Layers != "" || ev.Device.Property != "" }

func (ev *evaluation) checkEmptyName() outcome {
	if !ev.hasList() {
		return skipped("no layer is listed")
	}
	if slices.Contains(strings.Split(ev.list, ":"), "") {
		return fails(placeholders{"value": ev.list, "layers": strings.Join(ev.names, ":")}, ev.source+": "+ev.list)
	}
	return ok(ev.source+" is "+quoteValue(ev.list), ev.source+": "+ev.list)
}
