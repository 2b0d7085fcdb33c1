// Package tsv reads the tables that are compiled in: a row a line, with tabs between the columns. Lines that are empty or begin
// with # are no rows.
package tsv

import (
	"fmt"
	"strings"
)

// Parse gives parse each row, which has to have so many columns. An error names file and line.
func Parse[T any](file, text string, columns int, parse func(row []string) (T, error)) ([]T, error) {
	var all []T
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, "\r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		row := strings.Split(line, "\t")
		if len(row) != columns {
			return nil, fmt.Errorf("%s:%d: %d columns, not %d", file, number, len(row), columns)
		}
		one, err := parse(row)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, number, err)
		}
		all = append(all, one)
	}
	return all, nil
}

// Must is Parse for a table whose fault would be one of the program: a test has to read it.
func Must[T any](file, text string, columns int, parse func(row []string) (T, error)) []T {
	all, err := Parse(file, text, columns, parse)
	if err != nil {
		panic(err)
	}
	return all
}

// Plain makes a parser of what cannot fail.
func Plain[T any](row func(row []string) T) func([]string) (T, error) {
	return func(columns []string) (T, error) { return row(columns), nil }
}
