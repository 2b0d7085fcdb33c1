package csource

import (
	"strconv"
	"strings"
)

const (
	lineWidth   = 100 // columns of a line, if that is possible
	mostComment = 100 // bytes of a text in a comment
	mostName    = 40  // bytes of a text in the name of a variable
)

// commentText returns a text of the recording for a comment, between quotes: it has no characters that end a line or a comment.
func commentText(text string) string {
	short := text[:min(len(text), mostComment)]
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range []byte(short) {
		switch {
		case c < ' ' || c > '~' || c == '\\' || c == '?' || c == '*' || c == '"':
			b.WriteByte('.')
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// identifier returns a text of the recording as a part of a name.
func identifier(text string) string {
	var b strings.Builder
	for _, c := range []byte(text[:min(len(text), mostName)]) {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' {
			b.WriteByte(c)
		} else {
			b.WriteByte('_')
		}
	}
	return strings.Trim(b.String(), "_")
}

// escapes has the escape sequences of characters in literals. Two question marks can begin a trigraph.
var escapes = map[byte]string{'\n': `\n`, '\t': `\t`, '\r': `\r`, '"': `\"`, '\\': `\\`, '?': `\?`}

// literal returns a text as string literals: a literal for each line, or for a part of a long line.
func literal(text []byte, indent string) string {
	const mostPart = 4000
	var b strings.Builder
	b.WriteByte('"')
	part := 0
	for i, c := range text {
		switch {
		case escapes[c] != "":
			b.WriteString(escapes[c])
		case c < ' ' || c > '~':
			b.WriteString(`\` + strconv.FormatUint(1<<9|uint64(c), 8)[1:])
		default:
			b.WriteByte(c)
		}
		if part++; i+1 < len(text) && (c == '\n' || part >= mostPart) {
			b.WriteString("\"\n" + indent + `"`)
			part = 0
		}
	}
	b.WriteByte('"')
	return b.String()
}

// joined returns items with commas between them, in lines that begin with an indent. It begins with a line break if the items need
// more than one line, or more columns than a line has after them.
func joined(items []string, at int, indent string) string {
	one := strings.Join(items, ", ")
	if at+len(one) < lineWidth && !strings.Contains(one, "\n") {
		return one
	}
	var b strings.Builder
	b.WriteByte('\n')
	column := 0
	for i, item := range items {
		if i+1 < len(items) {
			item += ","
		}
		end := strings.LastIndexByte(item, '\n')
		switch {
		case column == 0:
			b.WriteString(indent)
			column = len(indent)
		case column+1+len(item) > lineWidth || end >= 0:
			b.WriteString("\n" + indent)
			column = len(indent)
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(item)
		if column += len(item); end >= 0 {
			column = len(item) - end
		}
	}
	return b.String()
}
