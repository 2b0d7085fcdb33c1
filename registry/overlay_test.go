package registry

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// Each correction changes every available registry, and no snapshot contains it.
func TestCorrectionsApply(t *testing.T) {
	forAll(t, func(t *testing.T, r *Registry) {
		for _, c := range corrections() {
			if !r.corrected[c] {
				t.Errorf("corrections.tsv:%d: the correction of %s has equal old and new values", c.line, c.what())
			}
		}
	})
	for _, fact := range []string{"param\tlabel\tconst GLchar *\n", "enum\tGL_TEXTURE_EXTERNAL_OES\t0x8d65\n"} {
		if !strings.Contains(written(t, Builtin()), fact) {
			t.Errorf("%q was written with a correction", fact)
		}
	}
}

func TestCorrected(t *testing.T) {
	c, _ := Builtin().Command("glObjectLabelKHR")
	if got := c.part("label").Len.String(); got != "COMPSIZE(label,length)" {
		t.Errorf("len %s", got)
	}
	if got := strings.Join(Builtin().Corrections("glObjectLabelKHR"), ""); !strings.HasPrefix(got, `the len of "label" is COMPSIZE(label,length), but not set in the Khronos files: `) ||
		!strings.HasSuffix(got, "KHR_debug.txt)") {
		t.Error(got)
	}
	if got := Builtin().Corrections("glClear"); got != nil {
		t.Error(got)
	}
	g, _ := Builtin().Group("TextureTarget")
	if !slices.Contains(g.Enums, "GL_TEXTURE_EXTERNAL_OES") || !slices.IsSorted(g.Enums) {
		t.Errorf("TextureTarget: %v", g.Enums)
	}
}

const small = "glA\ta\tgroup\tG\tH\twhy\thttps://example.com\nglA\tb\tlen\t-\ta*2\twhy\thttps://example.com\nF\t-\tgroup\t-\tG\twhy\thttps://example.com\n"

// A correction applies only to the expected value, and can be undone.
func TestCorrect(t *testing.T) {
	list, err := parseCorrections(small)
	if err != nil {
		t.Fatal(err)
	}
	read := func(text string) *Registry {
		r, err := ReadSnapshot(text)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := read(smallSnapshot)
	r.correct(list)
	if got := tallies(Diff(read(smallSnapshot), r)); got != "parameter +0 -0 ~2, group +0 -0 ~1" {
		t.Error(got)
	}
	if written(t, r) != written(t, read(smallSnapshot)) {
		t.Error("the corrected model is written another way")
	}
	other := strings.NewReplacer("group=G", "group=H", "b\tint", "b\tint\tlen=a", "0x2", "0x2\tgroups=G").Replace(smallSnapshot)
	r = read(other)
	r.correct(list)
	if got := tallies(Diff(read(other), r)); got != "" || len(r.corrected) > 0 {
		t.Errorf("%s: %v", got, slices.Collect(maps.Keys(r.corrected)))
	}
}

func TestBadCorrections(t *testing.T) {
	row := strings.SplitN(small, "\n", 2)[0]
	for _, c := range []struct{ from, to, want string }{
		{"\twhy", "", "6 columns"},
		{"glA", "gl A", "not a valid name"},
		{"\ta\t", "\tint\t", "not a valid name"},
		{"why", "-", "must have a reason and a link"},
		{"https", "http", "a link that begins with https://"},
		{"H", "G", "has equal old and new values"},
		{"group", "type", "a correction must set the len or group of a parameter"},
		{"\ta\tgroup\tG", "\t-\tlen\t-", "a correction must set the len or group of a parameter"},
		{"\ta\t", "\t-\t", "a correction must set the len or group of a parameter"},
		{"group\tG\tH", "len\t-\ta * 2", "must have one of the forms"},
		{"group\tG\tH", "len\t-\ta+2", "must have one of the forms"},
		{"glA", row + "\nglA", "corrections.tsv:2: more than one correction of glA a group"},
	} {
		if _, err := parseCorrections(strings.Replace(row, c.from, c.to, 1)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: %v, want %q", c.to, c.from, err, c.want)
		}
	}
}

// FuzzCorrections checks that any table gives an error, or corrections that can be applied to a model and
// undone.
func FuzzCorrections(f *testing.F) {
	f.Fuzz(func(t *testing.T, table string) {
		list, err := parseCorrections(table)
		if err != nil {
			return
		}
		r, err := ReadSnapshot(smallSnapshot)
		if err != nil {
			t.Fatal(err)
		}
		before := written(t, r)
		r.correct(list)
		if written(t, r) != before {
			t.Errorf("%q cannot be taken back", table)
		}
	})
}
