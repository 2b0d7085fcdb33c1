package rules

import (
	"fmt"
	"strings"
)

// parseTable gives add each row of a table: exactly n fields, parted by blanks
// and tabs; the last takes the rest of its line. Blank lines and lines that begin
// with # are skipped. The slice is used again for the next row. An error says the
// line; file is used in errors only.
func parseTable(file, text string, n int, add func(fields []string) error) error {
	fields := make([]string, 0, n)
	line := 0
	for l := range strings.SplitSeq(text, "\n") {
		line++
		l = strings.TrimSpace(l)
		if l == "" || l[0] == '#' {
			continue
		}
		fields = appendFields(fields[:0], l, n)
		var err error
		if len(fields) != n {
			err = fmt.Errorf("%d fields, not %d", len(fields), n)
		} else {
			err = add(fields)
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", file, line, err)
		}
	}
	return nil
}

// appendFields appends up to n fields of l, which has no white space at its ends.
func appendFields(dst []string, l string, n int) []string {
	for ; n > 1; n-- {
		i := strings.IndexAny(l, " \t")
		if i < 0 {
			break
		}
		dst = append(dst, l[:i])
		l = strings.TrimSpace(l[i:])
	}
	return append(dst, l)
}

// isName reports whether s can be the name of a function.
func isName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '_' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return s != ""
}

// isRule reports whether s is the number of a rule: "2.4", "6.10", "11".
func isRule(s string) bool {
	section, number, dotted := strings.Cut(s, ".")
	return isNumber(section) && (!dotted || isNumber(number))
}

// isNumber reports whether s is a number from 1 to 99 without leading zeros.
func isNumber(s string) bool {
	if len(s) == 0 || len(s) > 2 || s[0] == '0' {
		return false
	}
	return strings.Trim(s, "0123456789") == ""
}
