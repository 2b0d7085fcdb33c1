package ui

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Escape replaces control characters except tab and newline by escapes such as \u001b, which are valid in
// JSON. Bidirectional control characters and invalid UTF-8 count as control characters.
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
		default: // JSON writes these as a surrogate pair
			high, low := (c-0x10000)>>10+0xd800, (c-0x10000)&0x3ff+0xdc00
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		}
	}
	return b.String()
}

// Quote returns s in quotation marks, on one line, with the escapes of Escape.
func Quote(s string) string {
	return `"` + Escape(quoting.Replace(s)) + `"`
}

var quoting = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`)

// Whole returns the length of p without an incomplete UTF-8 sequence at its end.
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
	if ' ' <= c && c <= '~' { // most text, without a look at tables
		return false
	}
	return c != '\n' && c != '\t' && (unicode.IsControl(c) || unicode.Is(unicode.Cf, c) || c == utf8.RuneError)
}

// Wrap breaks s at spaces into lines of at most width characters, if words allow that. All lines but the
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

// WrapCode breaks C or Go code after commas, where both languages allow it.
func WrapCode(code string, width int, indent string) string {
	const held = "\x00" // stands for a space that is not a place to break
	code = strings.ReplaceAll(strings.ReplaceAll(code, " ", held), ","+held, ", ")
	return strings.ReplaceAll(Wrap(code, width, indent), held, " ")
}

// Table writes rows in aligned columns, two spaces apart, with indent before each row.
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
