package rules

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

// Release is an Android release as seen by its EGL loader.
type Release struct {
	ID    string // "10" to "16qpr2"
	API   int    // the API level; for "12" the level of 12, which 12L (32) shares
	Title string // "Android 12 and 12L"

	index   int // position in Releases
	lastAPI int // the highest API level with these tables
	slots   int
	alias   []string
}

// Releases returns the known releases, oldest first, in a new slice.
func Releases() []*Release {
	return slices.Clone(allReleases())
}

// FindRelease returns the release with this ID, ignoring case ("16QPR1"), or with one of its aliases: "12L"
// is "12", "15qpr1" is "15qpr".
func FindRelease(id string) (*Release, bool) {
	id = strings.ToLower(strings.TrimSpace(id))
	for _, r := range allReleases() {
		if r.ID == id || slices.Contains(r.alias, id) {
			return r, true
		}
	}
	return nil, false
}

// Newest returns the newest known release.
func Newest() *Release {
	all := allReleases()
	return all[len(all)-1]
}

// Slots returns how many names unknown to the loader eglGetProcAddress can return in one process (rules 3.1,
// 3.4).
func (r *Release) Slots() int { return r.slots }

// Platform returns the names that the loader implements itself, in its order (rule 2.3).
func (r *Release) Platform() []string { return r.list(ListPlatform) }

// EGL returns the EGL driver list, in the loader's order (rule 2.4).
func (r *Release) EGL() []string { return r.list(ListEGL) }

// GL returns the ES 2.0+ list, in the loader's order (rule 2.5; one less after 15.0, rule 11).
func (r *Release) GL() []string { return r.list(ListGL) }

// ES1 returns the names of the ES 1.x table, which is not layered (rule 5.6).
func (r *Release) ES1() []string { return r.list(ListES1) }

// StaticMap returns the EGL extensions that eglGetProcAddress finds in a table (rule 3.1).
func (r *Release) StaticMap() []string { return r.list(ListStatic) }

// Offered returns the names with which AndroidGLESLayer_GetProcAddress is called for each layer, in order:
// the three lists, without what the EGL and GL lists share with the platform list (rules 2.2, 2.6). The slice
// is a copy.
func (r *Release) Offered() []string {
	names := make([]string, 0, len(r.Platform())+len(r.EGL())+len(r.GL()))
	names = append(names, r.Platform()...)
	for _, list := range [][]string{r.EGL(), r.GL()} {
		for _, name := range list {
			if !Lookup(name).In(ListPlatform, r) {
				names = append(names, name)
			}
		}
	}
	return names
}

// allReleases returns the releases without reading the names.
var allReleases = sync.OnceValue(func() []*Release {
	return must(parseReleases("releases.txt", releasesTable))
})

// parseReleases reads rows of ID, API, SLOTS, ALIAS, TITLE | SOURCE.
func parseReleases(file, text string) ([]*Release, error) {
	var releases []*Release
	err := table.EachField(file, text, 5, func(f []string) error {
		r, err := parseRelease(f)
		switch {
		case err != nil:
			return err
		case indexOf(releases, r.ID) >= 0:
			return fmt.Errorf("release %s is listed more than once", r.ID)
		case len(releases) > 0 && r.API < releases[len(releases)-1].lastAPI:
			return fmt.Errorf("release %s is older than the release in the previous row", r.ID)
		}
		r.index = len(releases)
		releases = append(releases, r)
		return nil
	})
	if err == nil && (len(releases) == 0 || len(releases) > math.MaxUint8) {
		err = fmt.Errorf("%s: the table has %d releases; expected 1 to %d", file, len(releases), math.MaxUint8)
	}
	return releases, err
}

func parseRelease(f []string) (*Release, error) {
	r := &Release{ID: f[0]}
	first, last, spans := strings.Cut(f[1], "-")
	if !spans {
		last = first
	}
	var errs [3]error
	r.API, errs[0] = strconv.Atoi(first)
	r.lastAPI, errs[1] = strconv.Atoi(last)
	r.slots, errs[2] = strconv.Atoi(f[2])
	title, source, ok := strings.Cut(f[4], " | ")
	if errs != [3]error{} || r.lastAPI < r.API || r.slots < 0 {
		return nil, fmt.Errorf("release %s: the API levels %q or the number of slots %q is invalid", r.ID, f[1], f[2])
	}
	if !ok || source == "" {
		return nil, fmt.Errorf("release %s: expected a title and a source, separated by \" | \"", r.ID)
	}
	r.Title = title
	if f[3] != "-" {
		r.alias = strings.Split(strings.ToLower(f[3]), ",")
	}
	return r, nil
}
