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

// walksAll wants a layer to be asked for all names of its release, each once and in order, and the board to say so.
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
	boards, err := o.run.Boards()
	if err != nil || len(boards) != 1 || len(boards[0].Layers) != 1 || boards[0].Layers[0].Walked != len(want) {
		return fmt.Errorf("the board does not tell of %d names: %v", len(want), err)
	}
	return nil
}

// complainsSeldom allows for a second that ends meanwhile.
func complainsSeldom(o outcome) error {
	said := 0
	for _, line := range o.lines {
		if line == "E libEGL: called unimplemented OpenGL ES API" {
			said++
		}
	}
	if said < 1 || said > 2 {
		return fmt.Errorf("said %d times\n%s", said, strings.Join(o.lines, "\n"))
	}
	return nil
}

func staticMap() []string { return rules.Newest().StaticMap }

// answersStaticMap wants each of those names to be a public function, and layers not to be asked.
func answersStaticMap(o outcome) error {
	o.check = nil
	for _, name := range staticMap() {
		o.want += fmt.Sprintf("app eglGetProcAddress:'%s = public %s\n", name, name)
	}
	return o.judge()
}

// asksOnce wants the driver to be asked for its extensions by the loader alone.
func asksOnce(o outcome) error {
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
