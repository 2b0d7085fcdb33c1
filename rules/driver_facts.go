package rules

import (
	"slices"
	"strconv"
	"strings"
)

// API levels of vendor images from which on the driver is chosen differently.
const (
	newVendor   = 34     // no search with a wildcard
	angleVendor = 202604 // games and apps that ask for ANGLE get it
)

// angleAsked is the first API level on which an app's manifest can ask for ANGLE.
const angleAsked = 37

// gather collects the facts.
func (c *driverChoice) gather() {
	vendor, sdk := c.number("ro.vendor.api_level"), c.number("ro.build.version.sdk")
	app, hardware, persist := c.App, c.Properties["ro.hardware.egl"], c.Properties["persist.graphics.egl"]
	c.parameters["app"], c.parameters["apex"] = app.Package, c.Properties["ro.egl.apex"]
	debuggable := app.Debuggable || c.Properties["ro.debuggable"] == "1"
	for fact, holds := range map[string]bool{
		"new": vendor >= newVendor, "new26": vendor >= angleVendor, "17": sdk >= angleAsked,
		"program": app.Package == "", "system": app.System, "game": app.Game, "prefers": app.Prefers,
		"developer": app.Developer || debuggable, "apex": c.parameters["apex"] != "",
		"lowram":  c.Properties["ro.config.low_ram"] == "true",
		"hwangle": hardware == DriverAngle, "ownpersist": persist != "" && persist != DriverAngle, "persistangle": persist == DriverAngle,
	} {
		c.facts[fact] = holds
	}
	c.unknown["gamemode"] = app.GameMode
	for _, row := range c.of("list") {
		c.facts[row.facts[0]] = c.lists(c.Lists[row.what])
	}
	for _, row := range c.of("flag") {
		on, known := c.Flags[row.what]
		c.facts[row.facts[0]], c.unknown[row.facts[0]] = on, !known
	}
	debugPackage := c.gatherSettings()
	if !debuggable {
		debugPackage = ""
	}
	c.gatherPackages(debugPackage)
}

func (c *driverChoice) number(property string) int {
	n, _ := strconv.Atoi(c.Properties[property])
	return n
}

// lists reports whether a list has the app.
func (c *driverChoice) lists(packages []string) bool {
	return c.App.Package != "" && slices.Contains(packages, c.App.Package)
}

// gatherSettings collects the facts of the settings, and returns the value of angle_debug_package.
func (c *driverChoice) gatherSettings() (debugPackage string) {
	var packages, values []string
	for _, row := range c.of("setting") {
		value := c.Settings[row.what]
		list := c.settingList(row.what)
		switch fact := row.facts[0]; fact {
		case "packages":
			packages = list
		case "values":
			values = list
		case "debugpkg":
			debugPackage = value
		case "allangle":
			c.facts[fact] = value == "1"
		case "updall":
			c.facts["updall"], c.facts["updpre"], c.facts["updoff"] = value == "1", value == "2", value == "3"
		case "updallow":
			c.facts[fact] = c.lists(list) || len(list) > 0 && list[0] == "*"
		default:
			c.facts[fact] = c.lists(list)
		}
	}
	if c.facts["badlists"] = len(packages) != len(values); c.facts["badlists"] {
		return debugPackage
	}
	if i := slices.Index(packages, c.App.Package); i >= 0 {
		c.facts["app"+values[i]] = true
	}
	return debugPackage
}

// settingList returns the words of a setting, or none if it is not set.
func (c *driverChoice) settingList(name string) []string {
	value, set := c.Settings[name]
	if !set {
		return nil
	}
	return SplitSetting(value)
}

// SplitSetting splits the value of a setting that is a list, as Java does: without empty words at the end, but an
// empty value is one empty word.
func SplitSetting(value string) []string {
	list := strings.Split(value, ",")
	for len(list) > 0 && list[len(list)-1] == "" && value != "" {
		list = list[:len(list)-1]
	}
	return list
}

// gatherPackages collects the facts about the packages of drivers.
func (c *driverChoice) gatherPackages(debugPackage string) {
	installed := func(name string) bool { return name != "" && (c.Installed == nil || c.Installed[name]) }
	c.parameters["anglepkg"] = "the system"
	switch {
	case debugPackage != "" && installed(debugPackage):
		c.parameters["anglepkg"] = debugPackage
	case debugPackage == "" && len(c.Angle) == 1: // with several, Android uses none
		c.parameters["anglepkg"] = c.Angle[0]
	}
	c.facts["anglepkg"] = c.parameters["anglepkg"] != "the system"
	c.parameters["production"], c.parameters["prerelease"] = c.Properties["ro.gfx.driver.0"], c.Properties["ro.gfx.driver.1"]
	c.facts["package"], c.facts["prepackage"] = installed(c.parameters["production"]), installed(c.parameters["prerelease"])
}
