package rules

import (
	"strings"
)

// driverChoice evaluates the rows for one process.
type driverChoice struct {
	DriverDevice
	rows       []driverRow
	facts      map[string]bool
	unknown    map[string]bool // facts that the device does not report
	parameters map[string]string
	DriverDecision
}

func decideDriver(rows []driverRow, d DriverDevice) DriverDecision {
	if d.Release == nil {
		d.Release = Newest()
	}
	c := &driverChoice{DriverDevice: d, rows: rows, facts: map[string]bool{}, unknown: map[string]bool{}, parameters: emptyParameters(driverParameters)}
	c.gather()
	c.Choice = c.request(DriverChoose)
	c.facts[c.Choice] = true
	if update := c.request("update"); update != "-" {
		c.facts["updatable"] = true
	}
	for _, row := range c.of("try") {
		if c.By == "" && c.Abort == "" && row.fits(c.facts) {
			c.try(row)
		}
	}
	return c.DriverDecision
}

// of returns the rows of a kind for this release.
func (c *driverChoice) of(kind string) []driverRow {
	var rows []driverRow
	for _, row := range c.rows {
		if row.kind == kind && row.releases.Contains(c.Release) {
			rows = append(rows, row)
		}
	}
	return rows
}

// request returns what the first row of a kind that applies requests. A row that applies only if an unknown fact
// holds is a doubt.
func (c *driverChoice) request(kind string) string {
	for _, row := range c.of(kind) {
		fits, doubt := c.fits(row)
		c.Steps = append(c.Steps, Step{row.rule, kind, c.fill(row.reason), fits})
		if fits {
			return row.what
		}
		if doubt {
			c.Doubts = append(c.Doubts, c.fill(row.reason))
		}
	}
	return "-"
}

// fits reports whether the facts that a row needs hold, or only may hold.
func (c *driverChoice) fits(row driverRow) (fits, doubt bool) {
	for _, fact := range row.facts {
		name, not := strings.CutPrefix(fact, "!")
		switch {
		case c.unknown[name]:
			doubt = true
		case c.facts[name] == not:
			return false, false
		}
	}
	return !doubt, doubt
}

// try looks for the driver of a row and records the consequence if it is missing.
func (c *driverChoice) try(row driverRow) {
	c.facts["suffixangle"] = false
	found := false
	switch row.what {
	case DriverAngle:
		if found = c.facts["anglepkg"]; found { // only the names are known
			c.Files = c.names("set", "_"+DriverAngle)
		} else {
			c.facts["suffixangle"] = true
			found = c.find("_" + DriverAngle)
		}
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
	c.recordTry(row, found)
}

// recordTry records the result of a try as a step.
func (c *driverChoice) recordTry(row driverRow, found bool) {
	c.parameters["property"] = row.what
	if value, ok := c.Properties[row.what]; ok {
		c.parameters["property"] += " (" + value + ")"
	}
	c.Steps = append(c.Steps, Step{row.rule, DriverTry, c.fill(row.reason), found || row.what == driverNone})
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

// ending returns the suffix of the file names of an updatable driver.
func (c *driverChoice) ending() string {
	for _, row := range c.of("try") {
		if value := c.Properties[row.what]; value != "" {
			return value
		}
	}
	return ""
}

// fill replaces the parameters in braces.
func (c *driverChoice) fill(s string) string {
	c.parameters["64"] = ""
	if c.Bits != 32 {
		c.parameters["64"] = "64"
	}
	return fillParameters(s, c.parameters)
}
