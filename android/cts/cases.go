package cts

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/rules"
)

// Case is one test.
type Case struct {
	Name     string
	Releases rules.Range
	Settings map[string]string // what is not in it is not set
	Property string
	Push     []string // letters of layers for the debuggable app's data folder
	Refused  bool     // the app started must refuse to have layers pushed
	Start    string   // word of an app: DEBUG
	Want     []want
	Reason   string
}

//go:embed cases.tsv
var caseTable string

var theCases = sync.OnceValue(func() []Case {
	cases, err := parseCases(caseTable)
	if err != nil {
		panic("cts: " + err.Error())
	}
	return cases
})

// Cases are all cases. The slice is a copy.
func Cases() []Case { return slices.Clone(theCases()) }

func parseCases(table string) ([]Case, error) {
	var cases []Case
	line := 0
	for l := range strings.Lines(table) {
		line++
		if l = strings.TrimRight(l, "\n"); l == "" || l[0] == '#' {
			continue
		}
		c, err := parseCase(strings.Split(l, "\t"))
		if err != nil {
			return nil, fmt.Errorf("cases.tsv:%d: %w", line, err)
		}
		cases = append(cases, c)
	}
	return cases, nil
}

func parseCase(w []string) (Case, error) {
	if len(w) != 11 {
		return Case{}, fmt.Errorf("%d columns, not 11", len(w))
	}
	c := Case{Name: w[0], Settings: map[string]string{}, Start: w[8], Reason: w[10]}
	var err error
	if c.Releases, err = rules.ParseRange(w[1]); err != nil {
		return c, err
	}
	for i, expand := range []func(string) string{nil, pkg, files, pkgs} {
		value := w[2+i]
		if value == "-" {
			continue
		}
		if expand != nil {
			value = expand(value)
		}
		c.Settings[settingNames[i]] = value
	}
	if w[6] != "-" {
		c.Property = files(w[6])
	}
	switch w[7] {
	case "-":
	case "refused":
		c.Refused = true
	default:
		c.Push = strings.Split(w[7], ",")
	}
	for text := range strings.SplitSeq(w[9], ", ") {
		want, err := parseWant(text)
		if err != nil {
			return c, err
		}
		c.Want = append(c.Want, want)
	}
	return c, nil
}

// settingNames are those that the columns are for.
var settingNames = []string{"enable_gpu_debug_layers", "gpu_debug_app", "gpu_debug_layers_gles", "gpu_debug_layer_app"}

// pkg is the package of a word.
func pkg(word string) string { return "android.rootlessgpudebug." + word + ".app" }

func pkgs(words string) string { return each(words, pkg) }

// file is the layer of a letter; foo is no layer.
func file(letter string) string {
	if letter == "foo" {
		return letter
	}
	return "libGLES_glesLayer" + letter + ".so"
}

func files(letters string) string { return each(letters, file) }

func each(list string, do func(string) string) string {
	parts := strings.Split(list, ":")
	for i, part := range parts {
		parts[i] = do(part)
	}
	return strings.Join(parts, ":")
}
