package project

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/project/hookline"
	"github.com/gleslayergen/gleslayergen/registry"
)

// registered is the generated file that names each Go hook.
const registered = "zz_generated_hooks.go"

// NotHooked are functions in the project's own hook sets that are named like commands, and that generated code does not call:
// since they were written, there was no update. A function that is gone is the compiler's to report.
func NotHooked(root string, c *Config) []hookline.Place {
	text, err := os.ReadFile(filepath.Join(root, registered))
	if err != nil {
		return nil // the build says what is wrong
	}
	var places []hookline.Place
	for _, folder := range c.OwnSets() {
		p, err := hookline.FindPackage(os.DirFS(root), folder)
		if err != nil {
			continue
		}
		alias := regexp.MustCompile(`(?m)^\t*(?:import )?(\w+) ".*/` + regexp.QuoteMeta(folder) + `"$`).FindSubmatch(text)
		for name, at := range p.Functions {
			if !likeCommand.MatchString(name) || !canBeHooked(strings.ToLower(name[:1])+name[1:]) {
				continue
			}
			if alias == nil || !strings.Contains(string(text), " = "+string(alias[1])+"."+name+"\n") {
				places = append(places, at)
			}
		}
	}
	slices.SortFunc(places, func(a, b hookline.Place) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line)) })
	return places
}

func canBeHooked(command string) bool {
	names, err := registry.Builtin().Match(registry.FullScope(), command)
	return err == nil && len(names) == 1
}
