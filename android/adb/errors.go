package adb

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
	"github.com/gleslayergen/gleslayergen/internal/table"
)

// Error is an error of a device or of adb: what failed, why, and what to do.
type Error struct{ What, Why, Advice string }

func (e *Error) Error() string { return e.What + ": " + e.Why }

// Unreachable reports whether the connection failed. The device may have executed earlier commands
// nevertheless.
func (e *Error) Unreachable() bool {
	of := func(f fault) bool { return f.who != "any" && f.why == e.Why }
	return slices.ContainsFunc(faults, of) || slices.ContainsFunc(states, of) || e.Why == notConnected
}

// Hint returns what to do.
func (e *Error) Hint() string { return e.Advice }

// ExitCode returns 5, the exit status of device errors.
func (e *Error) ExitCode() int { return 5 }

var (
	//go:embed faults.tsv
	faultTable string
	//go:embed states.tsv
	stateTable string
)

// fault is a row of faults.tsv or states.tsv. Only faults.tsv has who, the source of the message.
type fault struct{ who, said, why, advice string }

var (
	faults = table.Must("faults.tsv", faultTable, 4, table.Row(func(w []string) fault { return fault{w[0], w[1], w[2], w[3]} }))
	states = table.Must("states.tsv", stateTable, 3, table.Row(func(w []string) fault { return fault{"", w[0], w[1], w[2]} }))
)

// Refused returns the error for the message of a program on the device that failed.
func Refused(what, said string) *Error {
	if e := known(what, "", said); e != nil {
		return e
	}
	if said = strings.Join(strings.Fields(said), " "); said == "" {
		said = "a program on the device failed without a message"
	}
	return &Error{what, said, "this is the message of a program on the device; for details see the log: adb logcat -d"}
}

// adbSays matches adb's own messages, up to the bracket with the installer's message from the device.
var adbSays = lazyregexp.New(`(?m)^(adb|error|protocol fault|\* cannot connect)\b[^\[\n]*`)

// failed returns the error for adb's output, which includes the output of programs on the device.
func failed(what, said string) *Error {
	if e := known(what, strings.Join(adbSays.FindAllString(said, -1), "\n"), said); e != nil {
		return e
	}
	said = strings.Join(strings.Fields(said), " ")
	said = strings.TrimPrefix(strings.TrimPrefix(said, "adb: "), "error: ")
	if said == "" {
		said = "adb failed without a message"
	}
	return &Error{what, said, "check the connection: adb devices -l"}
}

// known returns the error of the first row in faults.tsv that matches: adb's own messages, or the whole
// output. It returns nil if none does.
func known(what, own, said string) *Error {
	for _, f := range faults {
		if f.who == "adb" && strings.Contains(own, f.said) || f.who != "adb" && strings.Contains(said, f.said) {
			return &Error{what, f.why, f.advice}
		}
	}
	return nil
}
