package cts

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/android/apk"
	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/rules"
)

// fixture is an app or a package of layers that the cases need.
type fixture struct {
	word     string // its name in the cases
	own      string // name of this tool's package
	android  string // name of Android's own package
	releases rules.Range
	app      *apk.App // nil: not an app
	layers   []string // letters of the layers among its libraries
}

//go:embed packages.tsv
var packageTable string

var thePackages = sync.OnceValue(func() []fixture { return table.Must("packages.tsv", packageTable, 7, parsePackage) })

// The kinds of packages.
var kinds = map[string]*apk.App{"debuggable": {Debuggable: true}, "release": {}, "inject": {Inject: true}, "layers": nil}

func parsePackage(w []string) (fixture, error) {
	app, known := kinds[w[4]]
	if !known {
		return fixture{}, fmt.Errorf("unknown kind of package %q", w[4])
	}
	p := fixture{word: w[0], own: w[1], android: w[2], app: app}
	if w[5] != "-" {
		p.layers = strings.Split(w[5], ",")
	}
	var err error
	p.releases, err = rules.ParseRange(w[3])
	return p, err
}

// packagesOf returns the packages that a release needs.
func packagesOf(release *rules.Release) []fixture {
	return slices.DeleteFunc(slices.Clone(thePackages()), func(p fixture) bool { return !p.releases.Contains(release) })
}
