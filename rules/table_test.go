package rules

import (
	"strings"
	"testing"
)

// Invalid tables and the expected errors. parse reads each kind of table.
var badTables = []struct{ parse, text, want string }{
	{"ndk", "liba.so 29", "t:1: 2 columns, want 3"},
	{"ndk", "liba.so later r", "\"later\" is not an API level"},
	{"ndk", "liba.so 0 r", "not an API level"},
	{"ndk", "a.so 29 r", "\"a.so\" is not the name of a library"},
	{"ndk", "lib/a.so 29 r", "not the name of a library"},
	{"ndk", "liba.so 29 r\n\nliba.so 30 r", "t:3: liba.so is listed more than once"},
	{"names", "platform eglX 10-", "t:1: 3 columns, want 4"},
	{"names", "# c\n\nplatform eglX 10- 2.3 more", "t:3: invalid name"},
	{"names", "platfrom eglX 10- 2.3", "unknown list \"platfrom\""},
	{"names", "gl gl;X 10- 2.5", "invalid name"},
	{"names", "gl glX 10- 2.05", "invalid name"},
	{"names", "gl glX 9- 2.5", "\"9-\" is not a range of releases"},
	{"names", "gl glX 12-10 2.5", "not a range"},
	{"names", "gl glX - 2.5", "not a range"},
	{"names", "gl glX 10-99 2.5", "not a range"},
	{"names", "gl glX 10- 2.5\ngl glX 12- 2.5", "t:2: glX is more than once in the list \"gl\""},
	{"releases", "", "the table has 0 releases"},
	{"releases", "10 x 256 - A | s", "the number of slots"},
	{"releases", "10 30-29 256 - A | s", "the number of slots"},
	{"releases", "10 29 -1 - A | s", "the number of slots"},
	{"releases", "10 29 256 - A", "expected a title and a source"},
	{"releases", "10 29 256 - A | s\n10 29 256 - A | s", "t:2: release 10 is listed more than once"},
	{"releases", "10 29 256 - A | s\n11 28 256 - A | s", "older than the release in the previous row"},
	{"sentences", "key a sentence without a source", "must cite a rule"},
	{"topics", "text", "before the first block"},
	{"topics", "id: rule-1.1\ntitle: T\n\n", "t:1: the text after the keys is missing"},
	{"topics", "id: rule-1.1\n\ntext", "the key \"title\" is missing"},
	{"topics", "id: rule-1.1\ntitle: T\ntilte: T\n\ntext", "t:3: unknown key \"tilte\""},
	{"topics", "id: rule-1.1\ntitle: T\ntitle: U\n\ntext", "the key \"title\" is set more than once"},
	{"topics", "id: rule-1.1\ntitle:\n\ntext", "expected a line of the form"},
	{"topics", "id: 1.1\ntitle: T\n\ntext", "not the id of a rule"},
	{"vendors", "", "for all other manufacturers"},
	{"vendors", "id: vendor-x\ntitle: T\nmakers: x\ntoggle: T\n\ntext", "for all other manufacturers"},
	{"vendors", "id: x\ntitle: T\nmakers: *\ntoggle: T\n\ntext", "vendor id \"x\""},
	{"vendors", "id: vendor-x\ntitle: T\nmakers: X\ntoggle: T\n\ntext", "must be in lower case"},
	{"vendors", "id: vendor-x\ntitle: T\nmakers: x x\ntoggle: T\n\ntext", "and unique"},
	{"traps", "id: x\ntitle: T\nrule: 6.1\nreleases: 10-\nremedy: R\n\ntext", "invalid id"},
	{"traps", "id: trap-x\ntitle: T\nrule: six\nreleases: 10-\nremedy: R\n\ntext", "invalid id"},
	{"traps", "id: trap-x\ntitle: T\nrule: 6.1\nreleases: 9\nremedy: R\n\ntext", "not a range"},
	{"traps", "id: trap-x\ntitle: T\nrule: 6.1\nreleases: 10-\nremedy: R\ncommands: @x\n\ntext", "commands: \"@x\" is not the name of a function"},
	{"traps", "id: trap-x\ntitle: T\nrule: 6.1\nreleases: 10-\n\ntext", "the key \"remedy\" is missing"},
	{"gate", "", "the last row must have no facts"},
	{"gate", "gate yes 10- - 7.2", "t:1: 5 columns, want 6"},
	{"gate", "gaet yes 10- - 7.2 r", "unknown question \"gaet\""},
	{"gate", "gate maybe 10- - 7.2 r", "\"maybe\" is not a valid answer to the question \"gate\""},
	{"gate", "gate {app} 10- - 7.2 r", "is not a valid answer to the question \"gate\""},
	{"gate", "gate yes 10- named,anmed 7.2 r", "unknown fact \"anmed\""},
	{"gate", "gate yes 9- - 7.2 r", "not a range"},
	{"gate", "gate yes 10- - seven r", "\"seven\" is not the number of a rule"},
	{"gate", "path {dta} 10- - 7.6 r", "unknown parameter {dta}"},
	{"gate", "gate yes 10- - 7.2 {app", "unknown parameter {app"},
	{"gate", gateTable + "gate no 10- named 7.2 behind", "question \"gate\", release 10: the row \"behind\" is never used"},
	{"gate", strings.Replace(gateTable, "gate yes 10- -", "gate yes 10-11 -", 1), "question \"gate\", release 12: the last row"},
	{"drivers", "", "release 10: the last unconditional row"},
	{"drivers", "try none 10- - abort 5.1", "t:1: 6 columns, want 7"},
	{"drivers", "tries none 10- - abort 5.1 r", "unknown kind \"tries\""},
	{"drivers", "try none 10- - - 5.1 r", "\"-\" is not a valid result for a row of kind \"try\""},
	{"drivers", "dir /x 10- - next 5.3 r", "\"next\" is not a valid result for a row of kind \"dir\""},
	{"drivers", "dir x 10- - - 5.3 r", "\"x\" is not the absolute path of a directory"},
	{"drivers", "choose vulkan 10- - - 5.4 r", "\"vulkan\" is not a driver that a row of kind \"choose\" can request: expected -, angle, native"},
	{"drivers", "try none 10- one abort 5.1 r", "unknown fact \"one\""},
	{"drivers", "try none 10- - abort five r", "\"five\" is not the number of a rule"},
	{"drivers", "try none 9- - abort 5.1 r", "not a range"},
	{"drivers", "file lib{abi}.so 10- one - 5.2 r", "unknown parameter {abi}"},
	{"drivers", "choose - 10- - - 5.4 r\nupdate - 10- - - 5.4 r\ntry none 10 - abort 5.1 r", "release 11: the last unconditional rows of the kinds \"choose\" and \"update\" must have the value \"-\""},
	{"logs", "id: log-x\ntag: T\npattern: a {b}\ntitle: {c}\nrule: 1.1\n\ntext", "the title has the placeholder {c}"},
	{"logs", "id: x\ntag: T\npattern: a\ntitle: t\nrule: 1.1\n\ntext", "invalid log id"},
	{"logs", "id: log-x\ntag: T\ntitle: t\nrule: 1.1\n\ntext", "the key \"pattern\" is missing"},
	{"abis", "arm64-v8a arm64", "2 columns, want 3"},
	{"abis", "x86 x86 r\nx86 x86 r", "t:2: x86 is listed more than once"},
}

