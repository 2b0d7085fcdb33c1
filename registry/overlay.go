package registry

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
)

// Corrections are what the Khronos files leave out or have wrong. Every model is read with them; a snapshot is
// written without, so that it says what the files say.

//go:embed corrections.tsv
var correctionsTable string

// correction is one row: a fact of a parameter or result that is to be another, or a group that an enum belongs to.
type correction struct {
	Name   string // of a command or enum
	Part   string // a parameter, or "return"; empty for an enum
	Fact   string // group or len
	From   string // what the files say, empty for nothing; it applies to nothing else
	To     string
	Reason string
	Link   string

	line int
}

var corrections = sync.OnceValue(func() []*correction {
	list, err := parseCorrections(correctionsTable)
	if err != nil {
		panic("embedded corrections.tsv: " + err.Error()) // a build fault: a test reads it
	}
	return list
})

// parseCorrections reads rows of seven columns parted by tabs; "-" stands for nothing.
func parseCorrections(text string) ([]*correction, error) {
	var list []*correction
	seen := map[string]bool{}
	line := 0
	for row := range strings.SplitSeq(text, "\n") {
		if line++; row == "" || row[0] == '#' {
			continue
		}
		c, err := parseCorrection(strings.Split(row, "\t"))
		if err == nil && seen[c.what()] {
			err = fmt.Errorf("%s is corrected twice", c.what())
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		c.line, seen[c.what()] = line, true
		list = append(list, c)
	}
	return list, nil
}

func parseCorrection(words []string) (*correction, error) {
	if len(words) != 7 {
		return nil, fmt.Errorf("%d columns, not 7", len(words))
	}
	for i, w := range words {
		if w == "-" {
			words[i] = ""
		}
	}
	c := &correction{Name: words[0], Part: words[1], Fact: words[2], From: words[3], To: words[4], Reason: words[5], Link: words[6]}
	return c, c.check()
}

func (c *correction) check() error {
	switch {
	case !isName(c.Name) || c.Part != "" && c.Part != result && !isName(c.Part):
		return fmt.Errorf("%.99q is no name", c.Name+" "+c.Part)
	case c.Reason == "" || !strings.HasPrefix(c.Link, "https://"):
		return fmt.Errorf("%s has no reason, or no link", c.what())
	case c.From == c.To:
		return fmt.Errorf("%s changes nothing", c.what())
	case c.Fact == "group" && isIdentifier(c.To) && (c.From == "" || isIdentifier(c.From) && c.Part != ""):
		return nil
	case c.Fact == "len" && c.Part != "" && c.To != "":
		return c.checkLens()
	}
	return fmt.Errorf("%s: expected a parameter's len or group, or a group of an enum", c.what())
}

// checkLens wants lengths spelled as Len spells them.
func (c *correction) checkLens() error {
	for _, s := range []string{c.From, c.To} {
		if l, err := ParseLen(s); err != nil || l.String() != s {
			return fmt.Errorf("%s: len %.99q is no length, or spelled in another way", c.what(), s)
		}
	}
	return nil
}

// what names the fact. An enum may get several groups, so the group belongs to it.
func (c *correction) what() string {
	if c.Part == "" {
		return c.Name + " group " + c.To
	}
	return c.Name + " " + c.Part + " " + c.Fact
}
