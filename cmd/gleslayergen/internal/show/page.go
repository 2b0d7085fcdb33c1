package show

import (
	"fmt"
	"io"
	"strings"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

// width is the maximum line length; labeled is the width of labels.
const (
	width   = 100
	labeled = 14
)

// page is an entry as text: a title and blocks.
type page struct {
	title  string
	blocks []block
}

// block is a part of a page. Blank lines separate blocks, except two rows.
type block struct {
	text string
	row  bool
}

// Print writes a page for each entry.
func (r *Report) Print(w io.Writer) {
	for i, e := range r.Entries {
		if i > 0 {
			fmt.Fprintln(w)
		}
		p := e.page()
		fmt.Fprintln(w, p.title)
		for i, b := range p.blocks {
			if i == 0 || !b.row || !p.blocks[i-1].row {
				fmt.Fprintln(w)
			}
			fmt.Fprintln(w, b.text)
		}
	}
}

// code adds C or Go code, broken where both languages allow it.
func (p *page) code(label, code string) {
	const indent = "        "
	p.blocks = append(p.blocks, block{text: "  " + label + "\n    " + ui.WrapCode(code, width, indent)})
}

// table adds rows below a label.
func (p *page) table(label string, rows [][]string) {
	if len(rows) == 0 {
		return
	}
	var b strings.Builder
	ui.Table(&b, "    ", rows)
	p.blocks = append(p.blocks, block{text: "  " + label + "\n" + strings.TrimSuffix(b.String(), "\n")})
}

// list adds a label and names.
func (p *page) list(label string, names []string) {
	if len(names) > 0 {
		p.row(label, strings.Join(names, ", "))
	}
}

// prose adds a label and sentences, each on its own line.
func (p *page) prose(label string, sentences []string) {
	if len(sentences) > 0 {
		p.row(label, strings.Join(sentences, "\n"))
	}
}

func (p *page) row(label, words string) {
	indent := strings.Repeat(" ", labeled)
	p.blocks = append(p.blocks, block{row: true,
		text: fmt.Sprintf("  %-*s%s", labeled-2, label, ui.Wrap(words, width, indent))})
}
