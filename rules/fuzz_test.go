package rules

import (
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

// FuzzParseTable passes any text to each table parser: none may panic, and a parsed table contains what its
// rows have.
func FuzzParseTable(f *testing.F) {
	for _, c := range badTables {
		f.Add(c.text)
	}
	f.Add(gateTable)
	f.Add(abisTable)
	f.Add(driversTable)
	f.Add(logsTable)
	f.Add(linkerTable)
	f.Add(makerLayersTable)
	f.Add(vendorsTable)
	f.Add(ndkTable)
	f.Fuzz(func(t *testing.T, text string) {
		for _, kind := range []string{"abis", "drivers", "gate", "linker", "logs", "makerlayers", "ndk", "quirks", "releases", "sentences", "topics", "traps", "vendors"} {
			_ = parseAs(kind, text)
		}
		var rows [][]string
		err := table.EachField("t", text, 4, func(f []string) error {
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

// FuzzGate decides with any valid table, for any app and settings: it never panics.
func FuzzGate(f *testing.F) {
	f.Add(gateTable, "a.b", "1", "a.b", "A.so", "p:q:", uint16(0))
	f.Add(gateTable, "{app}", "-1", "{app}", ":", "::", uint16(0xffff))
	f.Fuzz(func(t *testing.T, text, app, enable, debugApp, layers, layerApp string, bits uint16) {
		rows, err := parseGate("t", text, allReleases())
		if err != nil {
			return
		}
		bit := func(n int) bool { return bits>>n&1 == 1 }
		g := &gate{rows: rows, sets: theGate().sets}
		for _, r := range allReleases() {
			g.decide(Device{Release: r, Later: bit(0), Build: []string{"", "eng"}[bits>>1&1]},
				App{Package: app, Debuggable: bit(2), InjectLayers: bit(3), Profileable: bit(4), Dumpable: bit(5), Native: bit(6), DataDir: "/d", LibDirs: "/l"},
				Settings{Enable: enable, App: debugApp, Layers: layers, LayerApp: layerApp, Made: Time(bits >> 7 & 3)},
				map[string]Package{"p": {}})
		}
	})
}

// checkNames compares the lists of the oldest release with the rows.
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
	if got := tables.lists[ListPlatform][0]; !slices.Equal(platform, got) {
		t.Errorf("platform names %v of rows %v", got, platform)
	}
}
