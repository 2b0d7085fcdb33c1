package csyntax

import (
	"bytes"
	"strings"
)

// Wrap returns C code without lines longer than columns, where a line has a place to break: after a comma, at an
// operator, after an assignment, at a space of a comment or string constant,
// or after an open parenthesis. The rest of a line begins below what follows the innermost
// open bracket.
func Wrap(code []byte, columns int) []byte {
	if !hasLongLine(code, columns) {
		return code
	}
	var b bytes.Buffer
	b.Grow(len(code) + len(code)/8)
	for line := range bytes.Lines(code) {
		if len(line) <= columns-len(continuation) {
			b.Write(line)
			continue
		}
		text, ended := strings.CutSuffix(string(line), "\n")
		b.WriteString(wrapLine(text, columns))
		if ended {
			b.WriteByte('\n')
		}
	}
	return b.Bytes()
}

func hasLongLine(code []byte, columns int) bool {
	for line := range bytes.Lines(code) {
		if len(line) > columns+1 {
			return true
		}
	}
	return false
}

const continuation = " \\" // of a line of the preprocessor

// wrapLine breaks a line until its last part is short enough.
func wrapLine(line string, columns int) string {
	indent := len(line) - len(strings.TrimLeft(line, " "))
	end, most := "\n", columns
	if strings.HasPrefix(line, "#") {
		end, most = continuation+"\n", columns-len(continuation)
	}
	l := lineWrapper{brackets: []int{indent + 4}}
	var b strings.Builder
	for len(line) > most {
		first, rest, ok := l.split(line, most)
		if !ok {
			break
		}
		b.WriteString(first + end)
		line = rest
	}
	return b.String() + line
}

// lineWrapper is the state between the parts of a line.
type lineWrapper struct {
	brackets []int // the column where a line begins in each open bracket; the first is for none
	done     int   // number of bytes of the line's indentation that earlier parts have counted
}

// place is where a line can be broken.
type place struct {
	at       int // index of the first byte of the rest
	brackets []int
	before   string // added to the first part
	after    string // added before the rest
}

// split breaks a line at the last place that leaves at most the given number of bytes. Places outside of string
// constants come first.
func (l *lineWrapper) split(line string, most int) (first, rest string, ok bool) {
	var best, assigned, inside, inString, inComment place
	open := l.brackets
	quoted := false
	for i := l.done; i < len(line) && i < most; i++ {
		switch c := line[i]; {
		case quoted && c == '\\':
			if i > l.done+1 {
				inString = place{i, open, `"`, `"`}
			}
			i++
		case c == '"':
			quoted = !quoted
		case quoted && c == ' ' && i+2 <= most:
			inString = place{i + 1, open, `"`, `"`}
		case quoted:
		case strings.HasPrefix(line[i:], "//"):
			if space := strings.LastIndexByte(line[:min(most, len(line))], ' '); space > i+2 {
				inComment = place{space + 1, []int{i}, "", "// "}
			}
			i = len(line)
		case c == '(' || c == '{' || c == '[':
			column := i + 1
			if c == '{' {
				column = open[0]
			}
			open = append(open[:len(open):len(open)], column)
			if c == '(' && i+1 < len(line) && line[i+1] != ')' {
				inside = place{i + 1, append(open[:len(open)-1:len(open)-1], open[0]), "", ""}
			}
		case (c == ')' || c == '}' || c == ']') && len(open) > 1:
			open = open[:len(open)-1]
		case c == ',' && i+1 < len(line) && line[i+1] == ' ':
			best = place{i + 2, open, "", ""}
		case c == ' ' && strings.HasPrefix(line[i+1:], "= ") && i+3 < most:
			assigned = place{i + 3, open, "", ""}
		case c == ' ':
			if after, ok := operator(line[i+1:]); ok && i+after < most {
				best = place{i + 1 + after, open, "", ""}
			}
		}
	}
	for _, p := range []place{inComment, best, assigned, inString, inside} {
		if len(p.brackets) == 0 {
			continue
		}
		column := p.brackets[len(p.brackets)-1]
		if column+pieceLen(line[p.at:]) > most {
			column = p.brackets[0]
			p.brackets = append(p.brackets[:len(p.brackets)-1:len(p.brackets)-1], column)
		}
		if p.at <= column {
			continue
		}
		l.brackets, l.done = p.brackets, column
		if p.before != "" {
			return line[:p.at] + p.before, strings.Repeat(" ", column) + p.after + line[p.at:], true
		}
		return strings.TrimRight(line[:p.at], " "), strings.Repeat(" ", column) + p.after + line[p.at:], true
	}
	return "", "", false
}

// pieceLen returns the length of code up to its first comma.
func pieceLen(code string) int {
	if comma := strings.IndexByte(code, ','); comma >= 0 {
		return comma + 1
	}
	return len(code)
}

// operator reports whether C code begins with an operator, and how much of the code stays in the line before a break: a
// binary operator does, ? and : do not.
func operator(code string) (after int, ok bool) {
	for _, op := range []string{"+ ", "== ", "&& ", "|| ", "| "} {
		if strings.HasPrefix(code, op) {
			return len(op), true
		}
	}
	return 0, strings.HasPrefix(code, "? ") || strings.HasPrefix(code, ": ")
}
