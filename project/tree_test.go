package project

import (
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// checkProject checks that dir has all files of the small project and no others.
func checkProject(t *testing.T, dir string) {
	t.Helper()
	for _, f := range rendered(t).Files {
		if testutil.ReadText(t, dir, f.Path) != string(f.Content) {
			t.Errorf("%s is not what it should be", f.Path)
		}
	}
	files := 0
	for _, is := range testutil.ReadTree(t, dir) {
		if strings.HasPrefix(is, "-") {
			files++
		}
	}
	if want := len(rendered(t).Files); files != want {
		t.Errorf("%d files, expected %d", files, want)
	}
}
