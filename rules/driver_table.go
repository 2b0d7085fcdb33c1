package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

// driverRow is one row of data/drivers.txt.
type driverRow struct {
	kind, what   string
	releases     Range
	facts        []string // "name" holds, "!name" does not
	failed       string
	rule, reason string
}

// driverKinds lists the kinds of rows and the facts that each may use.
var driverKinds = map[string][]string{
	"setting": {"allangle", "packages", "values", "debugpkg", "dyndenied", "updall", "updin", "updprein", "updout", "updallow", "upddeny"},
	"list":    {"allowed", "devdenied", "alldenied"},
	"flag":    {"allowflag", "denyflag", "gameflag", "dynflag"},
	"choose": {"program", "hwangle", "ownpersist", "persistangle", "allangle", "badlists", "appangle", "appnative", "gamemode", "allowed",
		"allowflag", "denyflag", "dynflag", "gameflag", "devdenied", "alldenied", "dyndenied", "game", "lowram", "new26", "17", "prefers"},
	"update": {"program", "system", "updoff", "updall", "updpre", "updin", "updprein", "updout", "updallow", "upddeny", "package",
		"prepackage", "developer"},
	"try":  {"angle", "anglepkg", "updatable", "native", "spoiled", "new"},
	"dir":  {"apex", "suffixangle"},
	"file": {"one", "set"},
}

// driverFailures lists the results of a failed try.
var driverFailures = []string{"next", "spoils", "last", "abort"}

// driverChoices lists the valid values of the rows that request a driver.
var driverChoices = map[string][]string{
	"choose": {"-", DriverAngle, DriverNative},
	"update": {"-", driverProduction, driverPrerelease},
}

// driverParameters lists the parameters in braces.
var driverParameters = []string{"app", "anglepkg", "production", "prerelease", "property", "apex", "64", "suffix"}

// fits reports whether the facts the row needs hold.
func (r driverRow) fits(facts map[string]bool) bool { return gateRow{facts: r.facts}.fits(facts) }

// parseDrivers reads rows of KIND, WHAT, RELEASES, FACTS, FAILED, RULE, REASON.
func parseDrivers(file, text string, releases []*Release) ([]driverRow, error) {
	var rows []driverRow
	err := table.EachField(file, text, 7, func(f []string) error {
		row, err := parseDriverRow(f, releases)
		if err == nil {
			rows = append(rows, row)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, r := range releases {
		if err := checkDrivers(rows, r); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return rows, nil
}

func parseDriverRow(f []string, releases []*Release) (driverRow, error) {
	row := driverRow{kind: f[0], what: f[1], failed: f[4], rule: f[5], reason: f[6]}
	known, ok := driverKinds[row.kind]
	switch {
	case !ok:
		return row, fmt.Errorf("unknown kind %q", row.kind)
	case !isRule(row.rule):
		return row, fmt.Errorf("%q is not the number of a rule", row.rule)
	case (row.kind == "try") != slices.Contains(driverFailures, row.failed):
		return row, fmt.Errorf("%q is not a valid result for a row of kind %q", row.failed, row.kind)
	case row.kind == "dir" && !strings.HasPrefix(row.what, "/"):
		return row, fmt.Errorf("%q is not the absolute path of a directory", row.what)
	case driverChoices[row.kind] != nil && !slices.Contains(driverChoices[row.kind], row.what):
		return row, fmt.Errorf("%q is not a driver that a row of kind %q can request: expected %s", row.what, row.kind, strings.Join(driverChoices[row.kind], ", "))
	}
	for fact := range strings.SplitSeq(f[3], ",") {
		if slices.Contains(known, strings.TrimPrefix(fact, "!")) {
			row.facts = append(row.facts, fact)
		} else if f[3] != "-" {
			return row, fmt.Errorf("unknown fact %q", fact)
		}
	}
	if err := checkFilled(row.what+" "+row.reason, driverParameters); err != nil {
		return row, err
	}
	var err error
	row.releases, err = parseRange(releases, f[2])
	return row, err
}

// checkDrivers checks that r always has a choice and that its list of tries ends.
func checkDrivers(rows []driverRow, r *Release) error {
	ends := map[string]string{}
	for _, row := range rows {
		if row.releases.Contains(r) && len(row.facts) == 0 {
			ends[row.kind] = row.what
		}
	}
	if ends["choose"] != "-" || ends["update"] != "-" || ends["try"] != driverNone {
		return fmt.Errorf("release %s: the last unconditional rows of the kinds \"choose\" and \"update\" must have the value \"-\", and the last unconditional row of kind \"try\" the value \"none\"", r.ID)
	}
	return nil
}
