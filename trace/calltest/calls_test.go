package calltest

import (
	"os/exec"
	"strings"
	"testing"
)

// What is recorded of calls is what they did: the tests are in testdata, each by its name.
func TestCalls(t *testing.T) {
	p := write(t, commandsOfTests(t))
	program := p.build(t, "gcc", "-O0")
	runAll(t, program)
}

// runAll runs each test of the program in a process of its own.
func runAll(t *testing.T, program string) {
	t.Helper()
	list, err := exec.Command(program).Output()
	if err != nil {
		t.Fatal(err)
	}
	names := strings.Split(strings.TrimSpace(string(list)), "\n")
	if len(names) < 50 {
		t.Errorf("only %d tests: %q", len(names), names)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			if out, err := exec.Command(program, name).CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// The recorder's functions stay small: they are read by who wonders what is recorded.
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
