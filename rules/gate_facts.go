package rules

import (
	"strconv"
	"strings"
)

// template stands for an answer with words in braces, which are filled in.
const template = "{}"

// gateAnswers are the questions of data/gate.txt and what may answer each.
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

// gateFacts are the facts a row may need: those given, then those decided on the way.
var gateFacts = []string{
	"native", "debuggable", "inject", "profileable", "selfdumpable", "user", "later", "property",
	"unread", "between", "enabled", "named", "setting", "layerapp", "missing", "primary", "secondary",
	"dumpable", "allowed", "gate", "java",
}

// gateHoles are the words in braces that are filled in.
var gateHoles = []string{
	"app", "data", "libs", "enable", "debugapp", "setting", "layerapp", "property",
	"packages", "package", "native", "source", "abi", "primary", "secondary",
}

// givenFacts are the facts about device and app.
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
	enable, _ := strconv.Atoi(s.Enable) // Android too takes what is no number for 0
	facts["enabled"] = enable != 0
	facts["named"] = s.App != "" && s.App == app
	facts["setting"] = s.Layers != ""
	facts["layerapp"] = s.LayerApp != ""
}

// settingHoles are the words that the settings fill in. Java writes null for one that is not set.
func settingHoles(s Settings) map[string]string {
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

// layerPackages splits gpu_debug_layer_app as Java's split does: empty names at the end are dropped.
func layerPackages(setting string) []string {
	setting = strings.TrimRight(setting, ":")
	if setting == "" {
		return nil
	}
	return strings.Split(setting, ":")
}
