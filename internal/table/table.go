// Package table reads tables of text, such as those embedded in the program. Each line is a row. Empty lines and lines that
// begin with # are skipped. Columns are separated by tabs or, in [EachField], by any white space.
package table

import (
	"fmt"
	"strings"
)

// Each calls add for each row of a tab-separated table, with the number of its line. Each row must have the given number of
// columns. An error names the file and the line.
func Each(file, text string, columns int, add func(line int, row []string) error) error {
	return each(file, text, columns, func(line string) []string { return strings.Split(line, "\t") }, add)
}

// EachField is like [Each] for a table with columns separated by spaces and tabs. The last column takes the rest of the line.
// It reuses the slice for the next row.
func EachField(file, text string, columns int, add func(row []string) error) error {
	fields := make([]string, 0, columns)
	split := func(line string) []string {
		fields = appendFields(fields[:0], strings.TrimSpace(line), columns)
		return fields
	}
	return each(file, text, columns, split, func(_ int, row []string) error { return add(row) })
}

func each(file, text string, columns int, split func(line string) []string, add func(line int, row []string) error) error {
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) == "" || line[0] == '#' {
			continue
		}
		row := split(line)
		if len(row) != columns {
			return fmt.Errorf("%s:%d: %d columns, want %d", file, number, len(row), columns)
		}
		if err := add(number, row); err != nil {
			return fmt.Errorf("%s:%d: %w", file, number, err)
		}
	}
	return nil
}

// appendFields appends up to n fields of line, which has no white space at its ends.
func appendFields(fields []string, line string, n int) []string {
	for ; n > 1; n-- {
		i := strings.IndexAny(line, " \t")
		if i < 0 {
			break
		}
		fields = append(fields, line[:i])
		line = strings.TrimSpace(line[i:])
	}
	return append(fields, line)
}

// Parse calls parse for each row of a tab-separated table and returns the results. Errors are those of [Each].
func Parse[T any](file, text string, columns int, parse func(row []string) (T, error)) ([]T, error) {
	var all []T
	err := Each(file, text, columns, func(_ int, row []string) error {
		one, err := parse(row)
		all = append(all, one)
		return err
	})
	if err != nil {
		return nil, err
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