func TestBadTables(t *testing.T) {
	for _, c := range badTables {
		if err := parseAs(c.parse, c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %q: error %v, not %q", c.parse, c.text, err, c.want)
		}
	}
}

// parseAs parses a table of one kind and discards the result.
func parseAs(kind, text string) error {
	releases := must(parseReleases("releases.txt", releasesTable))
	var err error
	switch kind {
	case "ndk":
		_, err = parseLibraries("t", text)
	case "names":
		_, err = parseNames("t", text, releases)
	case "quirks":
		_, err = parseQuirks("t", text, releases)
	case "releases":
		_, err = parseReleases("t", text)
	case "sentences":
		_, err = parseSentences("t", text)
	case "topics":
		_, err = parseTopics("t", text)
	case "traps":
		_, err = parsePitfalls("t", text, releases)
	case "gate":
		_, err = parseGate("t", text, releases)
	case "drivers":
		_, err = parseDrivers("t", text, releases)
	case "logs":
		_, err = parseLogs("t", text)
	case "linker":
		_, err = parseLinker("t", text)
	case "makerlayers":
		_, err = parseMakerLayers("t", text)
	case "vendors":
		_, err = parseVendors("t", text)
	case "abis":
		_, err = parseABIs("t", text)
	}
	return err
}

func TestParseRange(t *testing.T) {
	for _, s := range []string{"10-", "10-11", "11", "12-15qpr", "16qpr2-"} {
		g, err := ParseRange(s)
		if err != nil || g.String() != s || g.Empty() {
			t.Errorf("ParseRange(%q) = %q, %v", s, g, err)
		}
	}
	if g, _ := ParseRange("16qpr2"); g.String() != "16qpr2-" {
		t.Errorf("the newest alone is written %q", g)
	}
	if (Range{}).String() != "" || (Range{}).Contains(Newest()) {
		t.Error("the zero range is not empty")
	}
}

func TestParagraphs(t *testing.T) {
	topics, err := parseTopics("t", "id: rule-1.1\ntitle: T\n\none\ntwo\n\n\nthree\n\nid: rule-1.2\ntitle: U\n\nx: y\n# z\n")
	if err != nil || len(topics) != 2 || topics[0].Text != "one two\n\nthree" || topics[1].Text != "x: y # z" {
		t.Errorf("%q, %v", topics, err)
	}
}
