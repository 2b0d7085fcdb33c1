package rules

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

// MakerLayer is a layer that a device maker loads into the apps of a global setting.
type MakerLayer struct {
	Setting string // the apps, separated by commas
	Library string // "libGLESLayer_GPU_Control.so"
	Package string // that contains the layer
	Maker   string
	What    string // what is known about it, with its name
}

var allMakerLayers = sync.OnceValue(func() []MakerLayer {
	return must(parseMakerLayers("makerlayers.txt", makerLayersTable))
})

// MakerLayers returns the layers of device makers in a new slice.
func MakerLayers() []MakerLayer { return slices.Clone(allMakerLayers()) }

// Apps returns the apps in a value of the setting.
func (l MakerLayer) Apps(value string) []string {
	var apps []string
	for app := range strings.SplitSeq(value, ",") {
		if app = strings.TrimSpace(app); app != "" && app != "null" {
			apps = append(apps, app)
		}
	}
	return apps
}

// parseMakerLayers reads rows of SETTING, LIBRARY, PACKAGE, MAKER, WHAT.
func parseMakerLayers(file, text string) ([]MakerLayer, error) {
	var list []MakerLayer
	err := table.EachField(file, text, 5, func(f []string) error {
		switch {
		case !isName(f[0]):
			return fmt.Errorf("%q is not the name of a setting", f[0])
		case !strings.HasPrefix(f[1], "lib") || !strings.HasSuffix(f[1], ".so"):
			return fmt.Errorf("%q is not the name of a library: expected a name such as libEGL.so", f[1])
		case slices.ContainsFunc(list, func(l MakerLayer) bool { return l.Setting == f[0] }):
			return fmt.Errorf("%s is listed more than once", f[0])
		}
		list = append(list, MakerLayer{f[0], f[1], f[2], f[3], fillParameters(f[4], map[string]string{"layer": f[1] + " of " + f[2]})})
		return checkFilled(f[4], []string{"layer"})
	})
	return list, err
}
