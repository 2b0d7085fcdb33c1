package registry

import (
	"strconv"
	"strings"
	"testing"
)

// tiny is a snapshot of three facts with their lines; tests add or replace lines.
const tiny = snapshotNotice + `source	egl.xml	2026-05	00
type	EGLint	platform
group	Mask	bitmask
enum	EGL_A	0x1	type=u	alias=EGL_B	groups=Mask
command	eglA	EGLint	group=Mask	aliases=eglB
param	n	const EGLint *	kind=Color	class=vertex array	len=2
command	eglB	void	aliases=eglA
feature	EGL_VERSION_1_0	egl	1.0
has	command	eglA
extension	EGL_X	egl
has	command	eglB	egl
`

func TestTinySnapshot(t *testing.T) {
	r, err := ReadSnapshot(tiny)
	if err != nil || written(t, r) != tiny {
		t.Errorf("%v, or written another way", err)
	}
	if c, _ := r.Command("eglA"); c.Params[0].Class != "vertex array" || c.Params[0].Len.Factor != 2 {
		t.Errorf("%+v", c)
	}
}

func TestBadSnapshot(t *testing.T) {
	for _, header := range []string{"", "\n", "# something else\n", "# gleslayergen registry snapshot 2\n",
		"\ufeff" + tiny, snapshotHeader + "\r\n"} {
		if _, err := ReadSnapshot(header); err == nil || !strings.Contains(err.Error(), "not a registry snapshot that this version can read") {
			t.Errorf("%.20q: %v", header, err)
		}
	}
	last := "line " + strconv.Itoa(strings.Count(tiny, "\n")+1) + ": "
	for line, want := range map[string]string{
		"has":                                "at least three tab-separated fields, got 1",
		"nonsense\tA\tB":                     `unknown keyword "nonsense"`,
		"type\tT\t":                          "empty field: two consecutive tabs, or a tab at the start or end of the line",
		"type\tT\tunion":                     `unknown kind "union"`,
		"type\tT\talias":                     "expected a target type",
		"type\tT\talias\tint\tint x":         `unknown keyword "int x"`,
		"type\tT\talias\t*":                  `unexpected "*"`,
		"type\tT\tplatform\tint x":           `unknown keyword "int x"`,
		"type\tT\tstruct\tint":               "expected a declaration",
		"type\tEGLint\tplatform":             "EGLint is defined more than once",
		"type\ta-b\tplatform":                `"a-b" is not a valid name`,
		"group\tG\tmask":                     `expected the fields "group NAME -"`,
		"group\tMask\t-":                     "Mask is defined more than once",
		"enum\tE\tx":                         `"x" is not a number`,
		"enum\tE\t0x10000000000000000":       "is not a number",
		"enum\tE\t1\tsize=3":                 `unknown keyword "size=3"`,
		"enum\tE\t1\tgroups=":                `unknown keyword "groups="`,
		"enum\tE\t1\tgroups=Nowhere":         `the group "Nowhere" is not defined on an earlier line`,
		"enum\tE\t1\tgroups=Mask,":           "is not defined on an earlier line",
		"enum\tE\t1\ttype=a b":               `"a b" is not a valid name`,
		"enum\tEGL_A\t1":                     "EGL_A is defined more than once",
		"command\teglA\tvoid":                "eglA is defined more than once",
		"command\teglC\tint int *x":          "unexpected",
		"command\teglC\tvoid\tgroup":         `unknown keyword "group"`,
		"command\teglC\tvoid\tgroup=a;b":     `group "a;b" is not a valid name`,
		"command\teglC\tvoid\tclass=*/":      "contains an invalid character",
		"param\tn\tint":                      `a line that begins with "param" must come after`,
		"feature\tF\tegl":                    `expected the fields "feature NAME API NUMBER"`,
		"feature\tF\tgl\t1.0":                `unknown API "gl"`,
		"feature\tF\tegl\t1.10":              "expected a number such as 3.1",
		"feature\tEGL_VERSION_1_0\tegl\t1.1": "EGL_VERSION_1_0 is defined more than once",
		"extension\tEGL_X\tegl":              "EGL_X is defined more than once",
		"extension\tEGL_Y\tegl,":             `unknown API ""`,
		"extension\tEGL_Y\tegl\tmore":        `unknown keyword "more"`,
		"has\tfunction\teglA":                `unknown keyword "function"`,
		"has\tcommand\teglC":                 `the command "eglC" is not defined on an earlier line`,
		"has\tcommand\teglA\tglx":            `expected the fields "has KIND NAME [API]"`,
		"has\ttype\ta b":                     `"a b" is not a valid name`,
	} {
		_, err := ReadSnapshot(tiny + line + "\n")
		if err == nil || !strings.Contains(err.Error(), last) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s%s", line, err, last, want)
		}
	}
}

func TestBadSnapshotElsewhere(t *testing.T) {
	for _, c := range []struct{ line, instead, want string }{
		{"source\tegl.xml\t2026-05\t00", "source\tegl.xml\t2026-05", `line 5: expected the fields "source FILE DATE SHA256"`},
		{"param\tn\tconst EGLint *", "param\tn\t[3]", "line 10: C type"},
		{"len=2", "len=-2", `line 10: len "-2"`},
		{"len=2", "len=2*n", `line 10: len "2*n"`},
		{"aliases=eglB", "aliases=eglC", `command eglA: its alias "eglC" is not defined`},
		{"feature\tEGL_VERSION_1_0\tegl\t1.0\n", "", `line 12: a line that begins with "has" must come after`},
	} {
		_, err := ReadSnapshot(strings.Replace(tiny, c.line, c.instead, 1))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.instead, err, c.want)
		}
	}
}
