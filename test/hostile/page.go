package main

import (
	"fmt"
	"os"
	"strings"
)

// The marks in the page around the figures.
const (
	pageBegin = "<!-- hostile: written by make test-hostile WRITE=1 -->\n"
	pageEnd   = "<!-- end -->\n"
)

// tableOf returns the figures as a table.
func tableOf(figures []figure) string {
	var b strings.Builder
	b.WriteString("| WHAT | PROCESSES | FAILED |\n|---|---|---|\n")
	for _, f := range figures {
		fmt.Fprintf(&b, "| %s | %d | %d |\n", f.what, f.processes, f.failed)
	}
	return b.String()
}

// writePage writes the table between the marks of a page.
func writePage(path, table string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, rest, found := strings.Cut(string(text), pageBegin)
	_, after, ends := strings.Cut(rest, pageEnd)
	if !found || !ends {
		return fmt.Errorf("%s: the marks of the figures are missing", path)
	}
	return os.WriteFile(path, []byte(before+pageBegin+table+pageEnd+after), 0o666)
}
