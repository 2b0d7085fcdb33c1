package gen

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen/profile"
	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
)

// The figures of docs/profile.md are those of the code, the tables and the examples.
func TestProfileFigures(t *testing.T) {
	page, source, rules := readText(t, "../docs/profile.md"), readText(t, "../templates/core/zz_generated_set_profile.c"), readText(t, "explain/data/rules.tsv")
	names := regexp.MustCompile(`(?:@|log2\()GL_\w+`)
	limited := 0
	for _, row := range table.Rows("rules.tsv", rules, 5) {
		if slices.ContainsFunc(names.FindAllString(row[1], -1), func(name string) bool {
			return slices.ContainsFunc(profile.Limits(), func(l profile.Limit) bool {
				return strings.TrimPrefix(strings.TrimPrefix(name, "@"), "log2(") == l.Name
			})
		}) {
			limited++
		}
	}
	constant := func(name string) string {
		found := regexp.MustCompile(`\b` + name + ` = (\d+)`).FindStringSubmatch(source)
		if found == nil {
			t.Fatalf("no constant %s", name)
		}
		return found[1]
	}
	described, _ := filepath.Glob("../examples/profiles/*.profile")
	minimum, _ := filepath.Glob("../examples/profiles/es-*-minimum.profile")
	words := []string{"none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"}
	for _, want := range []string{
		strconv.Itoa(limited) + " of them contain a limit",
		"at most " + constant("FILE_SIZE") + " KiB, and at most " + constant("CONFIG_RULES") + " lines about EGL configs with " + constant("CONDITIONS") + " conditions each",
		"the [" + words[len(described)] + " profiles]",
		"Of the " + words[len(described)] + ", " + words[len(minimum)] + " are the least",
	} {
		if !strings.Contains(strings.Join(strings.Fields(page), " "), want) {
			t.Errorf("docs/profile.md does not say %q", want)
		}
	}
	for i, line := range strings.Split(page, "\n") {
		if len(line) > 140 {
			t.Errorf("docs/profile.md:%d: %d columns", i+1, len(line))
		}
	}
}

// Each example names its source.
func TestProfileSources(t *testing.T) {
	files, _ := filepath.Glob("../examples/profiles/*.profile")
	for _, file := range files {
		if text := readText(t, file); !regexp.MustCompile(`(?m)^# Sources?: `).MatchString(text) {
			t.Errorf("%s names no source", file)
		}
	}
}

func readText(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Each extension that needs a later version is in the registry.
func TestLaterExtensions(t *testing.T) {
	r := registry.Builtin()
	for _, later := range laterExtensions() {
		if !slices.ContainsFunc(r.Extensions, func(x *registry.Extension) bool { return x.Name == later.Name }) {
			t.Errorf("the registry has no %s", later.Name)
		}
	}
}
