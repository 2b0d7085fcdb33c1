package main

import (
	"context"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// glad measures another generator for the same registry, as a reference: it generates all files on each run.
func (b *bench) glad(ctx context.Context) error {
	const what = "glad, all of EGL and OpenGL ES"
	c := measure.Command{Args: []string{"glad", "--reproducible", "--api", "gles2=3.2,egl=1.5", "--out-path", b.Path("glad"), "c"}, Dir: b.Path()}
	return b.run(ctx, "glad", []measure.Limit{{What: what}}, b.probe(what, c, ""))
}
