package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/registry"
)

// hinter is an error that knows what to do about it.
type hinter interface{ Hint() string }

// exitCoder is an error that knows its exit code.
type exitCoder interface{ ExitCode() int }

// usageError is a fault of the command line.
type usageError struct{ what, why, hint string }

func (e *usageError) Error() string {
	if e.what == "" {
		return e.why
	}
	return e.what + ": " + e.why
}
func (e *usageError) Hint() string  { return e.hint }
func (e *usageError) ExitCode() int { return exitUsage }

// hinted gives an error a hint.
type hinted struct {
	error
	hint string
}

func (e *hinted) Unwrap() error { return e.error }
func (e *hinted) Hint() string  { return e.hint }

// writeError is a failed write of data.
type writeError struct{ error }

func (e *writeError) Error() string { return "standard output: " + e.error.Error() }
func (e *writeError) Unwrap() error { return e.error }

// commandName is how messages call a command: its path without the name of the program.
func commandName(cmd *cobra.Command) string {
	_, verb, _ := strings.Cut(cmd.CommandPath(), " ")
	return verb
}

// quiet is an outcome whose messages are out already.
type quiet int

func (q quiet) Error() string { return fmt.Sprintf("exit code %d", int(q)) }
func (q quiet) ExitCode() int { return int(q) }

// report tells what went wrong and gives the exit code.
func (e *env) report(ctx context.Context, err error) int {
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, new(programStatus)): // an interrupt was the program's to answer
		return exitCode(err)
	case ctx.Err() != nil:
		e.notef("gleslayergen: interrupted")
		e.tellLeft(err)
		return exitFailed
	case errors.As(err, new(quiet)), errors.Is(err, syscall.EPIPE):
		return exitCode(err)
	}
	for _, one := range split(err) {
		e.notef("gleslayergen: %s", oneLine(one.Error()))
	}
	var h hinter
	if errors.As(err, &h) && h.Hint() != "" {
		e.notef("hint: %s", oneLine(h.Hint()))
	}
	return exitCode(err)
}

// tellLeft tells what an interrupted run left on devices: that must not go unsaid.
func (e *env) tellLeft(err error) {
	for _, one := range split(err) {
		var left leftBehind
		if errors.As(one, &left) {
			e.notef("gleslayergen: %s", oneLine(left.Error()))
			e.notef("hint: %s", oneLine(hintOf(left)))
		}
	}
}

// exitCode is the worst that err says.
func exitCode(err error) int {
	var coder exitCoder
	if errors.As(err, &coder) {
		return coder.ExitCode()
	}
	if errors.As(err, new(*registry.UnknownNameError)) || errors.As(err, new(*registry.PatternError)) ||
		errors.As(err, new(*registry.ES1Error)) || errors.As(err, new(*registry.ScopeError)) {
		return exitUsage
	}
	return exitFailed
}

// split takes joined errors apart.
func split(err error) []error {
	if h, ok := err.(*hinted); ok {
		return split(h.error)
	}
	if list, ok := err.(interface{ Unwrap() []error }); ok {
		var out []error
		for _, one := range list.Unwrap() {
			out = append(out, split(one)...)
		}
		return out
	}
	return []error{err}
}

// oneLine keeps text from outside from looking like further messages of ours.
func oneLine(s string) string { return strings.ReplaceAll(s, "\n", `\n`) }
