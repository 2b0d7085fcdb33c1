package rules

import (
	"slices"
	"strings"
	"testing"
)

// FuzzParseTable gives any text to each reader of tables: none may panic, and a
// table that is taken holds what its rows say.
func FuzzParseTable(f *testing.F) {
	for _, c := range badTables {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, kind := range []string{"quirks", "releases", "sentences", "topics", "traps"} {
			_ = parseAs(kind, text)
		}
		var rows [][]string
		err := parseTable("t", text, 4, func(f []string) error {
			rows = append(rows, slices.Clone(f))
			return nil
		})
		if err != nil {
			return
		}
		for _, fields := range rows {
			for i, field := range fields {
				if field == "" || i < 3 && strings.ContainsAny(field, " \t") {
					t.Errorf("field %q of %q", field, fields)
				}
			}
		}
		checkNames(t, text, rows)
	})
}

// checkNames holds the lists of the oldest release against the rows.
func checkNames(t *testing.T, text string, rows [][]string) {
	releases := must(parseReleases("releases.txt", releasesTable))
	tables, err := parseNames("t", text, releases)
	if err != nil {
		return
	}
	var platform []string
	for _, f := range rows {
		n := tables.names[tables.byName[f[1]]]
		if n.Name != f[1] || len(n.Lists()) == 0 {
			t.Errorf("%q gives %v", f, n)
		}
		if f[0] == "platform" && n.In(ListPlatform, releases[0]) {
			platform = append(platform, f[1])
		}
	}
	if !slices.Equal(platform, releases[0].Platform) {
		t.Errorf("platform names %v of rows %v", releases[0].Platform, platform)
	}
}
