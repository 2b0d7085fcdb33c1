package gen

import (
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen/csyntax"
	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
)

// shadowPlan returns the plan of a layer that draws.
func shadowPlan(t *testing.T) *Plan {
	t.Helper()
	return planModules(t, HookC, "eglSwapBuffers", "draw")
}

// A function sets each value that the layer tracks, and the layer intercepts it.
func TestShadowCellsAreSet(t *testing.T) {
	p := shadowPlan(t)
	set := map[*shadowCell]bool{}
	for _, c := range p.Commands {
		for _, step := range p.shadow.Steps(c) {
			if !c.Trampoline() {
				t.Errorf("%s is not intercepted", c.Name)
			}
			set[step.Cell] = true
			for _, cell := range p.shadow.Cells {
				set[cell] = set[cell] || strings.Contains(step.Code, cell.ID()) || cell.class == "program" && strings.HasPrefix(step.Code, "shadow_use_program(")
			}
		}
	}
	words := 0
	for _, cell := range p.shadow.Cells {
		if !set[cell] {
			t.Errorf("no function sets %s", cell.Name)
		}
		if cell.First != words {
			t.Errorf("%s begins at word %d instead of %d", cell.Name, cell.First, words)
		}
		words += cell.Words * cell.Copies
	}
	if words != p.shadow.Words || len(set) < 80 {
		t.Errorf("%d words of %d, %d values", words, p.shadow.Words, len(set))
	}
}

// Each command of shadow_code.tsv exists.
func TestShadowCodeNamesCommands(t *testing.T) {
	for _, row := range shadowCode() {
		if _, ok := registry.Builtin().Command(row[0]); !ok {
			t.Errorf("the registry has no %s", row[0])
		}
	}
}

// The effects of a call, by the command: an alias has its own parameter names, and an invalid enum changes nothing.
func TestShadowSteps(t *testing.T) {
	p := shadowPlan(t)
	for _, test := range []struct {
		command, cell       string
		test, index, values csyntax.Expr
		valid               csyntax.Expr
	}{
		{"glEnable", "GL_DEPTH_TEST", "cap == 0xb71", "", "(uint32_t)1", "1"},
		{"glDisable", "GL_BLEND", "cap == 0xbe2", "", "(uint32_t)0", "1"},
		{"glEnableiEXT", "GL_BLEND", "target == 0xbe2", "index", "(uint32_t)1", "1"},
		{"glClearDepthfOES", "GL_DEPTH_CLEAR_VALUE", "", "", "shadow_bits(depth)", "1"},
		{"glViewport", "GL_VIEWPORT", "", "", "(uint32_t)x, (uint32_t)y, (uint32_t)width, (uint32_t)height", "width >= 0 && height >= 0"},
		{"glStencilFunc", "GL_STENCIL_REF", "", "", "(uint32_t)ref", "shadow_is_StencilFunction(s_, func)"},
		{"glBlendFuncSeparatei", "GL_BLEND_DST_ALPHA", "", "buf", "(uint32_t)dstAlpha",
			"shadow_is_BlendingFactor(s_, srcRGB) && shadow_is_BlendingFactor(s_, dstRGB) && shadow_is_BlendingFactor(s_, srcAlpha) && shadow_is_BlendingFactor(s_, dstAlpha)"},
		{"glPixelStorei", "GL_PACK_ALIGNMENT", "pname == 0xd05", "", "(uint32_t)param", "shadow_is_alignment(param)"},
		{"glBindFramebuffer", "GL_READ_FRAMEBUFFER_BINDING", "(target == 0x8ca8 || target == 0x8d40)", "", "(uint32_t)framebuffer", "1"},
		{"glBindBuffer", "GL_ARRAY_BUFFER_BINDING", "target != 0x8893 && target == 0x8892", "", "(uint32_t)buffer", "1"},
		{"glBindSampler", "GL_SAMPLER_BINDING", "unit == 0", "", "(uint32_t)sampler", "1"},
	} {
		i := slices.IndexFunc(p.Commands, func(c *Command) bool { return c.Name == test.command })
		if i < 0 {
			t.Errorf("%s is not in the plan", test.command)
			continue
		}
		steps := p.shadow.Steps(p.Commands[i])
		at := slices.IndexFunc(steps, func(s shadowStep) bool { return s.Cell != nil && s.Cell.Name == test.cell })
		if at < 0 {
			t.Errorf("%s does not set %s", test.command, test.cell)
			continue
		}
		s := steps[at]
		if s.Test != test.test || s.Index != test.index || csyntax.Expr(csyntax.List(s.Values)) != test.values || s.Valid != test.valid {
			t.Errorf("%s: %s: if (%s) [%s] = %s, valid %s", test.command, test.cell, s.Test, s.Index, csyntax.List(s.Values), s.Valid)
		}
	}
}

// Queries do not change the state.
func TestShadowIgnoresQueries(t *testing.T) {
	p := shadowPlan(t)
	for _, c := range p.Commands {
		if name := c.Name; p.shadow.Tracked(c) && (name[:4] == "glIs" || name[:5] == "glGet") {
			t.Errorf("%s is tracked", name)
		}
	}
}

// The layer's classes of objects are those whose deletion the tables describe.
func TestShadowClasses(t *testing.T) {
	known := map[string]bool{"-": true, "program": true} // a program that is in use is deleted later
	for _, row := range table.Rows("unbind.tsv", registry.StateTable("unbind.tsv"), 3) {
		known[row[0]] = true
	}
	for _, cell := range parseCells(registry.Builtin()) {
		if !known[cell.class] {
			t.Errorf("%s: unknown class %q", cell.Name, cell.class)
		}
	}
}

func TestFont(t *testing.T) {
	glyphs, err := fontRows()
	if err != nil || len(glyphs) != '~'-fontFirst+1 {
		t.Fatalf("%d glyphs, %v", len(glyphs), err)
	}
	seen := map[string]int{}
	for i, rows := range glyphs {
		text := csyntax.List(rows)
		if other, ok := seen[text]; ok {
			t.Errorf("%q looks like %q", rune(fontFirst+i), rune(fontFirst+other))
		}
		seen[text] = i
	}
}

func TestExpand(t *testing.T) {
	for _, test := range []struct{ names, want []string }{
		{[]string{"log"}, []string{"log"}},
		{[]string{"draw", "log"}, []string{"draw", "contexts", "log"}},
		{[]string{"hud"}, []string{"hud", "memory", "contexts", "gputime", "draw"}},
		{[]string{"contexts", "draw"}, []string{"contexts", "draw"}},
		{nil, nil},
	} {
		if got := modules.Expand(test.names); !slices.Equal(got, test.want) {
			t.Errorf("%v: %v, want %v", test.names, got, test.want)
		}
	}
}
