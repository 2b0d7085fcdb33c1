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

// TestDecodeTypes checks that an error about the type of a value has the line, the key, and what is expected, and no types of Go.
func TestDecodeTypes(t *testing.T) {
	type entry struct {
		On    bool     `yaml:"on"`
		Range []int32  `yaml:"range"`
		Words []string `yaml:"words"`
	}
	type document struct {
		On      bool    `yaml:"on"`
		Number  int     `yaml:"number"`
		Name    string  `yaml:"name"`
		Entry   entry   `yaml:"entry"`
		Entries []entry `yaml:"entries"`
	}
	for text, want := range map[string]string{
		"name: a\non: maybe\n":           `2: on: expected true or false, found "maybe"`,
		"on: [1]\n":                      `1: on: expected true or false, found a list`,
		"on: {a: 1}\n":                   `1: on: expected true or false, found keys and values`,
		"on:\n  a: 1\n":                  `2: on: expected true or false, found keys and values`,
		"number: two\n":                  `1: number: expected a whole number, found "two"`,
		"number: 99999999999999999999\n": `1: number: expected a smaller number, found "99999999999999999999"`,
		"name: [a]\n":                    `1: name: expected text, found a list`,
		"name: {a: 1}\n":                 `1: name: expected text, found keys and values`,
		"entry: 5\n":                     `1: entry: expected keys and values, found "5"`,
		"entry: [5]\n":                   `1: entry: expected keys and values, found a list`,
		"entry:\n  on: 7\n":              `2: entry.on: expected true or false, found "7"`,
		"entry: {words: a}\n":            `1: entry.words: expected a list, found "a"`,
		"entry: {words: {a: 1}}\n":       `1: entry.words: expected a list, found keys and values`,
		"entries:\n- on: true\n- on: true\n  on2: 1\n": `4: unknown field "on2"`,
		"entries:\n- on: true\n- range: [1, b]\n":      `3: entries[1].range[1]: expected a whole number, found "b"`,
		"entries:\n- range: [1, 9999999999]\n":         `2: entries[0].range[1]: expected a smaller number, found "9999999999"`,
		"entries: 5\n":                                 `1: entries: expected a list, found "5"`,
		"- a\n":                                        `1: expected keys and values, found a list`,
		"a\n":                                          `1: expected keys and values, found "a"`,
	} {
		tree, err := Parse([]byte(text), Limits{Bytes: 1 << 10, Tokens: 100})
		if err != nil {
			t.Fatal(err)
		}
		why, line := "", 0
		if err := Decode(tree, &document{}); err != nil {
			why, line = ErrorLine(err)
		}
		if got := fmt.Sprintf("%d: %s", line, why); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
