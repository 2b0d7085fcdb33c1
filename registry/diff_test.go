package registry

import (
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// snapshot2022 returns the model of the older snapshot, which is always available.
func snapshot2022(t testing.TB) *Registry {
	t.Helper()
	text, err := os.ReadFile("testdata/2022-07.txt")
	if err != nil {
		t.Fatal(err)
	}
	r, err := ReadSnapshot(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// tallies formats a summary in one line, without kinds that have no changes.
func tallies(changes []Change) string {
	var words []string
	for _, row := range Count(changes) {
		if row.Added+row.Removed+row.Changed > 0 {
			words = append(words, fmt.Sprintf("%s +%d -%d ~%d", row.What, row.Added, row.Removed, row.Changed))
		}
	}
	return strings.Join(words, ", ")
}

func TestDiffOfOneIsEmpty(t *testing.T) {
	forAll(t, func(t *testing.T, r *Registry) {
		if changes := Diff(r, r); len(changes) > 0 {
			t.Errorf("%d changes, first %+v", len(changes), changes[0])
		}
	})
}

// The numbers of changes between the available registries.
func TestDiffCounts(t *testing.T) {
	for _, c := range []struct {
		name, want string
		old        *Registry
	}{
		{"2022-07", "extension +33 -0 ~3, command +18 -0 ~0, parameter +0 -0 ~783, enum +160 -0 ~0, group +15 -36 ~30", snapshot2022(t)},
		{"glad", "extension +21 -0 ~2, command +10 -0 ~0, parameter +0 -0 ~751, enum +93 -0 ~0, group +2 -25 ~17", pairs[0].registry(t)},
		{"khronos-api", "extension +24 -0 ~2, command +14 -0 ~0, parameter +0 -0 ~766, enum +119 -0 ~0, group +11 -38 ~30", pairs[1].registry(t)},
	} {
		changes := Diff(c.old, Builtin())
		if got := tallies(changes); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
		for i, change := range changes {
			if change.Commands == nil || !slices.IsSorted(change.Commands) || change.Kind == Changed && change.Old == change.New || i > 0 && compareChanges(changes[i-1], change) >= 0 {
				t.Errorf("%s: out of order, or odd: %+v", c.name, change)
			}
		}
	}
}

// The XML files of both dates give the same changes as their snapshots.
func TestDiffOfXML(t *testing.T) {
	if got, want := Diff(old.registry(t), newest.registry(t)), Diff(snapshot2022(t), Builtin()); !reflect.DeepEqual(got, want) {
		t.Errorf("%s\nwant %s", tallies(got), tallies(want))
	}
}

// Changes that can be verified in the files.
func TestDiffFinds(t *testing.T) {
	changes := Diff(snapshot2022(t), Builtin())
	for _, want := range []Change{
		{Changed, InExtension, "GL_OVR_multiview", "", "commands", "", "glNamedFramebufferTextureMultiviewOVR",
			[]string{"glNamedFramebufferTextureMultiviewOVR"}},
		{Changed, InParameter, "eglStreamImageConsumerConnectNV", "modifiers", "type", "EGLuint64KHR *", "const EGLuint64KHR *",
			[]string{"eglStreamImageConsumerConnectNV"}},
		{Changed, InParameter, "glVertexAttribPointer", "pointer", "len", "COMPSIZE(size,type,stride)", "", []string{"glVertexAttribPointer"}},
		{Changed, InParameter, "glTransformPathNV", "srcPath", "kind", "", "Path", []string{"glTransformPathNV"}},
		{Added, InCommand, "eglQuerySupportedCompressionRatesEXT", "", "", "",
			"EGLBoolean eglQuerySupportedCompressionRatesEXT(EGLDisplay dpy, EGLConfig config, const EGLAttrib *attrib_list, EGLint *rates, EGLint rate_size, EGLint *num_rates)",
			[]string{"eglQuerySupportedCompressionRatesEXT"}},
	} {
		if !slices.ContainsFunc(changes, func(c Change) bool { return reflect.DeepEqual(c, want) }) {
			t.Errorf("not found: %+v", want)
		}
	}
}

// mirror returns the changes in the opposite direction.
func mirror(changes []Change) []Change {
	renamed := map[[2]string]string{}
	for _, c := range changes {
		if c.Fact == "name" {
			renamed[[2]string{c.Name, c.New}] = c.Old
		}
	}
	var out []Change
	for _, c := range changes {
		c.Old, c.New = c.New, c.Old
		switch c.Kind {
		case Added:
			c.Kind = Removed
		case Removed:
			c.Kind = Added
		default:
			if before := renamed[[2]string{c.Name, c.Part}]; before != "" {
				c.Part = before
			}
		}
		out = append(out, c)
	}
	slices.SortFunc(out, compareChanges)
	return out
}

func TestDiffMirrors(t *testing.T) {
	past := snapshot2022(t)
	if !reflect.DeepEqual(Diff(Builtin(), past), mirror(Diff(past, Builtin()))) {
		t.Error("the way back is another than the way there")
	}
}

// asUsed returns the text of a model with corrections and without its sources.
func asUsed(t testing.TB, r *Registry) string {
	plain := *r
	plain.corrected, plain.Sources = nil, nil
	return written(t, &plain)
}

// Diff finds each edit of a snapshot and reports no other changes. In the opposite direction the changes are
// mirrored.
func TestDiffFindsEveryEdit(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	lines := strings.Split(part(written(t, snapshot2022(t))), "\n")
	base, err := ReadSnapshot(strings.Join(lines, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	edited := 0
	for range 300 {
		b, err := ReadSnapshot(strings.Join(edit(random, slices.Clone(lines)), "\n"))
		if err != nil {
			continue // the edit makes the snapshot invalid
		}
		edited++
		changes := Diff(base, b)
		if (asUsed(t, base) == asUsed(t, b)) != (len(changes) == 0) {
			t.Errorf("%d changes are found, the texts say something else", len(changes))
		}
		if back := Diff(b, base); !reflect.DeepEqual(back, mirror(changes)) {
			t.Errorf("%+v\nback %+v", changes, back)
		}
	}
	if edited < 150 {
		t.Errorf("only %d edits could be read", edited)
	}
}

// part returns a snapshot with fewer commands and enums.
func part(text string) string {
	var out strings.Builder
	left, keeps := map[string]bool{}, true
	for line := range strings.Lines(text) {
		words := strings.Split(strings.TrimSpace(line), "\t")
		switch words[0] {
		case "enum", "command":
			letter := strings.TrimLeft(words[1], "EGLegl_")
			keeps = letter != "" && strings.ContainsAny(letter[:1], "DMTdmt")
			left[words[1]] = keeps
		case "has":
			keeps = words[1] == "type" || left[words[2]]
		case "param": // removed with its command
		default:
			keeps = true
		}
		if keeps {
			out.WriteString(line)
		}
	}
	return out.String()
}

// edit changes a few lines: it removes a line or its last word, exchanges it with the next line, or
// changes its last word.
func edit(random *rand.Rand, lines []string) []string {
	for range 1 + random.IntN(4) {
		at := 8 + random.IntN(len(lines)-10)
		words := strings.Split(lines[at], "\t")
		switch random.IntN(5) {
		case 0:
			lines = slices.Delete(lines, at, at+1)
		case 1:
			lines[at] = strings.Join(words[:max(3, len(words)-1)], "\t")
		case 2:
			lines[at], lines[at+1] = lines[at+1], lines[at]
		default:
			words[len(words)-1] += "1"
			lines[at] = strings.Join(words, "\t")
		}
	}
	return lines
}

const smallSnapshot = snapshotHeader + `
type	T	alias	int
type	U	alias	T
group	G	-
group	H	-
enum	E	0x1	groups=G
enum	F	0x2
command	glA	void
param	a	U	group=G
param	b	int
command	glB	void
command	glC	int
feature	GL_ES_VERSION_2_0	gles2	2.0
has	command	glA
has	command	glB
extension	GL_X	gles2
has	enum	E
has	command	glC
`

// What each edit is called, and what it touches.
func TestDiffNames(t *testing.T) {
	a, one := []string{"glA"}, Changed
	for _, c := range []struct {
		from, to string
		want     []Change
	}{
		{"param\tb\tint", "param\tbb\tint", []Change{{one, InParameter, "glA", "bb", "name", "b", "bb", a}}},
		{"param\tb\tint", "param\tb\tfloat", []Change{{one, InParameter, "glA", "b", "type", "int", "float", a}}},
		{"param\tb\tint", "param\tc\tfloat", []Change{{Removed, InParameter, "glA", "b", "", "int b", "", a}, {Added, InParameter, "glA", "c", "", "", "float c", a}}},
		{"param\tb\tint", "param\tb\tint\tlen=a", []Change{{one, InParameter, "glA", "b", "len", "", "a", a}}},
		{"param\tb\tint\n", "", []Change{{Removed, InParameter, "glA", "b", "", "int b", "", a}}},
		{"param\ta\tU\tgroup=G\nparam\tb\tint\n", "param\tb\tint\nparam\ta\tU\tgroup=G\n", []Change{{one, InCommand, "glA", "", "order", "a,b", "b,a", a}}},
		{"command\tglC\tint", "command\tglC\tint\tgroup=H", []Change{{one, InParameter, "glC", "return", "group", "", "H", []string{"glC"}}}},
		{"alias\tint", "alias\tshort", []Change{{one, InType, "T", "", "definition", "alias int", "alias short", a}}},
		{"0x1", "0x3", []Change{{one, InEnum, "E", "", "value", "0x0001", "0x0003", a}}},
		{"enum\tF\t0x2", "enum\tF\t0x2\tgroups=G", []Change{{one, InGroup, "G", "", "enums", "", "F", a}}},
		{"group\tG\t-", "group\tG\tbitmask", []Change{{one, InGroup, "G", "", "bitmask", "false", "true", a}}},
		{"group\tH\t-\n", "", []Change{{Removed, InGroup, "H", "", "", "", "", []string{}}}},
		{"command\tglA\tvoid", "command\tglA\tvoid\taliases=glB", []Change{{one, InAlias, "glA", "", "aliases", "", "glB", a}}},
		{"GL_X\tgles2", "GL_X\tgles1,gles2", []Change{{one, InExtension, "GL_X", "", "supported", "gles2", "gles1,gles2", []string{"glC"}}}},
		{"has\tcommand\tglC\n", "", []Change{{one, InExtension, "GL_X", "", "commands", "glC", "", []string{"glC"}}}},
		{"has\tcommand\tglC\n", "has\tcommand\tglC\tgles2\n", []Change{{one, InExtension, "GL_X", "", "commands", "glC", "glC(gles2)", []string{"glC"}}}},
		{"gles2\t2.0", "gles2\t3.0", []Change{{one, InFeature, "GL_ES_VERSION_2_0", "", "version", "gles2 2.0", "gles2 3.0", []string{"glA", "glB"}}}},
	} {
		before, err := ReadSnapshot(smallSnapshot)
		if err != nil {
			t.Fatal(err)
		}
		after, err := ReadSnapshot(strings.Replace(smallSnapshot, c.from, c.to, 1))
		if err != nil {
			t.Errorf("%q: %v", c.to, err)
			continue
		}
		if got := Diff(before, after); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q for %q:\n%+v\nwant\n%+v", c.to, c.from, got, c.want)
		}
	}
}

func TestTouching(t *testing.T) {
	changes := []Change{{Name: "x", Commands: []string{"glA", "glB"}}, {Name: "y", Commands: []string{"glC"}}, {Name: "z", Commands: []string{}}}
	if got := Touching(changes, []string{"glB", "glZ"}); len(got) != 1 || got[0].Name != "x" {
		t.Errorf("%+v", got)
	}
}

func BenchmarkDiff(b *testing.B) {
	past := snapshot2022(b)
	b.ReportAllocs()
	for b.Loop() {
		Diff(past, Builtin())
	}
}
