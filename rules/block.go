package rules

import (
	"fmt"
	"slices"
	"strings"
)

// block is one entry of a text table: "key: value" lines, a blank line, text.
type block struct {
	line int
	keys map[string]string
	text string
}

// parseBlocks reads blocks. A block begins with its id line; the keys in need are required, the keys in may
// are allowed. Lines of text are joined; blank lines separate paragraphs. Lines that begin with # are skipped
// before the first block only. file is used in errors only.
func parseBlocks(file, text string, need, may []string) ([]block, error) {
	p := blockParser{file: file, need: need, may: may}
	line := 0
	for l := range strings.SplitSeq(text, "\n") {
		line++
		if err := p.add(line, strings.TrimSpace(l)); err != nil {
			return nil, err
		}
	}
	return p.blocks, p.end()
}

type blockParser struct {
	file      string
	need, may []string
	blocks    []block
	inText    bool
}

// add reads one line.
func (p *blockParser) add(line int, l string) error {
	if strings.HasPrefix(l, "id:") {
		if err := p.end(); err != nil {
			return err
		}
		p.blocks = append(p.blocks, block{line: line, keys: map[string]string{}})
		p.inText = false
	}
	switch {
	case len(p.blocks) == 0 && (l == "" || l[0] == '#'):
		return nil
	case len(p.blocks) == 0:
		return fmt.Errorf("%s:%d: text before the first block, which must begin with a line \"id: ...\"", p.file, line)
	case p.inText:
		p.addText(l)
		return nil
	case l == "":
		p.inText = true
		return nil
	}
	return p.addKey(line, l)
}

// addKey reads a header line of a block.
func (p *blockParser) addKey(line int, l string) error {
	key, value, ok := strings.Cut(l, ":")
	value = strings.TrimSpace(value)
	if !ok || value == "" {
		return fmt.Errorf("%s:%d: expected a line of the form \"key: value\"", p.file, line)
	}
	if !slices.Contains(p.need, key) && !slices.Contains(p.may, key) {
		return fmt.Errorf("%s:%d: unknown key %q", p.file, line, key)
	}
	b := &p.blocks[len(p.blocks)-1]
	if _, ok := b.keys[key]; ok {
		return fmt.Errorf("%s:%d: the key %q is set more than once", p.file, line, key)
	}
	b.keys[key] = value
	return nil
}

// addText reads a text line of a block.
func (p *blockParser) addText(l string) {
	b := &p.blocks[len(p.blocks)-1]
	switch {
	case b.text == "", l != "" && strings.HasSuffix(b.text, "\n"):
		b.text += l
	case l != "":
		b.text += " " + l
	case !strings.HasSuffix(b.text, "\n"):
		b.text += "\n\n"
	}
}

// end closes the last block and checks that its required keys and its text are present.
func (p *blockParser) end() error {
	if len(p.blocks) == 0 {
		return nil
	}
	b := &p.blocks[len(p.blocks)-1]
	for _, key := range p.need {
		if b.keys[key] == "" {
			return fmt.Errorf("%s:%d: the key %q is missing", p.file, b.line, key)
		}
	}
	if b.text = strings.TrimSpace(b.text); b.text == "" {
		return fmt.Errorf("%s:%d: the text after the keys is missing", p.file, b.line)
	}
	return nil
}
