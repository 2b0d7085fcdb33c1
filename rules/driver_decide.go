package rules

import (
	"slices"
	"strconv"
	"strings"
)

// driverChoice goes through the rows for one process.
type driverChoice struct {
	DriverDevice
	rows  []driverRow
	facts map[string]bool
	holes map[string]string
	DriverDecision
}

func decideDriver(rows []driverRow, d DriverDevice) DriverDecision {
	if d.Release == nil {
		d.Release = Newest()
	}
	c := &driverChoice{DriverDevice: d, rows: rows, facts: map[string]bool{}, holes: map[string]string{}}
	c.gather()
	c.choose()
	for _, row := range c.of("try") {
		if c.By == "" && c.Abort == "" && row.fits(c.facts) {
			c.try(row)
		}
	}
	return c.DriverDecision
}

// of are the rows of a kind on this release.
func (c *driverChoice) of(kind string) []driverRow {
	var rows []driverRow
	for _, row := range c.rows {
		if row.kind == kind && row.releases.Contains(c.Release) {
			rows = append(rows, row)
		}
	}
	return rows
}

// choose notes what the settings ask for.
func (c *driverChoice) choose() {
	for _, row := range c.of("choose") {
		if row.fits(c.facts) {
			c.Steps = append(c.Steps, Step{row.rule, "choose", c.fill(row.reason), true})
			c.facts[row.what] = true
			return
		}
	}
}

// try looks for the driver of a row, and notes what its absence leads to.
func (c *driverChoice) try(row driverRow) {
	c.facts["suffixangle"] = false
	found := false
	switch row.what {
	case DriverAngle:
		found = true // it lies in a package or with the system: the names alone are known
		c.Files = c.names("set", "_"+DriverAngle)
	case DriverUpdatable:
		found = true
		c.Files = c.names("one", "_"+c.ending())
	case DriverExact:
		found = c.find("")
	case DriverWildcard:
		found = c.findAny()
	case driverNone:
	default:
		value := c.Properties[row.what]
		if value == "" && row.failed != "abort" || c.facts["tried-last"] {
			return
		}
		c.facts["suffixangle"] = value == DriverAngle
		if found = value != "" && c.find("_"+value); found {
			c.Suffix = value
		}
	}
	c.note(row, found)
}

// note says what came of a try.
func (c *driverChoice) note(row driverRow, found bool) {
	c.holes["property"] = row.what
	if value, ok := c.Properties[row.what]; ok {
		c.holes["property"] += " (" + value + ")"
	}
	c.Steps = append(c.Steps, Step{row.rule, "try", c.fill(row.reason), found})
	switch {
	case found:
		c.By = row.what
	case row.failed == "abort":
		c.Abort = c.fill(row.reason)
	case row.failed == "last":
		c.facts["tried-last"] = true
		c.facts["spoiled"] = true
	case row.failed == "spoils":
		c.facts["spoiled"] = true
	}
}

// ending is the value by which an updatable driver's names end.
func (c *driverChoice) ending() string {
	for _, row := range c.of("try") {
		if value := c.Properties[row.what]; value != "" {
			return value
		}
	}
	return ""
}

// names are the names of the library for all, or of the set, with a suffix.
func (c *driverChoice) names(which, suffix string) []string {
	c.holes["suffix"] = suffix
	var names []string
	for _, row := range c.of("file") {
		if slices.Contains(row.facts, which) {
			names = append(names, c.fill(row.what))
		}
	}
	return names
}

// find looks for the library for all, then for the set, whose first alone must be there.
func (c *driverChoice) find(suffix string) bool {
	for _, which := range []string{"one", "set"} {
		var files []string
		for _, name := range c.names(which, suffix) {
			if path := c.path(name); path != "" {
				files = append(files, path)
			} else if len(files) == 0 {
				break
			}
		}
		if len(files) > 0 {
			c.Files = files
			return true
		}
	}
	return false
}

// path is where a library lies, "" if nowhere.
func (c *driverChoice) path(name string) string {
	for _, folder := range c.searched() {
		if slices.Contains(c.Folders[folder], name) {
			return folder + "/" + name
		}
	}
	return ""
}

// searched are the folders of this try.
func (c *driverChoice) searched() []string {
	var folders []string
	for _, row := range c.of("dir") {
		if row.fits(c.facts) {
			folders = append(folders, c.fill(row.what))
		}
	}
	return folders
}

// softwareDriver is what the wildcard never takes.
const softwareDriver = "libGLES_android.so"

// findAny takes the first library of each name, whatever its ending.
func (c *driverChoice) findAny() bool {
	for _, which := range []string{"one", "set"} {
		var files, others []string
		for _, name := range c.names(which, "_") {
			found := c.matching(strings.TrimSuffix(name, ".so"))
			if len(found) == 0 && len(files) == 0 {
				break
			}
			files = append(files, found[:min(1, len(found))]...)
			others = append(others, found[min(1, len(found)):]...)
		}
		if len(files) > 0 {
			c.Files, c.Others = files, others
			return true
		}
	}
	return false
}

func (c *driverChoice) matching(beginning string) []string {
	var found []string
	for _, folder := range c.searched() {
		for _, name := range c.Folders[folder] {
			if strings.HasPrefix(name, beginning) && strings.HasSuffix(name, ".so") && name != softwareDriver {
				found = append(found, folder+"/"+name)
			}
		}
	}
	return found
}

// fill puts values in place of the words in braces.
func (c *driverChoice) fill(s string) string {
	c.holes["64"] = ""
	if c.Bits != 32 {
		c.holes["64"] = "64"
	}
	var pairs []string
	for _, name := range driverHoles {
		pairs = append(pairs, "{"+name+"}", c.holes[name])
	}
	return strings.NewReplacer(pairs...).Replace(s)
}

// newVendor is the API level from which on a vendor's part has no driver by wildcard.
const newVendor = 34

// gather fills in the facts.
func (c *driverChoice) gather() {
	level, _ := strconv.Atoi(c.Properties["ro.vendor.api_level"])
	c.facts["new"] = level >= newVendor
	c.facts["later"] = c.Later
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
	if i := slices.Index(packages, c.App); i >= 0 && len(packages) == len(values) { // else Android takes neither
		c.facts["app"+values[i]] = true
	}
}

// updatableForAll reads the setting of all apps: 1 the driver of production, 2 the one before it, 3 none.
func (c *driverChoice) updatableForAll(value string) {
	c.facts["updall"] = value == "1" || value == "2"
	c.facts["updoff"] = value == "3"
	if value == "2" {
		c.holes["updatable"] = c.Properties["ro.gfx.driver.1"]
	}
}
