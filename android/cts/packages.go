package cts

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/android/apk"
	"github.com/gleslayergen/gleslayergen/rules"
)

// fixture is an app or a package of layers that the cases need.
type fixture struct {
	word     string // what the cases call it
	own      string // the name of this tool's
	android  string // the name of Android's own
	releases rules.Range
	app      *apk.App // nil: it is no app
	layers   []string // letters of those among its libraries
}

//go:embed packages.tsv
var packageTable string

var thePackages = sync.OnceValue(func() []fixture { return mustParse("packages.tsv", packageTable, parsePackage) })

// The kinds of packages.
var kinds = map[string]*apk.App{"debuggable": {Debuggable: true}, "release": {}, "inject": {Inject: true}, "layers": nil}

func parsePackage(w []string) (fixture, error) {
	if len(w) != 7 {
		return fixture{}, fmt.Errorf("%d columns, not 7", len(w))
	}
	app, known := kinds[w[4]]
	if !known {
		return fixture{}, fmt.Errorf("unknown kind %q", w[4])
	}
	p := fixture{word: w[0], own: w[1], android: w[2], app: app}
	if w[5] != "-" {
		p.layers = strings.Split(w[5], ",")
	}
	var err error
	p.releases, err = rules.ParseRange(w[3])
	return p, err
}

// packagesOf are those that a release needs.
func packagesOf(release *rules.Release) []fixture {
	return slices.DeleteFunc(slices.Clone(thePackages()), func(p fixture) bool { return !p.releases.Contains(release) })
}

// mustParse reads a table of this package.
func mustParse[T any](name, table string, parse func(columns []string) (T, error)) []T {
	rows, err := parseTable(name, table, parse)
	if err != nil {
		panic("cts: " + err.Error())
	}
	return rows
}

func parseTable[T any](name, table string, parse func(columns []string) (T, error)) ([]T, error) {
	var rows []T
	line := 0
	for l := range strings.Lines(table) {
		line++
		if l = strings.TrimRight(l, "\n"); l == "" || l[0] == '#' {
			continue
		}
		row, err := parse(strings.Split(l, "\t"))
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, line, err)
		}
		rows = append(rows, row)
	}
	return rows, nil
}
