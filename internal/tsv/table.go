// Package tsv reads tables of tab-separated values, such as those embedded in the program. Each line is a row. Empty lines
// and lines that begin with # are skipped.
package tsv

import (
	"fmt"
	"strings"
)

// Parse calls parse for each row of text and returns the results. Each row must have the given number of columns. An error
// names the file and the line.
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
			return nil, fmt.Errorf("%s:%d: %d columns, want %d", file, number, len(row), columns)
		}
		one, err := parse(row)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, number, err)
		}
		all = append(all, one)
	}
	return all, nil
}

// Must is like [Parse] but panics if the table is not valid. Use it for embedded tables, and read each of them in a test.
func Must[T any](file, text string, columns int, parse func(row []string) (T, error)) []T {
	all, err := Parse(file, text, columns, parse)
	if err != nil {
		panic(err)
	}
	return all
}

// Rows returns the rows of an embedded table. It panics if the table is not valid.
func Rows(file, text string, columns int) [][]string {
	return Must(file, text, columns, Row(func(row []string) []string { return row }))
}

// Row turns a function that cannot fail into one that [Parse] accepts.
func Row[T any](row func(row []string) T) func([]string) (T, error) {
	return func(columns []string) (T, error) { return row(columns), nil }
}
