package golden

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/project"
)

var listedSource = regexp.MustCompile(`[\w/.]+\.(c|cpp)\b`)

// The packs cpp, trace and replay list what a project is compiled from: with any modules, each generated C and C++ file of a directory with
// sources is in the list, and no other file is.
func TestListsOfSources(t *testing.T) {
	all := modules.Names()
	sets := [][]string{nil, all}
	for _, name := range all {
		sets = append(sets, []string{name})
	}
	some := []string{"glDraw*", "egl*"}
	for _, c := range []struct {
		name  string
		lists []string
		dirs  []string
		make  func() project.Request
		sets  [][]string
	}{
		{"cpp", []string{"zz_generated_sources.cmake"}, []string{"core", "layer"}, func() project.Request { return cpp(request("active", "c", some)) }, sets},
		{"trace", []string{"zz_generated_sources.mk"}, []string{"core", "trace"}, func() project.Request { return trace(request("active", "record", []string{"@all"})) }, [][]string{nil, {"errors"}, {"breadcrumbs"}, all}},
		{"replay", []string{"zz_generated_sources.mk", "zz_generated_player.mk"}, []string{"core", "trace", "play"}, func() project.Request { return player(request("active", "record", []string{"@all"})) }, [][]string{nil}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, modules := range c.sets {
				q := c.make()
				q.Config.Sets = modules
				created, err := project.Render(t.Context(), kase{}.registry(t), q)
				if err != nil {
					t.Fatalf("%v: %v", modules, err)
				}
				var list string
				var have []string
				for _, f := range created.Files {
					if slices.Contains(c.lists, f.Path) {
						list += string(f.Content)
					}
					if ext := path.Ext(f.Path); (ext == ".c" || ext == ".cpp") && slices.Contains(c.dirs, path.Dir(f.Path)) {
						have = append(have, f.Path)
					}
				}
				var listed []string
				for _, name := range listedSource.FindAllString(list, -1) {
					if slices.Contains(c.dirs, path.Dir(name)) {
						listed = append(listed, name)
					}
				}
				slices.Sort(have)
				slices.Sort(listed)
				if !slices.Equal(have, listed) || len(have) == 0 {
					t.Errorf("with the modules %v, pack.yaml has\n%s\nand %v list\n%s", modules, strings.Join(have, "\n"), c.lists, strings.Join(listed, "\n"))
				}
			}
		})
	}
}
