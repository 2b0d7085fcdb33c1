package registry

import "fmt"

// definedInBoth finds the first command, version or extension of b that a has too.
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
	return &SyntaxError{b.file, b.lines[first], "", fmt.Errorf("%s is defined in %s too", first, a.file)}
}

// undefined finds the first command that a version or extension requires, but neither file defines.
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
				fmt.Errorf("command %s is required here, but nowhere defined", first)}
		}
	}
	return nil
}

// before reports whether a stands before b, which may be "" for none.
func before(lines map[string]int, a, b string) bool {
	return b == "" || lines[a] < lines[b] || lines[a] == lines[b] && a < b
}
