package main

import (
	"cmp"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestOrder checks that imports run one way, and that the picture of them in docs/architecture.md is current.
func TestOrder(t *testing.T) {
	graph, err := readImports()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range upward(graph) {
		t.Errorf("%s: the order of the directories does not allow this import: %s", line, strings.Join(order, " "))
	}
	if picture, err := os.ReadFile("../../docs/imports.svg"); err != nil || string(picture) != drawImports(graph) {
		t.Errorf("docs/imports.svg is not current (%v): run go run ./scripts/pictures imports > docs/imports.svg", err)
	}
}

func TestUpward(t *testing.T) {
	if found := upward(map[string][]string{"gen": {"templates", "cmd"}, "new": {"gen"}}); !slices.Equal(found, []string{"gen imports cmd", "new imports gen"}) {
		t.Errorf("%q", found)
	}
}

// TestPlaces checks that the table in CONTRIBUTING.md names every top-level folder, and only paths that exist.
func TestPlaces(t *testing.T) {
	text, err := os.ReadFile("../../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "## Where things are\n")
	section, _, _ = strings.Cut(section, "\n## ")
	listed := map[string]bool{}
	for _, m := range regexp.MustCompile("(?m)^\\| `([^`]+)/` \\|").FindAllStringSubmatch(section, -1) {
		top, _, _ := strings.Cut(m[1], "/")
		listed[top] = true
		if _, err := os.Stat("../../" + m[1]); err != nil {
			t.Errorf("CONTRIBUTING.md lists %s/, which does not exist", m[1])
		}
	}
	files, err := exec.Command("git", "-C", "../..", "ls-files").Output()
	if err != nil {
		t.Fatal(err)
	}
	for file := range strings.Lines(string(files)) {
		top, _, below := strings.Cut(strings.TrimSpace(file), "/")
		if below && !listed[top] && !strings.HasPrefix(top, ".") {
			t.Errorf("the table in CONTRIBUTING.md does not list %s/", top)
			listed[top] = true
		}
	}
}

// innerOrder lists the packages below a directory from the top down, and . for its own package. A package imports only
// packages below it in this list.
var innerOrder = map[string]string{
	"android": "cts why driver deploy check crash device adb apk axml elf toolchain sysroot .",
	"bench":   "android core layer loader update measure",
	"cmd":     "gleslayergen gleslayergen/internal/registrycmd gleslayergen/internal/tracecmd gleslayergen/internal/settingscmd gleslayergen/internal/devicecmd gleslayergen/internal/layercmd gleslayergen/internal/show gleslayergen/internal/ui",
	"gen":     ". record modules explain profile settings csyntax",
	"project": "build .",
	"trace":   "crumbs view view/index inspect minimize trim diff report apitrace apitrace/events csource images timing replay replay/player restore state calltext record/recorder modulelayer build record record/link file format format/tracepb",
}

// TestInnerOrder checks that imports between the packages of a directory run one way, and that product code imports no
// package for tests.
func TestInnerOrder(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, module+"...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		paths := strings.Fields(line)
		from := strings.TrimPrefix(paths[0], module)
		top, inner, _ := strings.Cut(from, "/")
		list := strings.Fields(innerOrder[top])
		place := slices.Index(list, cmp.Or(inner, "."))
		if len(list) > 0 && place < 0 {
			t.Errorf("innerOrder does not list %s", from)
		}
		for _, path := range paths[1:] {
			to, _ := strings.CutPrefix(path, module)
			if strings.HasPrefix(to, "internal/testutil") && top != "bench" && top != "scripts" && !strings.HasPrefix(from, "internal/testutil") {
				t.Errorf("%s imports %s, a package for tests", from, to)
			}
			if other, rest, _ := strings.Cut(to, "/"); other == top && len(list) > 0 && slices.Index(list, cmp.Or(rest, ".")) <= place {
				t.Errorf("%s imports %s: the order of %s does not allow this import: %s", from, to, top, innerOrder[top])
			}
		}
	}
}
