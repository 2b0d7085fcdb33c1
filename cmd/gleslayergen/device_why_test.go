package main

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/android/why"
)

// Each command that device why proposes is a command of this program with valid flags and arguments, or one
// of adb.
func TestRemediesAreCommands(t *testing.T) {
	root := rootCmd(newTool(strings.NewReader(""), io.Discard, io.Discard))
	root.SetContext(context.Background())
	var commands [][2]string
	for _, row := range why.Tree() {
		if !why.IsCommand(why.Placeholders(row.Remedy)) && row.ID != "android" { // commands that do not depend on each other
			t.Errorf("why-%s: %q is no command", row.ID, row.Remedy)
		} else if row.ID != "android" {
			for command := range strings.SplitSeq(row.Remedy, " && ") {
				commands = append(commands, [2]string{row.ID, command})
			}
		}
		commands = append(commands, [2]string{row.ID, row.Learn})
	}
	for _, c := range commands {
		id, command := c[0], c[1]
		words := strings.Fields(why.Placeholders(command))
		if words[0] == "adb" {
			continue
		}
		cmd, rest, err := root.Find(words[1:])
		if words[0] != "gleslayergen" || err != nil || !cmd.Runnable() {
			t.Errorf("why-%s: %q is no command: %v", id, command, err)
			continue
		}
		if err := cmd.ParseFlags(rest); err != nil {
			t.Errorf("why-%s: %q: %v", id, command, err)
		}
		if cmd.Args == nil {
			continue
		}
		if err := cmd.Args(cmd, cmd.Flags().Args()); err != nil {
			t.Errorf("why-%s: %q: %v", id, command, err)
		}
	}
}
