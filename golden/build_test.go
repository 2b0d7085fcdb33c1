package golden

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/project/layertest"
)

// Every project builds, is in gofmt's form, passes vet and its own tests, and lets the app draw.
func TestBuildAndRun(t *testing.T) {
	for _, k := range cases() {
		if k.hashed && !heavy {
			continue // 1060 hooks take 10 s; the heavy tests have them
		}
		t.Run(k.name, func(t *testing.T) {
			dir := k.write(t)
			if out := command(t, dir, "gofmt", "-l", "."); out != "" {
				t.Errorf("not in gofmt's form:\n%s", out)
			}
			command(t, dir, "go", "vet", "./...")
			command(t, dir, "go", "test", "./...")
			lib := build(t, dir)
			layertest.Check(t, layertest.Open(t, lib), "gleslayer")
			run(t, []string{lib}, nil)
		})
	}
}
