package build_test

import (
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/build"
)

// The Makefile of a project compiles exactly the files that are compiled here.
func TestMakefilesNameAllSources(t *testing.T) {
	for _, c := range []struct {
		pack, file, variable string
		dirs                 []string
	}{
		{"trace", "zz_generated_sources.mk", "LAYER_SOURCES", []string{"core", "trace"}},
		{"replay", "zz_generated_sources.mk", "LAYER_SOURCES", []string{"core", "trace"}},
		{"replay", "zz_generated_player.mk", "PLAYER_SOURCES", []string{"play"}},
	} {
		files, err := build.Target{Pack: c.pack}.Sources()
		if err != nil {
			t.Fatal(err)
		}
		var listed, there []string
		for _, f := range files {
			if path.Ext(f.Path) == ".c" && slices.Contains(c.dirs, path.Dir(f.Path)) {
				there = append(there, f.Path)
			}
			if f.Path == c.file {
				_, list, _ := strings.Cut(string(f.Content), c.variable+" =")
				list, _, _ = strings.Cut(list, "\n\n")
				listed = strings.Fields(strings.ReplaceAll(list, "\\", ""))
			}
		}
		slices.Sort(listed)
		slices.Sort(there)
		if len(there) < 20 || !slices.Equal(listed, there) {
			t.Errorf("%s of the pack %s has\n%s\nand the pack\n%s", c.file, c.pack, strings.Join(listed, "\n"), strings.Join(there, "\n"))
		}
	}
}
