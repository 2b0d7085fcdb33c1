package ui

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Escape makes control characters visible, but for tab and newline: \u001b, in a form that JSON reads too.
// Characters that turn the direction of writing, and bytes that are no UTF-8, count as control characters.
func Escape(s string) string {
	if strings.IndexFunc(s, unprintable) < 0 {
		return s
	}
	var b strings.Builder
	for _, c := range s {
		switch {
		case !unprintable(c):
			b.WriteRune(c)
		case c < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, c)
		default: // JSON writes these as two surrogates
			high, low := (c-0x10000)>>10+0xd800, (c-0x10000)&0x3ff+0xdc00
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		}
	}
	return b.String()
}

// Quote puts s into quotation marks, on one line, in the form of Escape.
func Quote(s string) string {
	return `"` + Escape(quoting.Replace(s)) + `"`
}

var quoting = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`)

// Whole is how much of p is not the beginning of a character that is cut off.
func Whole(p []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(p); n++ {
		if at := len(p) - n; utf8.RuneStart(p[at]) {
			if !utf8.FullRune(p[at:]) {
				return at
			}
			break
		}
	}
	return len(p)
}

func unprintable(c rune) bool {
	return c != '\n' && c != '\t' && (unicode.IsControl(c) || unicode.Is(unicode.Cf, c) || c == utf8.RuneError)
}

// Wrap breaks s at blanks into lines of at most width characters, where words allow. All lines but the
// first begin with indent. Line breaks in s stay.
func Wrap(s string, width int, indent string) string {
	var b strings.Builder
	column := len(indent)
	for n, line := range strings.Split(s, "\n") {
		if n > 0 {
			b.WriteByte('\n')
		}
		if n > 0 && strings.TrimSpace(line) != "" {
			b.WriteString(indent)
			column = len(indent)
		}
		for i, word := range strings.Fields(line) {
			length := utf8.RuneCountInString(word)
			switch {
			case i > 0 && column+1+length > width:
				b.WriteString("\n" + indent)
				column = len(indent)
			case i > 0:
				b.WriteByte(' ')
				column++
			}
			b.WriteString(word)
			column += length
		}
	}
	return b.String()
}

// WrapCode breaks C or Go behind commas, where both languages allow it.
func WrapCode(code string, width int, indent string) string {
	const held = "\x00" // stands for a blank that may not become a line break
	code = strings.ReplaceAll(strings.ReplaceAll(code, " ", held), ","+held, ", ")
	return strings.ReplaceAll(Wrap(code, width, indent), held, " ")
}

// Table writes rows in aligned columns, two blanks between them, and indent before each row.
func Table(w io.Writer, indent string, rows [][]string) {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		line := indent
		for i, cell := range row {
			cell = strings.NewReplacer("\t", " ", "\n", " ").Replace(cell)
			line += cell + strings.Repeat(" ", widths[i]+2-utf8.RuneCountInString(cell))
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	io.WriteString(w, b.String())
}
