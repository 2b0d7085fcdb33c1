package registry

import "fmt"

// definedInBoth returns the first command, version or extension of b that a also defines.
func definedInBoth(a, b *document) error {
	first := ""
	for name := range b.lines {
		if a.lines[name] > 0 && before(b.lines, name, first) {
			first = name
		}
	}
	if first == "" {
		return nil
	}
	return &SyntaxError{b.file, b.lines[first], "", fmt.Errorf("%s is also defined in %s", first, a.file)}
}

// undefined returns the first command that a version or extension requires and neither file defines.
func undefined(docs []*document, all map[string]*Command) error {
	for _, d := range docs {
		first := ""
		for name := range d.required {
			if all[name] == nil && before(d.required, name, first) {
				first = name
			}
		}
		if first != "" {
			return &SyntaxError{d.file, d.required[first], "command",
				fmt.Errorf("a version or an extension requires the command %s, but neither file defines the command", first)}
		}
	}
	return nil
}

// before reports whether a sorts before b; b may be "" for none.
func before(lines map[string]int, a, b string) bool {
	return b == "" || lines[a] < lines[b] || lines[a] == lines[b] && a < b
}
