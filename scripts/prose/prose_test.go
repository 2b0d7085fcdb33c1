package main

import (
	"slices"
	"testing"
)

func TestExtract(t *testing.T) {
	for _, test := range []struct {
		file, source string
		want         []text
	}{
		{"a.go", "package a\n\n// F reads\n// two lines.\n//\n//\tcode is not prose\nfunc F() { g(\"open the \" + \"file: %w\", \"one word\") }\n",
			[]text{{3, "F reads two lines."}, {7, "open the file: %w"}}},
		{"a_test.go", "package a\n\nvar x = \"strings of tests are free\"\n", nil},
		{"a.md", "# The long heading\nText of two\nlines with `a span`.\n\n    code that is indented\n\n```\ncode in a fence\n```\n- item of a list\n",
			[]text{{1, "The long heading"}, {2, "Text of two lines with CODE."}, {10, "item of a list"}}},
		{"a.c", "/* A comment\n * of two lines */\nint x; // and another one\nchar *s = \"a string of words\";\n",
			[]text{{1, "A comment of two lines"}, {3, "and another one"}, {4, "a string of words"}}},
		{"a.c.tmpl", "// from a template\n{{.Name}}\n", []text{{1, "from a template"}}},
		{"a.tsv", "name\tthe reason for it\n", []text{{1, "the reason for it"}}},
		{"Makefile", "all: # makes all of it\n", []text{{1, "makes all of it"}}},
		{"a.png", "not a text at all", nil},
	} {
		if got := extract(test.file, test.source); !slices.Equal(got, test.want) {
			t.Errorf("%s: %+v, want %+v", test.file, got, test.want)
		}
	}
}

func TestLineOf(t *testing.T) {
	if n := lineOf("told of\n// is told\n// of it\n", 2, "told of"); n != 2 {
		t.Errorf("line %d, want 2", n)
	}
}
