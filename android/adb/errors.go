package adb

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
	"github.com/gleslayergen/gleslayergen/internal/table"
)

// Error is a device or an adb that did not do its part: what, why, and what to do.
type Error struct{ What, Why, Advice string }

func (e *Error) Error() string { return e.What + ": " + e.Why }

// Unreachable reports whether it is the connection that is at fault: what the device was told before may have been done.
func (e *Error) Unreachable() bool {
	of := func(f fault) bool { return f.who != "any" && f.why == e.Why }
	return slices.ContainsFunc(faults, of) || slices.ContainsFunc(states, of) || e.Why == notConnected
}

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

// fault is a row of one of the tables. Who says the words tells one table only.
type fault struct{ who, said, why, advice string }

var (
	faults = table.Must("faults.tsv", faultTable, 4, table.Row(func(w []string) fault { return fault{w[0], w[1], w[2], w[3]} }))
	states = table.Must("states.tsv", stateTable, 3, table.Row(func(w []string) fault { return fault{"", w[0], w[1], w[2]} }))
)

// Refused is the error for what a program on the device says when it cannot do what it was asked.
func Refused(what, said string) *Error {
	if e := known(what, "", said); e != nil {
		return e
	}
	if said = strings.Join(strings.Fields(said), " "); said == "" {
		said = "a program on the device failed and did not say why"
	}
	return &Error{what, said, "so says a program on the device; its log may tell more: adb logcat -d"}
}

// adbSays are lines of adb's own, up to the bracket in which it hands on what the device's installer says.
var adbSays = lazyregexp.New(`(?m)^(adb|error|protocol fault|\* cannot connect)\b[^\[\n]*`)

// failed is the error for what adb says, which hands on the words of the device's programs, too.
func failed(what, said string) *Error {
	if e := known(what, strings.Join(adbSays.FindAllString(said, -1), "\n"), said); e != nil {
		return e
	}
	said = strings.Join(strings.Fields(said), " ")
	said = strings.TrimPrefix(strings.TrimPrefix(said, "adb: "), "error: ")
	if said == "" {
		said = "adb failed and did not say why"
	}
	return &Error{what, said, "see what adb itself says: adb devices -l"}
}

// known is the error of the first row that fits: adb's own words, or all that was said.
func known(what, own, said string) *Error {
	for _, f := range faults {
		if f.who == "adb" && strings.Contains(own, f.said) || f.who != "adb" && strings.Contains(said, f.said) {
			return &Error{what, f.why, f.advice}
		}
	}
	return nil
}
