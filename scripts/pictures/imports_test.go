package main

import (
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
