package hookline

import (
	"regexp"
	"strings"
)

// cNoise is what may look like code in C and is none: comments, strings, characters. A lone quote ends with its line.
var cNoise = regexp.MustCompile(`(?s:/\*.*?(?:\*/|$))|//[^\n]*|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?`)

// cDefinition is the head of a function called hook_NAME, up to its body.
var cDefinition = regexp.MustCompile(`\bhook_(\w+)\s*\(([^;{}]*)\)\s*\{`)

// inC notes functions called hook_NAME that have a body.
func (h *Hooks) inC(name, text string) {
	code := cNoise.ReplaceAllStringFunc(text, func(s string) string {
		return " " + strings.Repeat("\n", strings.Count(s, "\n"))
	})
	for _, at := range cDefinition.FindAllStringSubmatchIndex(code, -1) {
		note(h.C, code[at[2]:at[3]], Place{name, 1 + strings.Count(code[:at[0]], "\n")})
	}
}
