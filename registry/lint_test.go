package registry

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// found formats findings in short form.
func found(list []Finding) []string {
	var out []string
	for _, f := range list {
		out = append(out, strings.TrimSpace(strings.TrimPrefix(f.Rule, "lint-")+" "+f.Name+" "+f.Part))
	}
	return out
}

// The available registries have no errors and the reviewed number of warnings.
func TestLintRealFiles(t *testing.T) {
	count := func(list []Finding) string {
		rows := map[string]int{}
		for _, f := range list {
			rows[strings.TrimPrefix(f.Rule, "lint-")]++
		}
		var words []string
		for _, rule := range slices.Sorted(maps.Keys(rows)) {
			words = append(words, fmt.Sprintf("%s %d", rule, rows[rule]))
		}
		return strings.Join(words, ", ")
	}
	if got, want := count(Lint(Builtin())), "enum-without-group 52, pointer-without-len 32"; got != want {
		t.Errorf("builtin: %s, want %s", got, want)
	}
	for i, want := range []string{
		"alias-differs 24, empty-group 264, enum-without-group 62, pointer-without-len 35",
		"alias-differs 24, empty-group 283, enum-without-group 62, pointer-without-len 35",
		"alias-differs 24, empty-group 283, enum-without-group 62, pointer-without-len 38",
		"enum-without-group 52, pointer-without-len 32",
	} {
		t.Run(pairs[i].name, func(t *testing.T) {
			pairs[i].need(t)
			gl, err := ReadFile(pairs[i].gl)
			if err != nil {
				t.Fatal(err)
			}
			egl, err := ReadFile(pairs[i].egl)
			if err != nil {
				t.Fatal(err)
			}
			list, err := LintXML(gl, egl)
			if got := count(list); err != nil || got != want {
				t.Errorf("%s (%v), want %s", got, err, want)
			}
		})
	}
}

// Each rule reports its defect and nothing else.
func TestLintRules(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"", "", ""},
		{"alias\tT", "alias\tV", "undefined-type U"},
		{"command\tglC\tint", "command\tglC\tV *", "undefined-type glC return"},
		{"command\tglC\tint", "command\tglC\tstruct V *", ""},
		{"command\tglC\tint", "command\tglC\tkhronos_int8_t", ""},
		{"has\tenum\tE", "has\tenum\tZ", "undefined-enum GL_X"},
		{"param\tb\tint", "param\tb\tint *\tlen=x", "undefined-len glA b"},
		{"param\tb\tint", "param\tb\tint *\tlen=COMPSIZE(a,x)", "undefined-len glA b"},
		{"param\tb\tint", "param\tb\tint *\tlen=a*2", ""},
		{"param\tb\tint", "param\ta\tint", "duplicate-parameter glA a"},
		{"param\tb\tint", "param\tb\tint *", "pointer-without-len glA b"},
		{"param\tb\tint", "param\tb\tGLenum", "undefined-type glA b,enum-without-group glA b"},
		{"param\tb\tint", "param\tb\tint\tgroup=H", "empty-group glA b"},
		{"command\tglA\tvoid", "command\tglA\tvoid\taliases=glB", "alias-differs glA"},
		{"command\tglB\tvoid", "command\tglB\tvoid\taliases=glA\nparam\ta\tU\tgroup=G\nparam\tb\tint", ""},
		{"command\tglB\tvoid", "command\tglB\tvoid\naliases", "-"},
	} {
		r, err := ReadSnapshot(strings.Replace(smallSnapshot, c.from, c.to, 1))
		if (err != nil) != (c.want == "-") {
			t.Errorf("%q: %v", c.to, err)
		}
		if err != nil {
			continue
		}
		if got := strings.Join(found(Lint(r)), ","); got != c.want {
			t.Errorf("%q for %q: %s, want %s", c.to, c.from, got, c.want)
		}
	}
}

// A length may refer to a parameter by different names in aliases of a command.
func TestLintAliases(t *testing.T) {
	text := snapshotHeader + `
command	glA	void	aliases=glB
param	n	int
param	p	int *	len=n
command	glB	void	aliases=glA
param	count	int
param	p	int *	len=%s
`
	for length, want := range map[string]string{"count": "", "count*2": "alias-differs glA p", "1": "alias-differs glA p"} {
		r, err := ReadSnapshot(fmt.Sprintf(text, length))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(found(Lint(r)), ","); got != want {
			t.Errorf("len %s: %s, want %s", length, got, want)
		}
	}
}

// Duplicate definitions in XML are reported; the model keeps the first.
func TestLintXML(t *testing.T) {
	twice := strings.Replace(goodGL, "</enums>", `<enum name="GL_CULL_FACE" value="1"/></enums>`, 1)
	twice = strings.Replace(twice, "</types>", `<type>typedef short <name>GLenum</name>;</type></types>`, 1)
	for text, want := range map[string]string{
		goodGL: "", twice: "duplicate-enum GL_CULL_FACE,duplicate-type GLenum",
	} {
		list, err := LintXML(File{Name: "gl.xml", Data: []byte(text)}, File{Name: "egl.xml", Data: []byte(goodEGL)})
		list = slices.DeleteFunc(list, func(f Finding) bool { return !strings.HasPrefix(f.Rule, "lint-duplicate") })
		if got := strings.Join(found(list), ","); err != nil || got != want {
			t.Errorf("%s (%v), want %s", got, err, want)
		}
	}
	if _, err := LintXML(File{Name: "gl.xml"}, File{Name: "egl.xml"}); err == nil {
		t.Error("two empty files are no error")
	}
}

// A correction that changes nothing is an error that states the reason.
func TestLintStaleCorrections(t *testing.T) {
	text := written(t, Builtin())
	for _, c := range []struct{ from, to, want string }{
		{"param\tlabel\tconst GLchar *\n", "param\tlabel\tconst GLchar *\tlen=COMPSIZE(label,length)\n", `sets the len to "COMPSIZE(label,length)", but the registry already has this value`},
		{"param\tlabel\tconst GLchar *\n", "param\tlabel\tconst GLchar *\tlen=7\n", "the value in the registry is 7; the correction expects no value"},
		{"enum\tGL_TEXTURE_EXTERNAL_OES\t0x8d65\n", "", "the registry does not contain this enum or parameter"},
		{"enum\tGL_TEXTURE_EXTERNAL_OES\t0x8d65\n", "enum\tGL_TEXTURE_EXTERNAL_OES\t0x8d65\tgroups=TextureTarget\n", "the registry already has this value"},
	} {
		r, err := ReadSnapshot(strings.Replace(text, c.from, c.to, 1))
		if err != nil {
			t.Fatal(err)
		}
		list := slices.DeleteFunc(Lint(r), func(f Finding) bool { return f.Level != LevelError || f.Rule == "lint-undefined-enum" })
		if len(list) != 1 || list[0].Rule != "lint-stale-correction" || !strings.Contains(list[0].Message, c.want) {
			t.Errorf("%q: %+v", c.to, list)
		}
	}
}

func TestLintRuleTable(t *testing.T) {
	last := LevelError
	seen := map[string]bool{}
	for _, rule := range LintRules {
		if seen[rule.ID] || !strings.HasPrefix(rule.ID, "lint-") || rule.Title == "" || rule.Text == "" || rule.Level < last {
			t.Errorf("%+v", rule)
		}
		seen[rule.ID], last = true, rule.Level
		if lintRule(rule.ID).Title != rule.Title {
			t.Errorf("%s is not found", rule.ID)
		}
	}
}
