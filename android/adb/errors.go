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
	of := func(f fault) bool { return f.source != "any" && f.why == e.Why }
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

// fault is a row of faults.tsv or states.tsv. Only faults.tsv has source, the source of the message.
type fault struct{ source, message, why, advice string }

var (
	faults = table.Must("faults.tsv", faultTable, 4, table.Row(func(w []string) fault { return fault{w[0], w[1], w[2], w[3]} }))
	states = table.Must("states.tsv", stateTable, 3, table.Row(func(w []string) fault { return fault{"", w[0], w[1], w[2]} }))
)

// Refused returns the error for the message of a program on the device that failed.
func Refused(what, message string) *Error {
	if e := findFault(what, "", message); e != nil {
		return e
	}
	if message = strings.Join(strings.Fields(message), " "); message == "" {
		message = "no message"
	}
	return &Error{what, "a program on the device failed: " + message, "for details see the log of the device: adb logcat -d"}
}

// adbMessages matches adb's own messages, up to the bracket with the installer's message from the device.
var adbMessages = lazyregexp.New(`(?m)^(adb|error|protocol fault|\* cannot connect)\b[^\[\n]*`)

// failed returns the error for adb's output, which includes the output of programs on the device.
func failed(what, message string) *Error {
	if e := findFault(what, strings.Join(adbMessages.FindAllString(message, -1), "\n"), message); e != nil {
		return e
	}
	message = strings.Join(strings.Fields(message), " ")
	message = strings.TrimPrefix(strings.TrimPrefix(message, "adb: "), "error: ")
	if message == "" {
		message = "adb failed without a message"
	}
	return &Error{what, message, "check the connection: adb devices -l"}
}

// findFault returns the error of the first row in faults.tsv that matches: adb's own messages, or the whole
// output. It returns nil if none does.
func findFault(what, own, message string) *Error {
	for _, f := range faults {
		if f.source == "adb" && strings.Contains(own, f.message) || f.source != "adb" && strings.Contains(message, f.message) {
			return &Error{what, f.why, f.advice}
		}
	}
	return nil
}
