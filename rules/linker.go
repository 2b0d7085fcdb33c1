package rules

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// LinkerFault is a reason for which Android's linker does not open a library.
type LinkerFault struct {
	ID     string // such as "machine"
	Why    string // a part of a sentence about the library
	Remedy string
}

// linkerPrefix begins each text.
const linkerPrefix = "dlopen failed: "

// linkerPattern is a block of data/linker.txt.
type linkerPattern struct {
	id, pattern, title, remedy string
	text                       *regexp.Regexp
}

var linkerPatterns = sync.OnceValue(func() []linkerPattern {
	return must(parseLinker("linker.txt", linkerTable))
})

// LinkerText returns what dlerror returns on Android for the fault with this ID. The values replace the
// placeholders of its pattern.
func LinkerText(id string, values map[string]string) string {
	for _, p := range linkerPatterns() {
		if p.id == id {
			return linkerPrefix + fillParameters(p.pattern, values)
		}
	}
	panic("rules: unknown linker fault " + id)
}

// LinkerFaultOf returns the fault that a text of dlerror reports.
func LinkerFaultOf(text string) (LinkerFault, bool) {
	text, ok := strings.CutPrefix(strings.TrimSpace(text), linkerPrefix)
	if !ok {
		return LinkerFault{}, false
	}
	for _, p := range linkerPatterns() {
		if found := p.text.FindStringSubmatch(text); found != nil {
			values := map[string]string{}
			for i, name := range p.text.SubexpNames()[1:] {
				values[name] = found[i+1]
			}
			return LinkerFault{p.id, fillParameters(p.title, values), p.remedy}, true
		}
	}
	return LinkerFault{}, false
}

// parseLinker reads the blocks of the table.
func parseLinker(file, text string) ([]linkerPattern, error) {
	blocks, err := parseBlocks(file, text, []string{"id", "pattern", "title"}, nil)
	if err != nil {
		return nil, err
	}
	var out []linkerPattern
	for _, b := range blocks {
		p := linkerPattern{id: b.keys["id"], pattern: b.keys["pattern"], title: b.keys["title"], remedy: b.text}
		if p.text, err = patternText(p.pattern, p.title); err != nil {
			return nil, fmt.Errorf("%s:%d: %s: %w", file, b.line, p.id, err)
		}
		out = append(out, p)
	}
	return out, nil
}
