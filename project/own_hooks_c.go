package project

import (
	"regexp"
	"strings"
)

// cHook is how a function that may be a hook begins.
var cHook = regexp.MustCompile(`\bhook_[A-Za-z0-9_]+\s*\(`)

// cFunctions notes functions called hook_*, whatever a build is for. Only those with a body count.
func cFunctions(path string, text []byte, found map[string]Place) error {
	code := plainC(string(text))
	for _, at := range cHook.FindAllStringIndex(code, -1) {
		rest := code[at[1]:]
		if end := closing(rest); end >= 0 && strings.HasPrefix(strings.TrimSpace(rest[end:]), "{") {
			name := strings.TrimRight(code[at[0]:at[1]], "( \t\n\r\f\v")
			found[name] = Place{path, 1 + strings.Count(code[:at[0]], "\n")}
		}
	}
	return nil
}

// closing is the index behind the bracket that closes what is open where s begins, or -1.
func closing(s string) int {
	depth := 1
	for i := range len(s) {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		case '{', '}', ';':
			return -1
		}
	}
	return -1
}

// plainC is C with blanks in place of comments, strings and characters; lines stay where they are.
func plainC(s string) string {
	out := []byte(s)
	for i := 0; i < len(s); {
		var end int
		switch {
		case strings.HasPrefix(s[i:], "//"):
			end = until(s, i, "\n")
		case strings.HasPrefix(s[i:], "/*"):
			end = min(until(s, i+2, "*/")+2, len(s))
		case s[i] == '"', s[i] == '\'':
			end = quoted(s, i)
		default:
			i++
			continue
		}
		for ; i < end; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	return string(out)
}

func until(s string, from int, what string) int {
	from = min(from, len(s))
	if i := strings.Index(s[from:], what); i >= 0 {
		return from + i
	}
	return len(s)
}

// quoted is the index behind a string or character that begins at i. Neither goes beyond its line.
func quoted(s string, i int) int {
	for j := i + 1; j < len(s); j++ {
		switch s[j] {
		case '\\':
			j++
		case s[i], '\n':
			return j + 1
		}
	}
	return len(s)
}
