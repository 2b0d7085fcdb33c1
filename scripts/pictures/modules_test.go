package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen/modules"
)

// most is the maximum size of a picture of a terminal, in bytes.
const most = 15 << 10

var imageLink = regexp.MustCompile(`(?m)^!\[[^\]]+\]\(([\w.-]+\.(?:svg|png))\)$`)

// TestModulePages checks that each module has a page in docs, which docs/modules.md links, with headings for cost and limits and with a
// picture that exists.
func TestModulePages(t *testing.T) {
	list, err := os.ReadFile("../../docs/modules.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range modules.All {
		page, err := os.ReadFile("../../docs/" + m.Name + ".md")
		if err != nil {
			t.Errorf("%s: no page: %v", m.Name, err)
			continue
		}
		if !strings.Contains(string(list), "| [`"+m.Name+"`]("+m.Name+".md) |") {
			t.Errorf("%s: the table in docs/modules.md does not link the page", m.Name)
		}
		for _, heading := range []string{"Cost", "Limits"} {
			_, text, ok := strings.Cut(string(page), "\n## "+heading+"\n")
			if text, _, _ = strings.Cut(text, "\n#"); !ok || strings.TrimSpace(text) == "" {
				t.Errorf("%s: the page has no text under the heading %q", m.Name, heading)
			}
		}
		images := imageLink.FindAllStringSubmatch(string(page), -1)
		if len(images) == 0 {
			t.Errorf("%s: the page has no picture", m.Name)
		}
		for _, image := range images {
			checkPicture(t, filepath.Join("../../docs", image[1]))
		}
	}
}

// checkPicture checks that a picture exists, and that a picture of a terminal is small and has output below a command.
func checkPicture(t *testing.T, path string) {
	t.Helper()
	picture, err := os.ReadFile(path)
	if err != nil {
		t.Error(err)
		return
	}
	if filepath.Ext(path) != ".svg" {
		return
	}
	texts(t, picture)
	if len(picture) > most {
		t.Errorf("%s: larger than %d bytes", path, most)
	}
	at := strings.LastIndex(string(picture), `class="command"`)
	if at < 0 || !strings.Contains(string(picture[at:]), "\n<text ") {
		t.Errorf("%s: no output below a command", path)
	}
}

// TestModulePictures checks that each module has one picture: a terminal, or an image that the module draws.
func TestModulePictures(t *testing.T) {
	made := map[string]bool{"screenshot": true, "hud": true, "draw": true}
	for _, p := range modulePictures {
		if _, ok := modules.Find(p.module); !ok || made[p.module] {
			t.Errorf("%q is not the name of a module, or has two pictures", p.module)
		}
		made[p.module] = true
	}
	for _, name := range modules.Names() {
		if !made[name] {
			t.Errorf("%s: no picture", name)
		}
	}
}
