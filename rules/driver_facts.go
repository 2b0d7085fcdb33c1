package rules

import (
	"slices"
	"strconv"
	"strings"
)

// newVendor is the API level from which on a vendor image is not searched with a wildcard.
const newVendor = 34

// gather collects the facts.
func (c *driverChoice) gather() {
	level, _ := strconv.Atoi(c.Properties["ro.vendor.api_level"])
	c.facts["new"] = level >= newVendor
	c.facts["program"] = c.App == ""
	c.holes["app"], c.holes["apex"] = c.App, c.Properties["ro.egl.apex"]
	c.facts["apex"] = c.holes["apex"] != ""
	c.holes["updatable"] = c.Properties["ro.gfx.driver.0"]
	var packages, values []string
	for _, row := range c.of("setting") {
		value := c.Settings[row.what]
		switch part := row.facts[0]; part {
		case "packages":
			packages = strings.Split(value, ",")
		case "values":
			values = strings.Split(value, ",")
		case "allangle":
			c.facts[part] = value == "1"
		case "updall":
			c.updatableForAll(value)
		default:
			c.facts[part] = c.facts[part] || c.App != "" && slices.Contains(strings.Split(value, ","), c.App)
		}
	}
	c.facts["updpackage"] = c.holes["updatable"] != ""
	if i := slices.Index(packages, c.App); i >= 0 && len(packages) == len(values) { // otherwise Android uses neither
		c.facts["app"+values[i]] = true
	}
}

// updatableForAll parses the setting for all apps: 1 production driver, 2 prerelease driver, 3 none.
func (c *driverChoice) updatableForAll(value string) {
	c.facts["updall"] = value == "1" || value == "2"
	c.facts["updoff"] = value == "3"
	if value == "2" {
		c.holes["updatable"] = c.Properties["ro.gfx.driver.1"]
	}
}
