package device

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// pattern converts a basic regular expression to one of Go's, unless it is extended or fixed.
func pattern(expr string, letters map[rune]string, name string) (*regexp.Regexp, error) {
	_, extended := letters['E']
	_, fixed := letters['F']
	var each []string
	for line := range strings.SplitSeq(expr, "\n") {
		switch {
		case fixed || name == "fgrep":
			line = regexp.QuoteMeta(line)
		case !extended && name != "egrep":
			line = basicToExtended(line)
		}
		each = append(each, line)
	}
	expr = strings.Join(each, "|")
	if _, ok := letters['i']; ok {
		expr = "(?i)" + expr
	}
	if _, ok := letters['w']; ok {
		expr = `\b(?:` + expr + `)\b`
	}
	if _, ok := letters['x']; ok {
		expr = "^(?:" + expr + ")$"
	}
	return regexp.Compile(expr)
}

// basicToExtended swaps the meaning of escaped and plain parentheses, braces, bars, plus signs and question
// marks.
func basicToExtended(expr string) string {
	var out strings.Builder
	for i := 0; i < len(expr); i++ {
		switch c := expr[i]; {
		case c == '\\' && i+1 < len(expr) && strings.IndexByte("(){}|+?", expr[i+1]) >= 0:
			i++
			out.WriteByte(expr[i])
		case c == '\\' && i+1 < len(expr):
			out.WriteByte(c)
			i++
			out.WriteByte(expr[i])
		case strings.IndexByte("(){}|+?", c) >= 0:
			out.WriteString(`\` + string(c))
		default:
			out.WriteByte(c)
		}
	}
	return out.String()
}

func grep(p *process) int {
	letters, rest := flags(p.args[1:], "emABC")
	expr, given := letters['e']
	if !given {
		if len(rest) == 0 {
			return p.fail("Needs 1 argument")
		}
		expr, rest = rest[0], rest[1:]
	}
	re, err := pattern(expr, letters, p.args[0])
	if err != nil {
		return p.fail("bad REGEX '%s': %v", expr, err)
	}
	found := false
	status := p.inputs(rest, func(name string, data []byte) {
		if p.grepOne(re, letters, name, data, len(rest) > 1) {
			found = true
		}
	})
	if found {
		return status
	}
	return 1
}

func (p *process) grepOne(re *regexp.Regexp, letters map[rune]string, name string, data []byte, named bool) bool {
	has := func(letter rune) bool { _, ok := letters[letter]; return ok }
	matches := 0
	lines := splitLines(data)
	shown := make([]bool, len(lines)) // for -A, -B and -C
	for i, line := range lines {
		if re.MatchString(line) != has('v') {
			for k := max(i-number(letters['B']+letters['C']), 0); k <= min(i+number(letters['A']+letters['C']), len(lines)-1); k++ {
				shown[k] = true
			}
		}
	}
	for i, line := range lines {
		match := re.MatchString(line) != has('v')
		if !match && !shown[i] {
			continue
		}
		if match {
			matches++
		}
		if has('q') || has('c') || has('l') {
			continue
		}
		if named && !has('h') {
			fmt.Fprintf(p.out, "%s:", name)
		}
		if has('n') {
			fmt.Fprintf(p.out, "%d:", i+1)
		}
		if has('o') {
			line = strings.Join(re.FindAllString(line, -1), "\n")
		}
		fmt.Fprintln(p.out, line)
		if m, _ := strconv.Atoi(letters['m']); m > 0 && matches >= m {
			break
		}
	}
	switch {
	case has('c'):
		fmt.Fprintln(p.out, matches)
	case has('l') && matches > 0:
		fmt.Fprintln(p.out, name)
	}
	return matches > 0
}
