package project

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// cNoise matches text in C that can look like code but is not: comments, raw strings, strings, characters. A
// single quote ends at the end of its line.
var cNoise = lazyregexp.New(`(?s)/\*.*?(?:\*/|$)|//[^\n]*|R"\w*\(.*?\)\w*"|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?`)

// cMark matches what distinguishes a function definition from a call: hook_NAME or hooks::NAME with its
// parenthesis, other parentheses, the brace after one, and the end of a declaration.
var cMark = lazyregexp.New(`\bhook(?:_|s\s*::\s*)(\w+)\s*\(|\(|\)(\s*(?:noexcept\s*)?\{)?|[{};]`)

// cHead is an open parenthesis, with the name of the function whose parameters it can start.
type cHead struct {
	name string
	line int
}

// scanC records functions named hook_NAME or hooks::NAME that have a body.
func (h *AuthorHooks) scanC(file, text string) {
	code := cNoise.ReplaceAllStringFunc(text, func(s string) string {
		return " " + strings.Repeat("\n", strings.Count(s, "\n"))
	})
	var open []cHead // the innermost last
	line, counted := 1, 0
	for _, at := range cMark.FindAllStringSubmatchIndex(code, -1) {
		line += strings.Count(code[counted:at[0]], "\n")
		counted = at[0]
		switch body := at[4] >= 0; {
		case code[at[1]-1] == '(':
			open = append(open, cHead{code[max(at[2], 0):max(at[3], 0)], line})
		case code[at[0]] == ')' && !body && len(open) > 0:
			open = open[:len(open)-1]
		default:
			if body && len(open) > 0 && open[len(open)-1].name != "" {
				last := open[len(open)-1]
				addPlace(h.C, last.name, HookPlace{file, last.line})
			}
			open = nil
		}
	}
}
