package device

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/rules"
)

//go:embed builds.tsv
var buildTable string

// build is a row of builds.tsv.
type build struct {
	api         int
	id, release string
	later       bool
}

var builds = sync.OnceValue(func() []build {
	return table.Must("builds.tsv", buildTable, 5, table.Row(func(w []string) build { return build{number(w[0]), w[1], w[2], w[3] == "yes"} }))
})

// release returns the release that a build behaves as: nil before the first with layers, and the newest known
// one for later builds.
func release(api int, id, full string) (r *rules.Release, later bool) {
	for _, b := range builds() {
		begin, ofFull := strings.CutPrefix(b.id, "sdk_full=")
		if b.api == api && (ofFull && strings.HasPrefix(full, begin) || !ofFull && strings.HasPrefix(id, begin)) {
			r, _ = rules.FindRelease(b.release)
			return r, b.later
		}
	}
	for _, known := range rules.Releases() {
		if known.API <= api && (r == nil || known.API > r.API) {
			r = known
		}
	}
	if newest := rules.Newest(); api > newest.API {
		r = newest
	}
	return r, false
}
