package gen

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/registry"
)

// BenchmarkEverything measures "new --intercept @all" without reading the snapshot or writing files.
func BenchmarkEverything(b *testing.B) {
	pack, err := loadPack("go")
	if err != nil {
		b.Fatal(err)
	}
	r := registry.Builtin()
	for b.Loop() {
		p, err := New(r, Input{Name: "all", Module: "example.com/all", Active: true, Rules: ParseRules("@all", HookGo), Scope: registry.FullScope()})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := Render(p, pack); err != nil {
			b.Fatal(err)
		}
	}
}
