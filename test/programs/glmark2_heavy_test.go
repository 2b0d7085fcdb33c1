//go:build heavy && linux

package programs

import (
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// validated are scenes, with options, for which glmark2 knows the expected pixels.
var validated = []string{"build:use-vbo=false", "build:use-vbo=true", "texture:texture-filter=mipmap", "shading:shading=phong",
	"bump:bump-render=height", "effect2d:kernel=0,1,0;1,-4,1;0,1,0;", "pulsar", "desktop:effect=shadow:windows=4",
	"buffer:update-method=map", "buffer:update-method=subdata", "conditionals:vertex-steps=5:fragment-steps=0",
	"function:fragment-complexity=low:fragment-steps=5", "loop:fragment-steps=5:fragment-uniform=true:vertex-steps=5"}

// glmark2 opens its libraries itself, by their development names.
func TestGlmark2Validate(t *testing.T) {
	p := program{argv: []string{"glmark2-es2", "--off-screen", "--validate"}, env: []string{startX11(t).env}}
	for _, scene := range validated {
		p.argv = append(p.argv, "--benchmark", scene)
	}
	if plain := p.same(t); strings.Count(plain.out, "Validation: Success") != len(validated) {
		t.Errorf("glmark2 said\n%s%s", plain.out, plain.errOut)
	}
}

// The whole screen is compared for scenes without expected pixels, and for some of those with.
func TestGlmark2Pictures(t *testing.T) {
	x := startX11(t)
	env := append(clock(t, 250_000, 60), x.env)
	for _, scene := range testutil.Shard(t, []string{"ideas", "desktop", "jellyfish", "buffer:update-method=map", "effect2d", "bump"}, 3) {
		t.Run(scene, func(t *testing.T) {
			p := program{argv: []string{"glmark2-es2", "--size", "320x240", "--benchmark", scene + ":duration=1000"}, env: env, busy: x.atStandstill}
			p.same(t)
		})
	}
}
