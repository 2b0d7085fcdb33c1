package table

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	join := Row(func(row []string) string { return strings.Join(row, "|") })
	got, err := Parse("a.tsv", "# head\n\na\tb\r\nc\t#d", 2, join)
	if want := []string{"a|b", "c|#d"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v, expected %q", got, err, want)
	}
	for text, want := range map[string]string{
		"#\na":       "a.tsv:2: 1 columns, want 2",
		"a\tb\tc\n":  "a.tsv:1: 3 columns, want 2",
		"a\tb\nno\t": "a.tsv:2: refused",
	} {
		_, err := Parse("a.tsv", text, 2, func(row []string) (string, error) {
			if row[0] == "no" {
				return "", errors.New("refused")
			}
			return "", nil
		})
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v, expected %s", text, err, want)
		}
	}
}

func TestMust(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Must accepted an invalid table")
		}
	}()
	Must("a.tsv", "a", 2, Row(func([]string) int { return 0 }))
}

func TestEachField(t *testing.T) {
	var got []string
	err := EachField("a.txt", "# head\n  a  b\tc d \n\n", 3, func(row []string) error {
		got = append(got, strings.Join(row, "|"))
		return nil
	})
	if want := []string{"a|b|c d"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	err = EachField("a.txt", "a b\na", 2, func([]string) error { return nil })
	if err == nil || err.Error() != "a.txt:2: 1 columns, want 2" {
		t.Errorf("%v", err)
	}
}
