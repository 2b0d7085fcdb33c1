package calls

import (
	"context"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// Recorded calls have the right data. The tests are in testdata, and run by name.
func TestCalls(t *testing.T) {
	p := write(t, commandsOfTests(t))
	program := p.build(t, "gcc", "-O0")
	runAll(t, program)
}

// runAll runs each test of the program in its own process.
func runAll(t *testing.T, program string) {
	t.Helper()
	list, err := runProgram(t, program)
	if err != nil {
		t.Fatalf("%v\n%s", err, list)
	}
	names := strings.Split(strings.TrimSpace(string(list)), "\n")
	if len(names) < 50 {
		t.Errorf("only %d tests: %q", len(names), names)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			if out, err := runProgram(t, program, name); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// runProgram returns the output of a program. It fails if the program does not end in time.
func runProgram(t *testing.T, program string, args ...string) ([]byte, error) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Minute)
	defer stop()
	return exec.CommandContext(ctx, program, args...).CombinedOutput()
}

// The recorder's functions are limited in length, because people read them to see what is recorded.
func TestFunctionsAreSmall(t *testing.T) {
	lines, functions := 0, 0
	for _, f := range rendered(t, []string{"@all"}) {
		if !strings.Contains(f.Path, "zz_generated_calls_") {
			continue
		}
		for function := range strings.SplitSeq(string(f.Content), "\n}\n") {
			if strings.Contains(function, "record_") {
				functions++
				lines += strings.Count(function, "\n")
			}
		}
	}
	if functions < 1060 || lines > 30*functions {
		t.Errorf("%d functions have %d lines", functions, lines)
	}
}
