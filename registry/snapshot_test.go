package registry

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestSnapshotsAreMadeFromXML checks that the two committed snapshots equal those written from the XML files.
func TestSnapshotsAreMadeFromXML(t *testing.T) {
	for _, c := range []struct {
		path string
		pair *xmlPair
	}{{"snapshot/registry.txt", newest}, {"testdata/2022-07.txt", old}} {
		t.Run(c.path, func(t *testing.T) {
			checkedIn, err := os.ReadFile(c.path)
			if err != nil {
				t.Fatal(err)
			}
			want, got := string(checkedIn), written(t, c.pair.registry(t))
			if got == want {
				return
			}
			a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
			for i := range min(len(a), len(b)) {
				if a[i] != b[i] {
					t.Fatalf("%s:%d: %q, but the XML gives %q", c.path, i+1, a[i], b[i])
				}
			}
			t.Fatalf("%s has %d lines, the XML gives %d", c.path, len(a), len(b))
		})
	}
}

func TestBuiltinIsTheFile(t *testing.T) {
	checkedIn, err := os.ReadFile("snapshot/registry.txt")
	if err != nil || string(checkedIn) != builtin {
		t.Error("the embedded snapshot is another than snapshot/registry.txt", err)
	}
	if got := Builtin().Sources; !reflect.DeepEqual(got, BuiltinSources()) || len(got) != 2 {
		t.Errorf("%v and %v", got, BuiltinSources())
	}
	for i, name := range []string{"egl.xml", "gl.xml"} {
		s := Builtin().Sources[i]
		if s.Name != name || s.Date != "2026-05" || !regexp.MustCompile(`^[0-9a-f]{64}$`).MatchString(s.SHA256) {
			t.Errorf("%+v", s)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	forAll(t, func(t *testing.T, r *Registry) {
		first := written(t, r)
		again := reread(t, r)
		if second := written(t, again); first != second {
			t.Error("written twice, two texts")
		}
		if !reflect.DeepEqual(r, again) {
			t.Error(difference(r, again))
		}
	})
}

// machine matches text that depends on the machine, such as a path or a time.
var machine = regexp.MustCompile(`/(home|work|tmp|usr|root)/|[A-Z]:\\|\d\d:\d\d:\d\d`)

func TestSnapshotForm(t *testing.T) {
	forAll(t, func(t *testing.T, r *Registry) {
		text := written(t, r)
		if !strings.HasPrefix(text, snapshotNotice) || !strings.HasSuffix(text, "\n") || strings.HasSuffix(text, "\n\n") {
			t.Error("the notice or the last line end is missing, or a line too much")
		}
		if found := machine.FindString(text); found != "" {
			t.Errorf("%q comes from a machine", found)
		}
		for i, c := range []byte(text) {
			if c != '\n' && c != '\t' && (c < ' ' || c > '~') {
				t.Fatalf("byte %#x at %d", c, i)
			}
		}
		inOrder(t, text)
	})
}

// inOrder checks that the top-level lines of each kind are sorted.
func inOrder(t *testing.T, text string) {
	names := map[string][]string{}
	var kinds []string
	for line := range strings.Lines(strings.TrimPrefix(text, snapshotNotice)) {
		words := strings.Split(line, "\t")
		kind := words[0]
		if kind == "param" || kind == "has" || kind == "feature" { // sorted by parameter position, kind or number
			continue
		}
		if len(names[kind]) == 0 {
			kinds = append(kinds, kind)
		}
		names[kind] = append(names[kind], words[1])
	}
	if want := []string{"source", "type", "group", "enum", "command", "extension"}; !slices.Equal(kinds, want) {
		t.Errorf("kinds %v, want %v", kinds, want)
	}
	for kind, list := range names {
		if !slices.IsSorted(list) {
			t.Errorf("%s: not sorted", kind)
		}
	}
}
