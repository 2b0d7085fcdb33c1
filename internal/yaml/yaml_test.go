package yaml

import (
	"fmt"
	"strings"
	"testing"
)

// Errors and their lines. The packages that read a file test its keys.
func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"a: 1\nb: [x, {c: 2}]\n":          "",
		"\ufeffa: 1\r\nb: 2\r\n":          "",
		"":                                "",
		"a: 1\n---\nb: 2\n":               "2: more than one YAML document in a file",
		"a: &x 1\n":                       "1: anchors, aliases",
		"a: 1\nb: *x\n":                   "2: anchors, aliases",
		"a: !!int 1\n":                    "1: anchors, aliases",
		"a: [[[[[[[[[1]]]]]]]]]\n":        "1: lists and mappings are nested more than 8 levels deep",
		"a: \xff\n":                       "0: not UTF-8",
		"a: \x00\n":                       "0: the file contains a zero byte",
		strings.Repeat("a", 2000):         "0: larger than 1 KiB",
		strings.Repeat("- a\n", 200):      "0: too long",
		strings.Repeat("a: 1\n", 101):     "101: more than 100 keys in a row",
		"a: '" + strings.Repeat("x", 900): "1: could not find end",
	} {
		_, err := Parse([]byte(text), Limits{Bytes: 1 << 10, Tokens: 330})
		got := ""
		if err != nil {
			why, line := ErrorLine(err)
			got = fmt.Sprintf("%d: %s", line, why)
		}
		if !strings.HasPrefix(got, want) || want == "" && got != "" || len(got) > maxWhy+20 {
			t.Errorf("%.40q: %s, want %s", text, got, want)
		}
	}
}
