package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Topic is an explanation of a rule or a pitfall.
type Topic struct {
	ID    string // stable, such as "rule-2.6" or "trap-clientwaitsync"
	Title string
	Text  string // paragraphs separated by blank lines
	See   []string
}

var allTopics = sync.OnceValue(func() []Topic {
	topics := must(parseTopics("topics.txt", topicsTable))
	for _, t := range allPitfalls() {
		topics = append(topics, t.Topic())
	}
	return topics
})

// Topics returns every explanation: the rules by number, then the pitfalls. The slice is a copy.
func Topics() []Topic { return slices.Clone(allTopics()) }

// FindTopic returns an explanation by ID. "2.6", "rule 2.6", "Rule-2.6" and "rule-2.6" are equivalent, as are
// "clientwaitsync" and "trap-clientwaitsync".
func FindTopic(id string) (Topic, bool) {
	id = strings.Trim(strings.ToLower(strings.Join(strings.Fields(id), "-")), ".,;:()")
	id = strings.Replace(id, "rules-", "rule-", 1)
	for _, t := range allTopics() {
		if t.ID == id || t.ID == "rule-"+id || t.ID == "trap-"+id {
			return t, true
		}
	}
	return Topic{}, false
}

// Topic returns the pitfall as an explanation.
func (t Pitfall) Topic() Topic {
	text := t.What + "\n\nWhat to do: " + t.Remedy
	if len(t.Commands) > 0 {
		var names []string
		for _, c := range t.Commands {
			names = append(names, cmp.Or(patternNames[c], c))
		}
		text += "\n\nConcerns: " + strings.Join(names, ", ") + "."
	}
	if g := must(ParseRange(t.Releases)); g.String() != "10-" {
		text += "\n\nThis applies to Android " + strings.TrimPrefix(strings.TrimPrefix(g.phrase(), "releases "), "release ") + "."
	}
	return Topic{ID: t.ID, Title: t.Title, Text: text, See: append([]string{"rule-" + t.Rule}, t.See...)}
}

// parseTopics reads the blocks of the rules.
func parseTopics(file, text string) ([]Topic, error) {
	blocks, err := parseBlocks(file, text, []string{"id", "title"}, []string{"see"})
	if err != nil {
		return nil, err
	}
	topics := make([]Topic, 0, len(blocks))
	for _, b := range blocks {
		id := b.keys["id"]
		if number, ok := strings.CutPrefix(id, "rule-"); !ok || !isRule(number) {
			return nil, fmt.Errorf("%s:%d: %q is not the id of a rule", file, b.line, id)
		}
		topics = append(topics, Topic{id, b.keys["title"], b.text, strings.Fields(b.keys["see"])})
	}
	return topics, nil
}
