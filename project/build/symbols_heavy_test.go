//go:build heavy && linux

package build

import (
	"context"
	"debug/elf"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// Layers for other processors are parted from their symbols by tools that know these processors, those of gcc and those of
// LLVM, and have the same bytes in every folder.
func TestForeignSymbols(t *testing.T) {
	for _, c := range []struct{ arch, cc string }{
		{"arm64", "aarch64-linux-gnu-gcc"}, {"arm", "arm-linux-gnueabihf-gcc"}, {"386", "i686-linux-gnu-gcc"},
		{"arm64", "clang --target=aarch64-linux-gnu -fuse-ld=lld -Wno-unused-command-line-argument"},
	} {
		t.Run(c.arch+" "+strings.Fields(c.cc)[0], func(t *testing.T) {
			target := Target{Name: "foreign", Env: []string{"GOOS=linux", "GOARCH=" + c.arch, "CC=" + c.cc}}
			first, second := buildForeign(t, target, "one"), buildForeign(t, target, "an other, one")
			checkSame(t, "another folder", second, first)
		})
	}
}

// buildForeign builds a new project in a folder with this name, and looks at what it gives.
func buildForeign(t *testing.T, target Target, name string) made {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	if err := create(t, dir); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), buildLimit)
	defer cancel()
	var output strings.Builder
	config := request(dir).Config
	lib, err := Build(ctx, dir, &config, target, &output)
	if err != nil || output.String() != "" {
		t.Fatalf("%v\n%s(if something is not found: make deps)", err, &output)
	}
	stripped, symbols := testutil.OpenLayer(t, lib), testutil.OpenLayer(t, Symbols(lib))
	names, err := symbols.Symbols()
	if err != nil || !slices.ContainsFunc(names, func(s elf.Symbol) bool { return s.Name == "main.callEGLChooseConfig" }) {
		t.Errorf("no hook among the symbols: %v", err)
	}
	id := section(t, stripped, ".note.gnu.build-id")
	if id == "" || id != section(t, symbols, ".note.gnu.build-id") || stripped.Section(".symtab") != nil {
		t.Error("not the same build id, or not stripped")
	}
	return made{testutil.ReadText(t, lib), testutil.ReadText(t, Symbols(lib))}
}
