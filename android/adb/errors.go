package adb

import (
	_ "embed"
	"fmt"
	"strings"
)

// Error is a device or an adb that did not do its part: what, why, and what to do.
type Error struct{ What, Why, Advice string }

func (e *Error) Error() string { return e.What + ": " + e.Why }

// Hint says what to do.
func (e *Error) Hint() string { return e.Advice }

// ExitCode is that of faults of devices.
func (e *Error) ExitCode() int { return 5 }

var (
	//go:embed faults.tsv
	faultTable string
	//go:embed states.tsv
	stateTable string
)

// fault is a row of one of the tables.
type fault struct{ said, why, advice string }

var faults, states = rows("faults.tsv", faultTable), rows("states.tsv", stateTable)

func rows(file, table string) []fault {
	var out []fault
	for line := range strings.Lines(table) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		w := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(w) != 3 {
			panic(fmt.Sprintf("%s: %d columns instead of 3: %q", file, len(w), line)) // a test reads it
		}
		out = append(out, fault{w[0], w[1], w[2]})
	}
	return out
}

// Refused is the error for what adb says when it cannot do what it was asked.
func Refused(what, said string) *Error {
	said = strings.Join(strings.Fields(said), " ")
	for _, f := range faults {
		if strings.Contains(said, f.said) {
			return &Error{what, f.why, f.advice}
		}
	}
	said = strings.TrimPrefix(strings.TrimPrefix(said, "adb: "), "error: ")
	if said == "" {
		said = "adb failed and did not say why"
	}
	return &Error{what, said, "see what adb itself says: adb devices -l"}
}
