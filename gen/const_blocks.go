package gen

import (
	"cmp"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
)

// constBlock is the constants of an enum group, or the constants of an API that are in no group.
type constBlock struct {
	title  string // comment of the block
	consts []Const
}

// resolveConstBlocks sorts the constants into blocks, each constant into the first group that it belongs to.
func (p *Plan) resolveConstBlocks(r *registry.Registry) {
	titles := map[string]string{}
	for _, g := range p.Groups {
		for _, v := range g.Values {
			if titles[v.Name] == "" {
				titles[v.Name] = g.Go + "."
			}
		}
	}
	for _, token := range registry.EGLTokens() {
		if titles[token.Enum] == "" {
			titles[token.Enum] = token.Group + "."
		}
	}
	at := map[string]int{}
	for _, c := range p.Consts {
		title := titles[c.Name]
		if title == "" {
			title = p.titleOf(r, c)
		}
		i, found := at[title]
		if !found {
			i = len(p.constBlocks)
			at[title] = i
			p.constBlocks = append(p.constBlocks, constBlock{title: title})
		}
		p.constBlocks[i].consts = append(p.constBlocks[i].consts, c)
	}
	// Constants with a type come last. If the first one alone had a type, the block would look as if all had it.
	for _, b := range p.constBlocks {
		slices.SortStableFunc(b.consts, func(a, b Const) int { return cmp.Compare(min(len(a.GoType), 1), min(len(b.GoType), 1)) })
	}
}

// titleOf returns the title of the block for a constant whose name no generated group has.
func (p *Plan) titleOf(r *registry.Registry, c Const) string {
	if e, ok := r.Enum(c.Name); ok && len(e.Groups) > 0 {
		return groupName(e.Groups[0]) + "."
	}
	if strings.HasPrefix(c.Name, "EGL_") {
		return "Constants of EGL without an enum group."
	}
	return "Constants of OpenGL ES without an enum group."
}
