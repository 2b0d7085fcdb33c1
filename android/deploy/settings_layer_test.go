package deploy

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/android"
)

func TestParseLayers(t *testing.T) {
	for text, want := range map[string][]Layer{
		"a.so":                {{Name: "a.so"}},
		"a.so:b.so":           {{Name: "a.so"}, {Name: "b.so"}},
		"build/a.so:./b.so":   {{"a.so", "build/a.so"}, {"b.so", "./b.so"}},
		"with blank.so:$x.so": {{Name: "with blank.so"}, {Name: "$x.so"}},
	} {
		if got, err := ParseLayers(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v %v", text, got, err)
		}
	}
	if got, err := ParseLayers("a.so", "b.so"); err != nil || len(got) != 2 {
		t.Errorf("%v %v", got, err)
	}
	for text, words := range map[string]string{
		"":            "rule 1.10",
		":":           "rule 1.10",
		"a.so:":       "rule 1.10",
		":a.so":       "rule 1.10",
		"a.so::b.so":  "rule 1.10",
		"a.so:a.so":   "in the list twice",
		"x/a.so:a.so": "in the list twice",
		"a\nb.so":     "not a valid layer name",
		"\x1b[2J":     "not a valid layer name",
		"\xff.so":     "not a valid layer name",
		"build/":      "is a directory",
		"..":          "is a directory",
	} {
		var e *android.Error
		if _, err := ParseLayers(text); !errors.As(err, &e) || !strings.Contains(e.Error(), words) || e.ExitCode() != 2 || e.Advice == "" {
			t.Errorf("%q: %v", text, err)
		}
	}
}
