//go:build linux

package loader_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/rules"
)

func repeat(text string, times int) string {
	return strings.TrimSpace(strings.Repeat(text, times))
}

// walksAll checks that the loader passes all names of its release to a layer, each once and in order, and
// that the statistics list them.
func walksAll(o outcome) error {
	r, _ := rules.FindRelease(o.release)
	var asked []string
	for _, line := range o.lines {
		if name, found := strings.CutPrefix(line, "A is asked for "); found {
			name, _, _ = strings.Cut(name, ":")
			asked = append(asked, name)
		}
	}
	want := r.Offered()
	if !slices.Equal(asked, want) {
		return fmt.Errorf("the layer was asked for %d names, not for those %d of Android %s", len(asked), len(want), r.ID)
	}
	last := fmt.Sprintf("D loader: walk A.so last %s count %d", want[len(want)-1], len(want))
	for _, line := range []string{"D loader: walk A.so first " + want[0], last} {
		if !slices.Contains(o.lines, line) {
			return fmt.Errorf("the loader did not say %q", line)
		}
	}
	processes, err := o.run.Stats()
	if err != nil || len(processes) != 1 || len(processes[0].Layers) != 1 || processes[0].Layers[0].Walked != len(want) {
		return fmt.Errorf("the stats does not tell of %d names: %v", len(want), err)
	}
	return nil
}

// complainsSeldom checks that a message is logged once or twice: a second may end during the test.
func complainsSeldom(o outcome) error {
	output := 0
	for _, line := range o.lines {
		if line == "E libEGL: called unimplemented OpenGL ES API" {
			output++
		}
	}
	if output < 1 || output > 2 {
		return fmt.Errorf("said %d times\n%s", output, strings.Join(o.lines, "\n"))
	}
	return nil
}

func staticMap() []string { return rules.Newest().StaticMap() }

// answersStaticMap checks that each of those names is a public function that was not passed to layers.
func answersStaticMap(o outcome) error {
	o.check = nil
	for _, name := range staticMap() {
		o.want += fmt.Sprintf("app eglGetProcAddress:'%s = public %s\n", name, name)
	}
	return o.judge()
}

// queriesOnce checks that only the loader queries the driver's extensions.
func queriesOnce(o outcome) error {
	asked := 0
	for _, line := range o.lines {
		if line == "gles glGetString 0x1f03" {
			asked++
		}
	}
	if asked != 1 {
		return fmt.Errorf("the driver was asked %d times\n%s", asked, strings.Join(o.lines, "\n"))
	}
	return nil
}
