package cts

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/rules"
)

// Walk is what the loader of a device asked of a layer before the app's first call.
type Walk struct {
	Asked       int      `json:"asked"`       // number of names
	Initialized int      `json:"initialized"` // number of names before AndroidGLESLayer_Initialize
	WithoutNext int      `json:"withoutNext"` // number of names for which the loader passed no function
	Names       []string `json:"names"`       // in the order of the loader
}

// IsComplete reports whether Names has all names: the log may have lost lines, and the layer stores limited text.
func (w *Walk) IsComplete() bool { return len(w.Names) == w.Asked }

// cutWalk removes a layer's lines about its walk from a log. Of several layers, the first counts.
func cutWalk(log string) (rest string, walk *Walk) {
	var out strings.Builder
	whose := ""
	for line := range strings.Lines(log) {
		head, text, found := strings.Cut(line, ": walk")
		if !found {
			out.WriteString(line)
			continue
		}
		head = strings.TrimRight(head, " ")
		tag := head[strings.LastIndexByte(head, ' ')+1:]
		if walk == nil {
			w := &Walk{}
			if n, _ := fmt.Sscanf(text, " of %d names, initialized after %d, %d without next", &w.Asked, &w.Initialized, &w.WithoutNext); n == 3 {
				walk, whose = w, tag
			}
			continue
		}
		if names, ok := strings.CutPrefix(text, ": "); ok && tag == whose {
			walk.Names = append(walk.Names, strings.Fields(names)...)
		}
	}
	return out.String(), walk
}

// Difference returns the names that a release offers and a complete walk lacks, and those that it has in addition. order
// reports whether the common names have the same order.
func (w *Walk) Difference(r *rules.Release) (lacking, added []string, order bool) {
	offered := r.Offered()
	common := func(from, other []string) (both, only []string) {
		for _, name := range from {
			if slices.Contains(other, name) {
				both = append(both, name)
			} else {
				only = append(only, name)
			}
		}
		return both, only
	}
	expected, lacking := common(offered, w.Names)
	found, added := common(w.Names, offered)
	return lacking, added, slices.Equal(expected, found)
}
