package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Count returns n and the noun, with an s for the plural.
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Shorten joins names by commas; of more than five it lists five and counts the rest.
func Shorten(names []string) string {
	if len(names) <= 5 {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:5], ", "), len(names)-5)
}

// ShellPath returns a path as one word of a shell command, quoted where needed.
func ShellPath(path string) string {
	if strings.IndexFunc(path, isShellSpecial) >= 0 || strings.HasPrefix(path, "-") {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
}

func isShellSpecial(c rune) bool {
	return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("/._-", c))
}

// ShellQuote quotes a text for a POSIX shell.
func ShellQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// RelPath returns a path relative to the current directory if possible.
func RelPath(path string) string {
	here, err := os.Getwd()
	if err != nil {
		return path
	}
	if short, err := filepath.Rel(here, path); err == nil {
		return short
	}
	return path
}

// RelativeTo returns a function that turns a path below root into one relative to the current directory.
func RelativeTo(root string) func(string) string {
	return func(file string) string { return RelPath(filepath.Join(root, file)) }
}
