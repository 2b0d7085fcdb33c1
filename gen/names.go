package gen

import (
	"strings"
	"unicode"
)

// reserved are words a Go parameter cannot have as its name: keywords, and names that generated code uses
// or that would hide what a hook's author needs.
var reserved = wordSet(`break case chan const continue default defer else fallthrough for func go goto if
	import interface map package range return select struct switch type var
	any append bool byte cap clear close complex copy delete error false float32 float64 int int32 int64
	len make max min new nil panic print println real recover rune string true uint uint32 uint64 uintptr
	gles core next unsafe`)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

// paramName is a registry name as a Go parameter: attrib_list becomes attribList, type becomes type_.
func paramName(name string) string {
	var b strings.Builder
	up := false
	for i, c := range name {
		switch {
		case c == '_' && i > 0:
			up = true
		case up:
			b.WriteRune(unicode.ToUpper(c))
			up = false
		default:
			b.WriteRune(c)
		}
	}
	s := b.String()
	if first := rune(s[0]); unicode.IsUpper(first) {
		s = strings.ToLower(s[:1]) + s[1:]
	}
	if reserved[s] {
		return s + "_"
	}
	return s
}

// exported is a name with a capital first letter: a command as a Go type, a parameter as a field.
func exported(name string) string {
	name = strings.TrimSuffix(paramName(name), "_")
	return strings.ToUpper(name[:1]) + name[1:]
}
