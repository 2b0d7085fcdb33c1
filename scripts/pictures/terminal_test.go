package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// docs/demo.svg shows what gleslayergen demo prints.
func TestTerminal(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), "go", "run", "../../cmd/gleslayergen", "demo")
	var messages strings.Builder
	cmd.Stderr = &messages
	output, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &messages)
	}
	want, err := drawTerminal(string(output))
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	got, err := os.ReadFile("../../docs/demo.svg")
	if err != nil || string(got) != want {
		t.Errorf("docs/demo.svg is stale (%v): go run ./cmd/gleslayergen demo | go run ./scripts/pictures terminal > docs/demo.svg", err)
	}
}

// Text that does not come from demo is an error.
func TestTerminalOtherText(t *testing.T) {
	if picture, err := drawTerminal("some text\n"); err == nil {
		t.Errorf("no error: %s", picture)
	}
}
