package templates

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// Placeholders are the names that the commands of a pack can contain in braces, such as {lib}.
var Placeholders = []string{"name", "target", "debug", "lib", "work"}

// The limits of the commands of a pack.
const (
	maxCommands = 32
	maxWords    = 128
	maxWord     = 4096 // bytes
)

var placeholder = lazyregexp.New(`\{(\w+)\}`)

// CheckCommands returns what is wrong with the commands of a pack, or "". Each command is a list of words: a program
// and its arguments.
func CheckCommands(commands [][]string) string {
	if len(commands) > maxCommands {
		return fmt.Sprintf("more than %d commands", maxCommands)
	}
	for _, words := range commands {
		if len(words) == 0 || len(words) > maxWords || words[0] == "" {
			return fmt.Sprintf("a command must be a list of a program and at most %d arguments, such as [make, layer]", maxWords-1)
		}
		for _, word := range words {
			if len(word) > maxWord || strings.ContainsFunc(word, isControl) {
				return fmt.Sprintf("the program or argument %.80q is longer than %d bytes, or contains control characters", word, maxWord)
			}
			for _, m := range placeholder.FindAllStringSubmatch(word, -1) {
				if !slices.Contains(Placeholders, m[1]) {
					return fmt.Sprintf("unknown placeholder {%s}; the placeholders are {%s}", m[1], strings.Join(Placeholders, "}, {"))
				}
			}
		}
	}
	return ""
}

// ExpandCommand returns the words of a command with values in place of placeholders.
func ExpandCommand(words []string, values map[string]string) []string {
	out := make([]string, len(words))
	for i, word := range words {
		out[i] = placeholder.ReplaceAllStringFunc(word, func(m string) string { return values[m[1:len(m)-1]] })
	}
	return out
}
