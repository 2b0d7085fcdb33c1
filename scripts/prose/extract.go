package main

import (
	"path"
	"regexp"
	"strings"
)

// A text is one paragraph, cell or string of a file, on one line.
type text struct {
	line  int // where it begins, from 1
	words string
}

// extract returns the texts of a file, by the kind of file. It returns none for kinds that it does not know.
func extract(file, source string) []text {
	name := strings.TrimSuffix(path.Base(file), ".tmpl")
	switch ext := path.Ext(name); {
	case ext == ".go" && !strings.HasSuffix(file, ".tmpl"):
		return goTexts(source, !strings.HasSuffix(file, "_test.go"))
	case ext == ".md", ext == ".html":
		return documentTexts(source)
	case strings.Contains(" .go .c .h .cpp .hpp .js .css .proto ", " "+ext+" ") && ext != "":
		return blockTexts(source)
	case ext == ".tsv", ext == ".txt":
		return tableTexts(source)
	case ext == "", ext == ".yaml", ext == ".yml", ext == ".mk":
		return hashTexts(source)
	}
	return nil
}

var (
	codeSpan   = regexp.MustCompile("`[^`]*`")
	linkTarget = regexp.MustCompile(`\]\([^)]*\)|<[^>]*>|https?://\S+`)
	listItem   = regexp.MustCompile(`^(?:[-*#|>]|\d+\.)`)
	prose      = regexp.MustCompile(`[A-Za-z']{2,}[,;:]? [A-Za-z']+[,;:]? [A-Za-z']{2,}`)
)

// documentTexts returns the paragraphs, list items and table rows of a Markdown document, without code.
func documentTexts(source string) []text {
	var p paragraphs
	fenced := false
	for i, line := range strings.Split(source, "\n") {
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(trimmed, "```"):
			fenced = !fenced
			p.end()
		case fenced, strings.HasPrefix(line, "    ") && !p.open(), strings.HasPrefix(line, "\t"):
			p.end()
		default:
			if listItem.MatchString(trimmed) {
				p.end()
			}
			line := linkTarget.ReplaceAllString(codeSpan.ReplaceAllString(trimmed, "CODE"), " ")
			p.add(i+1, strings.TrimLeft(strings.ReplaceAll(line, "|", " . "), "#->* ."))
			if strings.HasPrefix(trimmed, "#") {
				p.end()
			}
		}
	}
	return p.done()
}

// tableTexts returns the comments of a table, and its cells of at least three words.
func tableTexts(source string) (texts []text) {
	for i, line := range strings.Split(source, "\n") {
		for cell := range strings.SplitSeq(line, "\t") {
			if prose.MatchString(cell) {
				texts = append(texts, text{i + 1, strings.TrimLeft(cell, "# ")})
			}
		}
	}
	return texts
}

// hashTexts returns the comments of a file in which # begins a comment.
func hashTexts(source string) []text {
	var p paragraphs
	for i, line := range strings.Split(source, "\n") {
		before, comment, ok := strings.Cut(line, "#")
		if !ok || strings.HasSuffix(before, "$") || strings.HasPrefix(comment, "!") {
			p.end()
			continue
		}
		if strings.TrimSpace(before) != "" {
			p.end()
		}
		p.add(i+1, strings.Trim(comment, "# "))
	}
	return p.done()
}

// paragraphs joins lines to texts.
type paragraphs struct {
	texts []text
	lines []string
	first int
}

func (p *paragraphs) open() bool { return len(p.lines) > 0 }

// add appends a line to the current paragraph; an empty line ends it.
func (p *paragraphs) add(n int, line string) {
	line = strings.TrimSpace(line)
	if line == "" {
		p.end()
		return
	}
	if !p.open() {
		p.first = n
	}
	p.lines = append(p.lines, line)
}

func (p *paragraphs) end() {
	if words := strings.Join(strings.Fields(strings.Join(p.lines, " ")), " "); prose.MatchString(words) {
		p.texts = append(p.texts, text{p.first, words})
	}
	p.lines = nil
}

func (p *paragraphs) done() []text {
	p.end()
	return p.texts
}
