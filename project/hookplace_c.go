package project

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// cNoise is what may look like code in C and is none: comments, raw strings, strings, characters. A lone quote ends with
// its line.
var cNoise = lazyregexp.New(`(?s)/\*.*?(?:\*/|$)|//[^\n]*|R"\w*\(.*?\)\w*"|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?`)

// cMark is what tells a function with a body from a call: hook_NAME or hooks::NAME with its bracket, other brackets, the
// brace behind one, and what ends a head.
var cMark = lazyregexp.New(`\bhook(?:_|s\s*::\s*)(\w+)\s*\(|\(|\)(\s*(?:noexcept\s*)?\{)?|[{};]`)

// head is a bracket that is not closed yet, with the name of the function that it may be the head of.
type cHead struct {
	name string
	line int
}

// scanC notes functions called hook_NAME, or hooks::NAME, that have a body.
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
