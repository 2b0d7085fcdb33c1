package rules

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

// List is one of the loader's sets of names; data/names.txt describes each.
type List int

// The lists, in the order of the rules that describe them.
const (
	ListPlatform  List = iota // the loader's own functions (rule 2.3)
	ListEGL                   // the EGL driver list (rule 2.4)
	ListGL                    // the ES 2.0+ list (rule 2.5)
	ListES1                   // the ES 1.x table (rule 5.6)
	ListES1Only               // names of that table that ES 2.0+ lacks (rule 4.8)
	ListStatic                // eglGetProcAddress finds them in a table (rule 3.1)
	ListFiltered              // eglGetProcAddress returns NULL for them (rule 3.1)
	ListHidden                // known, but eglGetProcAddress assigns a slot (rule 3.1)
	ListTrigger               // each call runs the loader's start-up (rule 4.1)
	ListNoContext             // GL functions layered with no context current (rule 4.6)
	ListWrapper               // functions of libGLESv1_CM that call another one (rule 3.1)
	listCount
)

var listNames = [listCount]string{
	"platform", "egl", "gl", "es1", "es1only", "static", "filtered", "hidden", "trigger", "nocontext",
	"wrapper",
}

// String returns the name of the list in data/names.txt.
func (l List) String() string { return listNames[l] }

// tables holds the content of releases.txt and names.txt.
type tables struct {
	releases []*Release
	names    []Name
	byName   map[string]int // positions in names
	members  [listCount][]member
	ranges   map[string]Range      // names read so far
	lists    [listCount][][]string // names by release; of released only
}

// member is a name in a list and the releases on which it is in it.
type member struct {
	name string
	on   Range
}

var loaded = sync.OnceValue(func() *tables {
	return must(parseNames("names.txt", namesTable, allReleases()))
})

// released are the lists that can be read by release.
var released = []List{ListPlatform, ListEGL, ListGL, ListES1, ListStatic}

// list returns a list of released. The slice is shared.
func (r *Release) list(l List) []string { return loaded().lists[l][r.index] }

// parseNames reads rows of LIST, NAME, RELEASES, RULE.
func parseNames(file, text string, releases []*Release) (*tables, error) {
	t := &tables{releases: releases, byName: make(map[string]int, 1200), ranges: map[string]Range{}}
	t.names = make([]Name, 0, 1200)
	if err := table.EachField(file, text, 4, t.add); err != nil {
		return nil, err
	}
	for _, list := range released {
		var before []string
		for _, r := range releases {
			before = present(t.members[list], r, before)
			t.lists[list] = append(t.lists[list], before)
		}
	}
	return t, nil
}

// add records one row.
func (t *tables) add(f []string) error {
	list, err := listOf(f[0])
	if err != nil {
		return err
	}
	if !isName(f[1]) || !isRule(f[3]) {
		return fmt.Errorf("invalid name %q or rule %q: expected a name such as \"glClear\" and a rule such as \"1.10\"", f[1], f[3])
	}
	g, ok := t.ranges[f[2]]
	if !ok {
		if g, err = parseRange(t.releases, f[2]); err != nil {
			return err
		}
		t.ranges[f[2]] = g
	}
	return t.addRange(f[1], list, g)
}

// addRange adds a name to a list.
func (t *tables) addRange(name string, list List, on Range) error {
	i, ok := t.byName[name]
	if !ok {
		i = len(t.names)
		t.byName[name] = i
		t.names = append(t.names, Name{Name: name})
	}
	if !t.names[i].lists[list].Empty() {
		return fmt.Errorf("%s is more than once in the list %q", name, list)
	}
	t.names[i].lists[list] = on
	t.members[list] = append(t.members[list], member{name, on})
	return nil
}

func listOf(s string) (List, error) {
	for i, name := range listNames {
		if name == s {
			return List(i), nil
		}
	}
	return 0, fmt.Errorf("unknown list %q; the lists are %s", s, strings.Join(listNames[:], ", "))
}

// present returns the names that exist on r. It returns before, the names of the previous release, if nothing
// changed.
func present(members []member, r *Release, before []string) []string {
	changed := func(m member) bool { return int(m.on.from) == r.index || int(m.on.to) == r.index }
	if !slices.ContainsFunc(members, changed) {
		return before
	}
	names := make([]string, 0, len(members))
	for _, m := range members {
		if m.on.Contains(r) {
			names = append(names, m.name)
		}
	}
	return slices.Clip(names)
}
