package device

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// A sedParser parses a sed script.
type sedParser struct {
	rest    string
	letters map[rune]string
}

// A sedMatch reports whether a command applies to a line.
type sedMatch func(line string, number int, last bool) bool

func (q *sedParser) steps() (steps []sedStep, err error) {
	for q.skip(" ;\n"); q.rest != "" && err == nil; q.skip(" ;\n") {
		var s sedStep
		s, err = q.step()
		steps = append(steps, s)
	}
	return steps, err
}

func (q *sedParser) skip(letters string) { q.rest = strings.TrimLeft(q.rest, letters) }

// next removes and returns the first character, or 0 at the end.
func (q *sedParser) next() byte {
	if q.rest == "" {
		return 0
	}
	c := q.rest[0]
	q.rest = q.rest[1:]
	return c
}

// step parses [ADDRESS[,ADDRESS]][!]COMMAND.
func (q *sedParser) step() (s sedStep, err error) {
	if s.at, err = q.address(); err != nil {
		return s, err
	}
	if s.at == nil {
		s.at = func(string, int, bool) bool { return true }
	} else if strings.HasPrefix(q.rest, ",") {
		q.next()
		pattern := strings.HasPrefix(q.rest, "/")
		to, err := q.address()
		if err != nil || to == nil {
			return s, fmt.Errorf("bad address %q", q.rest)
		}
		s.at = between(s.at, to, pattern)
	}
	q.skip(" ")
	if strings.HasPrefix(q.rest, "!") {
		q.next()
		at := s.at
		s.at = func(line string, number int, last bool) bool { return !at(line, number, last) }
	}
	s.verb = q.next()
	switch s.verb {
	case 's':
		return s, q.substitution(&s)
	case 'd', 'p', 'q':
		return s, nil
	}
	return s, fmt.Errorf("bad command %q", string(s.verb)+q.rest)
}

// address parses a number, $ or a pattern. It returns nil for none.
func (q *sedParser) address() (sedMatch, error) {
	digits := len(q.rest) - len(strings.TrimLeft(q.rest, "0123456789"))
	switch {
	case digits > 0:
		n, _ := strconv.Atoi(q.rest[:digits])
		q.rest = q.rest[digits:]
		return func(_ string, number int, _ bool) bool { return number == n }, nil
	case strings.HasPrefix(q.rest, "$"):
		q.next()
		return func(_ string, _ int, last bool) bool { return last }, nil
	case strings.HasPrefix(q.rest, "/"):
		q.next()
		re, err := q.pattern('/')
		if err != nil {
			return nil, err
		}
		return func(line string, _ int, _ bool) bool { return re.MatchString(line) }, nil
	}
	return nil, nil
}

// between matches the lines from the first address to the second. A pattern as second address does not match
// the first line.
func between(from, to sedMatch, pattern bool) sedMatch {
	inside := false
	return func(line string, number int, last bool) bool {
		first := !inside
		if first && !from(line, number, last) {
			return false
		}
		inside = first && pattern || !to(line, number, last)
		return true
	}
}

func (q *sedParser) pattern(mark byte) (*regexp.Regexp, error) {
	text, err := q.until(mark)
	if err != nil {
		return nil, err
	}
	return pattern(text, q.letters, "")
}

func (q *sedParser) until(mark byte) (string, error) {
	parts := cutMarked(q.rest, mark)
	if len(parts) < 2 {
		return "", fmt.Errorf("unterminated %q", q.rest)
	}
	q.rest = parts[1]
	return parts[0], nil
}

// substitution parses what follows s: /PATTERN/REPLACEMENT/FLAGS.
func (q *sedParser) substitution(s *sedStep) (err error) {
	mark := q.next()
	if s.re, err = q.pattern(mark); err != nil {
		return err
	}
	if s.with, err = q.until(mark); err != nil {
		return err
	}
	for q.rest != "" && strings.IndexByte("gp", q.rest[0]) >= 0 {
		flag := q.next()
		s.all, s.show = s.all || flag == 'g', s.show || flag == 'p'
	}
	return nil
}

// cutMarked cuts at the first separator that is not escaped.
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
