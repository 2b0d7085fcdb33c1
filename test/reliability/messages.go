package main

import (
	"fmt"
	"regexp"
	"strings"
)

var digits = regexp.MustCompile(`0x[0-9a-f]+|[0-9a-f]{8,}|[0-9]+`)

// sameMessages compares the messages of a program, as a set of lines without numbers, with those of two runs without a
// layer: each line of one of these may be there, and each line of both must be there.
func sameMessages(name, ours, a, b string) error {
	have, first, second := messages(name, ours), messages(name, a), messages(name, b)
	for line := range have {
		if !first[line] && !second[line] {
			return fmt.Errorf("it prints %q only with it", line)
		}
	}
	for line := range first {
		if second[line] && !have[line] {
			return fmt.Errorf("it prints %q only without it", line)
		}
	}
	return nil
}

func messages(name, text string) map[string]bool {
	lines := map[string]bool{}
	for _, n := range noises() {
		if n.program.MatchString(name) {
			text = n.text.ReplaceAllString(text, "")
		}
	}
	text = modulesLog.ReplaceAllString(text, "")
	for line := range strings.Lines(strings.ReplaceAll(text, "\r", "\n")) {
		if line = strings.TrimSpace(digits.ReplaceAllString(line, "N")); line != "" {
			lines[line] = true
		}
	}
	return lines
}
