package cts

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/rules"
)

// Case is one test case.
type Case struct {
	Name     string
	Releases rules.Range
	Settings map[string]string // settings not listed are unset; packages by their words in packages.tsv
	Property string
	Push     []string // letters of the layers for the debuggable app's data directory
	Refused  bool     // pushing layers to the started app must be refused
	Start    string   // word of the app in packages.tsv
	Want     []condition
	Reason   string
}

//go:embed cases.tsv
var caseTable string

var theCases = sync.OnceValue(func() []Case { return table.Must("cases.tsv", caseTable, 11, parseCase) })

// Cases returns a copy of all cases.
func Cases() []Case { return slices.Clone(theCases()) }

func parseCase(w []string) (Case, error) {
	c := Case{Name: w[0], Settings: map[string]string{}, Start: w[8], Reason: w[10]}
	var err error
	if c.Releases, err = rules.ParseRange(w[1]); err != nil {
		return c, err
	}
	for i, name := range settingNames {
		switch value := w[2+i]; {
		case value == "-":
		case name == layersSetting:
			c.Settings[name] = each(value, file)
		default:
			c.Settings[name] = value
		}
	}
	if w[6] != "-" {
		c.Property = each(w[6], file)
	}
	switch w[7] {
	case "-":
	case "refused":
		c.Refused = true
	default:
		c.Push = strings.Split(w[7], ",")
	}
	for text := range strings.SplitSeq(w[9], ", ") {
		condition, err := parseCondition(text)
		if err != nil {
			return c, err
		}
		c.Want = append(c.Want, condition)
	}
	return c, nil
}

// layersSetting is the setting with the names of layers.
const layersSetting = "gpu_debug_layers_gles"

// settingNames are the settings of the table's columns; packageSettings are those whose values are packages.
var (
	settingNames    = []string{"enable_gpu_debug_layers", "gpu_debug_app", layersSetting, "gpu_debug_layer_app"}
	packageSettings = []string{"gpu_debug_app", "gpu_debug_layer_app"}
)

// file returns the file name of a layer by its letter; foo is not a layer.
func file(letter string) string {
	if letter == "foo" {
		return letter
	}
	return "libGLES_glesLayer" + letter + ".so"
}

// each applies a function to all names of a list.
func each(list string, do func(string) string) string {
	parts := strings.Split(list, ":")
	for i, part := range parts {
		parts[i] = do(part)
	}
	return strings.Join(parts, ":")
}
