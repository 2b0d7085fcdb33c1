package registry

import "strings"

// BuiltinSources returns the Sources of Builtin without decoding the rest.
func BuiltinSources() []Source {
	var out []Source
	for line := range strings.Lines(builtin) {
		words := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		switch {
		case len(words) == 4 && words[0] == "source":
			out = append(out, Source{words[1], strings.TrimPrefix(words[2], "-"), words[3]})
		case line[0] != '#':
			return out
		}
	}
	return out
}
