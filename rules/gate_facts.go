package rules

import (
	"strconv"
	"strings"
)

// template marks an answer that contains parameters in braces.
const template = "{}"

// gateAnswers maps the questions of data/gate.txt to their possible answers.
var gateAnswers = map[string][]string{
	"read":        {"yes", "no"},
	"dumpable":    {"yes", "no"},
	"allowed":     {"yes", "no"},
	"gate":        {"yes", "no"},
	"packages":    {"yes", "no"},
	"package":     {"crash", "skip", template},
	"abi":         {"null", template},
	"list":        {FromJava, FromProperty, FromNowhere},
	"path":        {"-", template},
	"replace":     {"yes", "no"},
	"keep":        {"yes"},
	"system":      {"yes", "no"},
	"log-gate":    {"I", "W"},
	"log-package": {"I", "W"},
	"log-list":    {"I", "W"},
}

// gateFacts lists the facts that a row may need: given facts, then derived ones.
var gateFacts = []string{
	"native", "debuggable", "inject", "profileable", "selfdumpable", "user", "later", "property",
	"unread", "between", "enabled", "named", "setting", "layerapp", "missing", "primary", "secondary",
	"dumpable", "allowed", "gate", "java",
}

// gateParameters lists the parameters in braces.
var gateParameters = []string{
	"app", "data", "libs", "enable", "debugapp", "setting", "layerapp", "property",
	"packages", "package", "native", "source", "abi", "primary", "secondary",
}

// givenFacts returns the facts about the device and the app.
func givenFacts(d Device, a App) map[string]bool {
	return map[string]bool{
		"user":         d.Build != BuildUserdebug && d.Build != BuildEng,
		"later":        d.Later,
		"property":     d.Property != "",
		"native":       a.Native,
		"debuggable":   a.Debuggable,
		"inject":       a.InjectLayers,
		"profileable":  a.Profileable,
		"selfdumpable": a.Dumpable,
	}
}

// addSettings adds the facts about the settings that the process sees.
func addSettings(facts map[string]bool, s Settings, app string) {
	enable, _ := strconv.Atoi(s.Enable) // like Android, treat what is not a number as 0
	facts["enabled"] = enable != 0
	facts["named"] = s.App != "" && s.App == app
	facts["setting"] = s.Layers != ""
	facts["layerapp"] = s.LayerApp != ""
}

// settingParameters returns the parameters that the settings provide. Java writes null for a setting that is
// not set.
func settingParameters(s Settings) map[string]string {
	or := func(value, none string) string {
		if value == "" {
			return none
		}
		return value
	}
	return map[string]string{
		"enable": or(s.Enable, "not set"), "debugapp": or(s.App, "not set"),
		"setting": or(s.Layers, "null"), "layerapp": s.LayerApp,
	}
}

// layerPackages splits gpu_debug_layer_app as Java's String.split does: trailing empty names are dropped.
func layerPackages(setting string) []string {
	setting = strings.TrimRight(setting, ":")
	if setting == "" {
		return nil
	}
	return strings.Split(setting, ":")
}
