package main

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/android/why"
)

// Each command that device why proposes is one of this program, with flags that it has and arguments that it takes, or one of adb's.
func TestRemediesAreCommands(t *testing.T) {
	root := rootCmd(newEnv(strings.NewReader(""), io.Discard, io.Discard))
	root.SetContext(context.Background())
	for _, row := range why.Tree() {
		for _, command := range []string{row.Remedy, row.Learn} {
			words := strings.Fields(why.Placeholders(command))
			if words[0] == "adb" {
				continue
			}
			cmd, rest, err := root.Find(words[1:])
			if words[0] != "gleslayergen" || err != nil || cmd.HasSubCommands() {
				t.Errorf("why-%s: %q is no command: %v", row.ID, command, err)
				continue
			}
			if err := cmd.ParseFlags(rest); err != nil {
				t.Errorf("why-%s: %q: %v", row.ID, command, err)
			}
			if cmd.Args == nil {
				continue
			}
			if err := cmd.Args(cmd, cmd.Flags().Args()); err != nil {
				t.Errorf("why-%s: %q: %v", row.ID, command, err)
			}
		}
	}
}
