package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// goRuntimes reports two or more libraries of one ABI with a Go runtime each, if one of them is a layer.
func (r *report) goRuntimes(libs []lib) *Finding {
	byABI := map[string][]string{}
	layers := map[string]bool{}
	for _, l := range libs {
		if l.object.Go {
			byABI[l.object.ABI] = append(byABI[l.object.ABI], l.base)
			layers[l.object.ABI] = layers[l.object.ABI] || l.at.Kind == Layer
		}
	}
	for _, abi := range slices.Sorted(maps.Keys(byABI)) {
		if list := byABI[abi]; len(list) > 1 && layers[abi] {
			return r.add("go-runtime-second", fmt.Sprintf("for %s, %d libraries contain a Go runtime: %s", abi, len(list), some(list)))
		}
	}
	return nil
}

// abiSets compares the layers of the ABI directories, including directories without layers.
func (r *report) abiSets(libs []lib) {
	sets := map[string][]string{}
	var all []string
	for _, l := range libs {
		switch {
		case l.dir == "":
		case l.at.Kind == Layer:
			sets[l.dir] = append(sets[l.dir], l.base)
			all = append(all, l.base)
		default:
			sets[l.dir] = append(sets[l.dir], "")
		}
	}
	slices.Sort(all)
	var lacking []string
	for _, abi := range slices.Sorted(maps.Keys(sets)) {
		missing := slices.DeleteFunc(slices.Compact(slices.Clone(all)), func(s string) bool { return slices.Contains(sets[abi], s) })
		if len(missing) > 0 {
			lacking = append(lacking, "there is no "+some(missing)+" for "+abi)
		}
	}
	if len(lacking) > 0 {
		r.add("abi-sets-differ", strings.Join(lacking, "; "))
	}
}
