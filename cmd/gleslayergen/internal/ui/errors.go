package ui

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/registry"
)

// Hinter is an error with a hint: what to do.
type Hinter interface{ Hint() string }

// exitCoder is an error with an exit code.
type exitCoder interface{ ExitCode() int }

// UsageError is an error in the command line.
type UsageError struct{ What, why, hint string }

func (e *UsageError) Error() string {
	if e.What == "" {
		return e.why
	}
	return e.What + ": " + e.why
}
func (e *UsageError) Hint() string  { return e.hint }
func (e *UsageError) ExitCode() int { return ExitUsage }

// hinted is an error with a hint.
type hinted struct {
	error
	hint string
}

func (e *hinted) Unwrap() error { return e.error }
func (e *hinted) Hint() string  { return e.hint }

// writeError is a failed write to standard output.
type writeError struct{ error }

func (e *writeError) Error() string { return "standard output: " + e.error.Error() }
func (e *writeError) Unwrap() error { return e.error }

// CommandName returns the path of a command without the name of the program.
func CommandName(cmd *cobra.Command) string {
	_, name, _ := strings.Cut(cmd.CommandPath(), " ")
	return name
}

// Quiet is an exit code whose messages were printed already.
type Quiet int

func (q Quiet) Error() string { return fmt.Sprintf("exit code %d", int(q)) }
func (q Quiet) ExitCode() int { return int(q) }

// Report prints err and its hint, and returns the exit code.
func (e *Env) Report(ctx context.Context, err error) int {
	switch {
	case err == nil:
		return ExitOK
	case errors.As(err, new(ProgramStatus)): // the program handled the interrupt
		return ExitCode(err)
	case ctx.Err() != nil:
		e.Notef("gleslayergen: interrupted")
		e.reportLeftovers(err)
		return ExitFailed
	case errors.As(err, new(Quiet)), errors.Is(err, syscall.EPIPE):
		return ExitCode(err)
	}
	for _, one := range SplitErrors(err) {
		e.Notef("gleslayergen: %s", OneLine(one.Error()))
	}
	var h Hinter
	if errors.As(err, &h) && h.Hint() != "" {
		e.Notef("hint: %s", OneLine(h.Hint()))
	}
	return ExitCode(err)
}

// reportLeftovers prints what an interrupted command changed on devices and did not restore.
func (e *Env) reportLeftovers(err error) {
	for _, one := range SplitErrors(err) {
		var left LeftBehind
		if errors.As(one, &left) {
			e.Notef("gleslayergen: %s", OneLine(left.Error()))
			e.Notef("hint: %s", OneLine(HintOf(left)))
		}
	}
}

// ExitCode returns the exit code of err.
func ExitCode(err error) int {
	var coder exitCoder
	if errors.As(err, &coder) {
		return coder.ExitCode()
	}
	if errors.As(err, new(*registry.UnknownNameError)) || errors.As(err, new(*registry.PatternError)) ||
		errors.As(err, new(*registry.ES1Error)) || errors.As(err, new(*registry.ScopeError)) {
		return ExitUsage
	}
	return ExitFailed
}

// SplitErrors returns the errors that err joins.
func SplitErrors(err error) []error {
	if h, ok := err.(*hinted); ok {
		return SplitErrors(h.error)
	}
	if list, ok := err.(interface{ Unwrap() []error }); ok {
		var out []error
		for _, one := range list.Unwrap() {
			out = append(out, SplitErrors(one)...)
		}
		return out
	}
	return []error{err}
}

// OneLine escapes newlines: text from files and devices must not look like another message of this tool.
func OneLine(s string) string { return strings.ReplaceAll(s, "\n", `\n`) }

// Usage returns an error in the command line: what failed with its value, why, and what to do.
func Usage(what, why, hint string) error { return &UsageError{what, why, hint} }

// WithHint returns err with a hint: what to do.
func WithHint(err error, hint string) error { return &hinted{err, hint} }

// HintOf returns the hint of err, or "".
func HintOf(err error) string {
	var h Hinter
	if errors.As(err, &h) {
		return h.Hint()
	}
	return ""
}

// LeftBehind is an error about changes on a device that an interrupted command did not restore.
type LeftBehind struct{ error }

// NewLeftBehind returns err as an error that is reported after an interrupt too.
func NewLeftBehind(err error) LeftBehind { return LeftBehind{err} }

func (l LeftBehind) Unwrap() error { return l.error }

// ProgramStatus is the exit code of the program that run or trace record started, and becomes that of this tool.
type ProgramStatus int

func (s ProgramStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

func (s ProgramStatus) ExitCode() int { return int(s) }
