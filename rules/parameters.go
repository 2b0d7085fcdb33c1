package rules

import (
	"fmt"
	"slices"
	"strings"
)

// fillParameters replaces the parameters in braces by their values. A parameter that is not in values stays.
func fillParameters(text string, values map[string]string) string {
	if !strings.Contains(text, "{") {
		return text
	}
	var pairs []string
	for name, value := range values {
		pairs = append(pairs, "{"+name+"}", value)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// emptyParameters returns parameters whose values are empty.
func emptyParameters(names []string) map[string]string {
	values := map[string]string{}
	for _, name := range names {
		values[name] = ""
	}
	return values
}

// checkFilled returns an error for a parameter in braces that has no value.
func checkFilled(text string, known []string) error {
	for _, part := range strings.Split(text, "{")[1:] {
		if name, _, closed := strings.Cut(part, "}"); !closed || !slices.Contains(known, name) {
			return fmt.Errorf("unknown parameter {%s", part)
		}
	}
	return nil
}
