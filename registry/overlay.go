package registry

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

// Corrections are applied to every model that is read, because the Khronos files leave out some facts and
// have others wrong. A snapshot is written without them, so that it holds what the files say.

//go:embed corrections.tsv
var correctionsTable string

// correction is one row: the new value of a fact of a parameter or result, or a group that an enum belongs
// to.
type correction struct {
	Name   string // of a command or enum
	Part   string // a parameter, or "return"; empty for an enum
	Fact   string // group or len
	From   string // value in the files, empty for none; the correction applies to no other value
	To     string
	Reason string
	Link   string

	line int
}

var corrections = sync.OnceValue(func() []*correction {
	list, err := parseCorrections(correctionsTable)
	if err != nil {
		panic("embedded corrections.tsv: " + err.Error()) // a build error: a test parses the table
	}
	return list
})

// parseCorrections reads corrections.tsv, which has seven columns; "-" means empty.
func parseCorrections(text string) ([]*correction, error) {
	var list []*correction
	seen := map[string]bool{}
	err := table.Each("corrections.tsv", text, 7, func(line int, row []string) error {
		c, err := parseCorrection(row)
		if err == nil && seen[c.what()] {
			err = fmt.Errorf("more than one correction of %s", c.what())
		}
		if err != nil {
			return err
		}
		c.line, seen[c.what()] = line, true
		list = append(list, c)
		return nil
	})
	return list, err
}

func parseCorrection(words []string) (*correction, error) {
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
		return fmt.Errorf("%.99q is not a valid name", c.Name+" "+c.Part)
	case c.Reason == "" || !strings.HasPrefix(c.Link, "https://"):
		return fmt.Errorf("the correction of %s must have a reason and a link that begins with https://", c.what())
	case c.From == c.To:
		return fmt.Errorf("the correction of %s has equal old and new values", c.what())
	case c.Fact == "group" && isIdentifier(c.To) && (c.From == "" || isIdentifier(c.From) && c.Part != ""):
		return nil
	case c.Fact == "len" && c.Part != "" && c.To != "":
		return c.checkLens()
	}
	return fmt.Errorf("%s: a correction must set the len or group of a parameter, or the group of an enum", c.what())
}

// checkLens checks that lengths are spelled as Len.String spells them.
func (c *correction) checkLens() error {
	for _, s := range []string{c.From, c.To} {
		if l, err := ParseLen(s); err != nil || l.String() != s {
			return fmt.Errorf("%s: len %.99q must have one of the forms NUMBER, PARAMETER, PARAMETER*NUMBER, PARAMETER / NUMBER, COMPSIZE(PARAMETER,...), with spaces only as shown", c.what(), s)
		}
	}
	return nil
}

// what names the corrected fact. An enum may have several groups, so the group is part of the name.
func (c *correction) what() string {
	if c.Part == "" {
		return c.Name + " group " + c.To
	}
	return c.Name + " " + c.Part + " " + c.Fact
}
