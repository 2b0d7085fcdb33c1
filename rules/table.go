package rules

import "strings"

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
