package device

import (
	"fmt"
	"strconv"
	"strings"
)

// splitSed parts commands at semicolons and line breaks outside of s.
func splitSed(script string) []string {
	var out []string
	for rest := strings.TrimSpace(script); rest != ""; rest = strings.TrimLeft(rest, " ;\n") {
		end := sedEnd(rest)
		out = append(out, strings.TrimSpace(rest[:end]))
		rest = rest[end:]
	}
	return out
}

func sedEnd(text string) int {
	verb := strings.IndexFunc(text, func(r rune) bool { return strings.ContainsRune("s", r) })
	if verb < 0 || verb+1 >= len(text) || strings.ContainsAny(text[:verb], ";\n") {
		if i := strings.IndexAny(text, ";\n"); i >= 0 {
			return i
		}
		return len(text)
	}
	mark, seen := text[verb+1], 0
	for i := verb + 1; i < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case text[i] == mark:
			seen++
		case seen == 3 && (text[i] == ';' || text[i] == '\n'):
			return i
		}
	}
	return len(text)
}

func parseSedStep(text string, letters map[rune]string) (sedStep, error) {
	s := sedStep{at: func(string, int, bool) bool { return true }}
	switch {
	case text == "":
		return s, fmt.Errorf("empty command")
	case text[0] == '$':
		s.at, text = func(_ string, _ int, last bool) bool { return last }, text[1:]
	case text[0] >= '0' && text[0] <= '9':
		digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
		n, _ := strconv.Atoi(text[:digits])
		to := n
		text = text[digits:]
		if rest, ok := strings.CutPrefix(text, ","); ok {
			digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
			if to = 1 << 30; digits > 0 {
				to, _ = strconv.Atoi(rest[:digits])
			} else {
				digits = 1
			}
			text = rest[digits:]
		}
		s.at = func(_ string, number int, _ bool) bool { return n <= number && number <= to }
	case text[0] == '/':
		parts := cutMarked(text[1:], '/')
		re, err := pattern(parts[0], letters, "")
		if err != nil || len(parts) < 2 {
			return s, fmt.Errorf("bad address %q", text)
		}
		s.at, text = func(line string, _ int, _ bool) bool { return re.MatchString(line) }, parts[1]
	}
	if text = strings.TrimSpace(text); text == "" {
		return s, fmt.Errorf("a command is missing")
	}
	s.verb = text[0]
	if s.verb != 's' {
		return s, nil
	}
	return s, s.parse(text[1:], letters)
}

func (s *sedStep) parse(text string, letters map[rune]string) error {
	if text == "" {
		return fmt.Errorf("bad s")
	}
	mark := text[0]
	parts := cutMarked(text[1:], mark)
	if len(parts) < 2 {
		return fmt.Errorf("unterminated s%s", text)
	}
	with := cutMarked(parts[1], mark)
	if len(with) < 2 {
		return fmt.Errorf("unterminated s%s", text)
	}
	s.with, s.all, s.show = with[0], strings.Contains(with[1], "g"), strings.Contains(with[1], "p")
	var err error
	s.re, err = pattern(parts[0], letters, "")
	return err
}

// cutMarked cuts at the first mark that is not escaped.
func cutMarked(text string, mark byte) []string {
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text) && text[i+1] == mark:
			i++
			out.WriteByte(mark)
		case text[i] == '\\' && i+1 < len(text):
			out.WriteString(text[i : i+2])
			i++
		case text[i] == mark:
			return []string{out.String(), text[i+1:]}
		default:
			out.WriteByte(text[i])
		}
	}
	return []string{out.String()}
}
