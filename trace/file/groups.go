package file

import "sort"

// Limits of the contexts whose debug groups are counted: at a time, and in all. A malicious recording may have any number.
const (
	openContexts  = 64
	groupContexts = 4096
)

// groups has the debug groups that are open before each block.
type groups struct {
	open   map[uint32]int32 // number of open groups after the last call, by context
	levels map[uint32]*pages[level]
}

// level has the groups of a context in a block that opens or closes groups.
type level struct{ block, lowest, after int32 }

// add counts a call that opens or closes a group.
func (g *groups) add(x *index, call int, context uint32, opens bool) error {
	before, known := g.open[context]
	after := max(before-1, 0)
	if opens {
		after = before + 1
	}
	levels := g.levels[context]
	if opens && !known && len(g.open) == openContexts || levels == nil && len(g.levels) == groupContexts {
		return nil
	}
	if g.open[context] = after; after == 0 {
		delete(g.open, context)
	}
	if levels == nil {
		levels = &pages[level]{}
		g.levels[context] = levels
	}
	lowest := min(before, after)
	if last := levels.last(); last != nil && int(last.block) == call/Block {
		last.lowest, last.after = min(last.lowest, lowest), after
		return nil
	}
	levels.add(level{int32(call / Block), lowest, after})
	return x.keep(32)
}

// OpenGroups returns the number of open debug groups before block n, by context; contexts without open groups are absent.
func (f *File) OpenGroups(n int) map[uint32]int {
	f.mu.RLock()
	defer f.mu.RUnlock()
	out := map[uint32]int{}
	for context, levels := range f.x.groups.levels {
		i := sort.Search(levels.n, func(i int) bool { return int(levels.at(i).block) >= n })
		if i > 0 && levels.at(i-1).after > 0 {
			out[context] = int(levels.at(i - 1).after)
		}
	}
	return out
}

// FewGroups returns the first block, from block n on, in which a context has at most the given number of open groups
// at some time, or false if there is none.
func (f *File) FewGroups(n int, context uint32, open int) (int, bool) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	levels := f.x.groups.levels[context]
	if levels == nil {
		return 0, false
	}
	for i := sort.Search(levels.n, func(i int) bool { return int(levels.at(i).block) >= n }); i < levels.n; i++ {
		if l := levels.at(i); int(l.lowest) <= open {
			return int(l.block), true
		}
	}
	return 0, false
}
