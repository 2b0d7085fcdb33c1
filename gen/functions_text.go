package gen

import (
	"fmt"
	"maps"
	"strings"
	"text/template"
	"unicode"
)

// textModel is the first model with the functions for strings, and with the check for headers.
const textModel = 2

// maxIndent limits the argument of indent.
const maxIndent = 200

// textFunctions are the functions for strings. The string is the last parameter, so that it can come from a pipeline.
var textFunctions = template.FuncMap{
	"contains":   func(part, s string) bool { return strings.Contains(s, part) },
	"hasPrefix":  func(prefix, s string) bool { return strings.HasPrefix(s, prefix) },
	"hasSuffix":  func(suffix, s string) bool { return strings.HasSuffix(s, suffix) },
	"indent":     indent,
	"join":       func(separator string, list []string) string { return strings.Join(list, separator) },
	"lower":      strings.ToLower,
	"pascal":     pascal,
	"replace":    func(old, with, s string) string { return strings.ReplaceAll(s, old, with) },
	"snake":      snake,
	"split":      func(separator, s string) []string { return strings.Split(s, separator) },
	"trim":       strings.TrimSpace,
	"trimPrefix": func(prefix, s string) string { return strings.TrimPrefix(s, prefix) },
	"trimSuffix": func(suffix, s string) string { return strings.TrimSuffix(s, suffix) },
	"upper":      strings.ToUpper,
}

// packFunctions returns the functions for the templates of a pack with a model.
func (p *Plan) packFunctions(model int) template.FuncMap {
	all := viewFunctions(p.functions())
	if model >= textModel {
		maps.Copy(all, textFunctions)
	}
	return all
}

// indent puts blanks before each line that is not empty.
func indent(blanks int, s string) (string, error) {
	if blanks < 0 || blanks > maxIndent {
		return "", fmt.Errorf("indent %d: use 0 to %d", blanks, maxIndent)
	}
	lines := strings.SplitAfter(s, "\n")
	for i, line := range lines {
		if strings.TrimSuffix(line, "\n") != "" {
			lines[i] = strings.Repeat(" ", blanks) + line
		}
	}
	return strings.Join(lines, ""), nil
}

// snake returns a name in snake_case: gl_clear_color for glClearColor. A digit belongs to the word before it, and
// the letters after it too: gl_tex_image2d.
func snake(name string) string {
	var b strings.Builder
	for _, prefix := range []string{"EGL", "GL"} { // GLenum has a lower-case word after the prefix
		if rest, ok := strings.CutPrefix(name, prefix); ok && rest != "" && rest[0] != '_' {
			b.WriteString(strings.ToLower(prefix) + "_")
			name = rest
			break
		}
	}
	letters := []rune(name)
	for i, c := range letters {
		if i > 0 && unicode.IsUpper(c) && (unicode.IsLower(letters[i-1]) || unicode.IsUpper(letters[i-1]) && i+1 < len(letters) && unicode.IsLower(letters[i+1])) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}

// pascal returns a name with a capital letter at the start of each word and without underscores: AttribList for
// attrib_list.
func pascal(name string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(name, "_") {
		for i, c := range word {
			if i == 0 {
				c = unicode.ToUpper(c)
			}
			b.WriteRune(c)
		}
	}
	return b.String()
}
