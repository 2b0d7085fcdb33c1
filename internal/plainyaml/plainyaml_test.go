package plainyaml

import (
	"fmt"
	"strings"
	"testing"
)

// What is refused, and where. The readers of single files test their own keys.
func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"a: 1\nb: [x, {c: 2}]\n":          "",
		"\ufeffa: 1\r\nb: 2\r\n":          "",
		"":                                "",
		"a: 1\n---\nb: 2\n":               "2: a second document",
		"a: &x 1\n":                       "1: no anchors",
		"a: 1\nb: *x\n":                   "2: no anchors",
		"a: !!int 1\n":                    "1: no anchors",
		"a: [[[[[[[[[1]]]]]]]]]\n":        "1: nested too deeply",
		"a: \xff\n":                       "0: not UTF-8",
		"a: \x00\n":                       "0: it holds a zero byte",
		strings.Repeat("a", 2000):         "0: larger than 1 KB",
		strings.Repeat("- a\n", 200):      "0: too long",
		strings.Repeat("a: 1\n", 101):     "101: too many keys",
		"a: '" + strings.Repeat("x", 900): "1: could not find end",
	} {
		_, err := Parse([]byte(text), Limits{Bytes: 1 << 10, Tokens: 330})
		got := ""
		if err != nil {
			why, line := Fault(err)
			got = fmt.Sprintf("%d: %s", line, why)
		}
		if !strings.HasPrefix(got, want) || want == "" && got != "" || len(got) > maxWhy+20 {
			t.Errorf("%.40q: %s, expected %s", text, got, want)
		}
	}
}
