package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

// Quirk is behavior of the loader on some releases only, other than the names it knows; see data/quirks.txt.
type Quirk string

// The quirks.
const (
	NullQueryCrashes Quirk = "null-query-crashes"
	MarkersDropped   Quirk = "markers-dropped"
	TelemetryDropped Quirk = "telemetry-dropped"
)

var quirks = sync.OnceValue(func() map[Quirk]Range {
	return must(parseQuirks("quirks.txt", quirksTable, allReleases()))
})

// parseQuirks reads rows of NAME, RELEASES, RULE, | TEXT.
func parseQuirks(file, text string, releases []*Release) (map[Quirk]Range, error) {
	out := map[Quirk]Range{}
	err := table.EachField(file, text, 4, func(f []string) error {
		name := Quirk(f[0])
		on, err := parseRange(releases, f[1])
		switch _, twice := out[name]; {
		case err != nil:
			return err
		case !isRule(f[2]):
			return fmt.Errorf("%q is not the number of a rule", f[2])
		case !strings.HasPrefix(f[3], "| "):
			return errors.New("expected a description that begins with \"| \"")
		case twice:
			return fmt.Errorf("%s is listed more than once", name)
		case !slices.Contains([]Quirk{NullQueryCrashes, MarkersDropped, TelemetryDropped}, name):
			return fmt.Errorf("the quirk %s is unknown: no code uses it", name)
		}
		out[name] = on
		return nil
	})
	return out, err
}

// Has reports whether the loader of r has the quirk.
func (r *Release) Has(q Quirk) bool { return quirks()[q].Contains(r) }
