package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// LogMeaning is the meaning of a line of Android's log.
type LogMeaning struct {
	ID     string // topic ID, such as "log-failed"
	Rule   string // rule, such as "1.10"
	What   string // the meaning as a sentence
	Values map[string]string
}

// logPattern is a block of data/logs.txt.
type logPattern struct {
	topic     Topic
	tag, rule string
	text      *regexp.Regexp
}

var logPatterns = sync.OnceValue(func() []logPattern {
	return must(parseLogs("logs.txt", logsTable))
})

// LogTags returns the log tags of lines about layers and crashes, in a new slice.
func LogTags() []string {
	var tags []string
	for _, p := range logPatterns() {
		tags = append(tags, p.tag)
	}
	slices.Sort(tags)
	return slices.Compact(tags)
}

// MeaningOf returns the meaning of a log line.
func MeaningOf(tag, text string) (LogMeaning, bool) {
	for _, p := range logPatterns() {
		if p.tag != tag {
			continue
		}
		if m := p.text.FindStringSubmatch(strings.TrimSpace(text)); m != nil {
			return p.meaning(m[1:]), true
		}
	}
	return LogMeaning{}, false
}

// meaning inserts values from the line into the sentence.
func (p logPattern) meaning(found []string) LogMeaning {
	m := LogMeaning{ID: p.topic.ID, Rule: p.rule, Values: map[string]string{}}
	for i, name := range p.text.SubexpNames()[1:] {
		m.Values[name] = found[i]
	}
	m.What = fillParameters(p.topic.Title, m.Values)
	return m
}

var parameter = lazyregexp.New(`\\{([a-z]+)\\}`) // QuoteMeta's form of {name}

// parseLogs reads the blocks of the table.
func parseLogs(file, text string) ([]logPattern, error) {
	blocks, err := parseBlocks(file, text, []string{"id", "tag", "pattern", "title", "rule"}, []string{"see"})
	if err != nil {
		return nil, err
	}
	var out []logPattern
	for _, b := range blocks {
		p, err := parseLog(b)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, b.line, err)
		}
		out = append(out, p)
	}
	return out, nil
}

func parseLog(b block) (logPattern, error) {
	k := b.keys
	p := logPattern{tag: k["tag"], rule: k["rule"]}
	if !strings.HasPrefix(k["id"], "log-") || !isRule(p.rule) {
		return p, fmt.Errorf("invalid log id %q or rule %q: expected an id such as \"log-failed\" and a rule such as \"1.10\"", k["id"], p.rule)
	}
	var err error
	if p.text, err = patternText(k["pattern"], k["title"]); err != nil {
		return p, fmt.Errorf("%s: %w", k["id"], err)
	}
	see := append([]string{"rule-" + p.rule}, strings.Fields(k["see"])...)
	p.topic = Topic{k["id"], k["title"], `Android logs the line "` + k["pattern"] + `" with the tag ` + p.tag + ". " + b.text, see}
	return p, nil
}

// patternText compiles a pattern. The placeholders of the title must be in the pattern.
func patternText(pattern, title string) (*regexp.Regexp, error) {
	parts := strings.Join(strings.Fields(regexp.QuoteMeta(pattern)), `\s+`)
	text, err := regexp.Compile("^" + parameter.ReplaceAllString(parts, "(?P<$1>.+?)") + "$")
	if err != nil {
		return nil, err
	}
	for _, used := range parameter.FindAllStringSubmatch(regexp.QuoteMeta(title), -1) {
		if text.SubexpIndex(used[1]) < 0 {
			return nil, fmt.Errorf("the title has the placeholder {%s}, but the pattern does not", used[1])
		}
	}
	return text, nil
}

// LogTopics returns a topic for each known log line.
func LogTopics() []Topic {
	var out []Topic
	for _, p := range logPatterns() {
		out = append(out, p.topic)
	}
	return out
}
