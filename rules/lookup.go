package rules

import "strings"

// Name holds what Android's loader knows about a function name.
type Name struct {
	Name  string
	lists [listCount]Range
}

// Lookup returns what Android's loader knows about a name. An unknown name gives a Name in no list.
func Lookup(name string) Name {
	t := loaded()
	if i, ok := t.byName[name]; ok {
		return t.names[i]
	}
	return Name{Name: name}
}

// InList returns the names that are in a list on any release, in the loader's own order. The slice is a copy.
func InList(l List) []string {
	var names []string
	for _, m := range loaded().members[l] {
		names = append(names, m.name)
	}
	return names
}

// Releases returns the releases on which the name is in a list; the Range is
// empty when it never is.
func (n Name) Releases(l List) Range { return n.lists[l] }

// In reports whether the name is in a list on r.
func (n Name) In(l List, r *Release) bool { return n.lists[l].Contains(r) }

// Lists returns the lists the name is in on any release.
func (n Name) Lists() []List {
	var lists []List
	for l, g := range n.lists {
		if !g.Empty() {
			lists = append(lists, List(l))
		}
	}
	return lists
}

// KnownOn reports whether the loader of r knows the name: it is in the platform, EGL driver or GL list, so
// the loader offers it to layers at start, and get_next returns the next function (rules 2.6, 2.8).
func (n Name) KnownOn(r *Release) bool {
	return n.In(ListPlatform, r) || n.In(ListEGL, r) || n.In(ListGL, r)
}

// KnownSince reports whether every release from this API level to the newest
// known one knows the name (rules 2.3 to 2.5, 11). For a level above the newest,
// the newest release decides.
func (n Name) KnownSince(api int) bool {
	for _, r := range loaded().releases {
		if r.lastAPI >= api && !n.KnownOn(r) {
			return false
		}
	}
	return n.KnownOn(Newest())
}

// UnknownNames returns the names that some release from this API level to the newest does not know, in the
// given order and without duplicates. For these, next comes only from AndroidGLESLayer_GetProcAddress, and
// each uses one of the slots of eglGetProcAddress (rules 3.1, 6.4).
func UnknownNames(names []string, api int) []string {
	var unknown []string
	seen := map[string]bool{}
	for _, name := range names {
		if !seen[name] && !Lookup(name).KnownSince(api) {
			unknown = append(unknown, name)
		}
		seen[name] = true
	}
	return unknown
}

// unknownOn returns the releases that do not know the name. They are one range, because a name is added or
// removed once.
func (n Name) unknownOn() Range {
	var g Range
	for _, r := range loaded().releases {
		if n.KnownOn(r) {
			continue
		}
		if g.Empty() {
			g = newRange(r.index, r.index)
		}
		g = newRange(int(g.from), r.index+1)
	}
	return g
}

// facts returns the keys of data/explain.txt that apply to the name, with the releases on which they hold.
func (n Name) facts() map[string]Range {
	facts := map[string]Range{}
	for _, l := range n.Lists() {
		facts[l.String()] = n.lists[l]
	}
	if n.lists[ListPlatform].Empty() {
		facts["driver-only"] = n.lists[ListEGL]
		facts["gl-only"] = n.lists[ListGL]
	}
	if n.lists[ListES1Only].Empty() {
		facts["es1-shared"] = n.lists[ListES1]
	}
	missing := n.unknownOn()
	switch {
	case missing.size() < len(loaded().releases):
		facts["lost"] = missing
	case n.lists[ListFiltered].Empty() && n.lists[ListWrapper].Empty():
		facts["unknown"] = missing
		if strings.HasPrefix(n.Name, "egl") {
			facts["unknown-egl"] = missing
		}
	}
	return facts
}
