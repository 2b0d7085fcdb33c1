//go:build heavy

package abi

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

func TestGoHooksOnOtherProcessors(t *testing.T) {
	for _, g := range testutil.Shard(t, foreign, 3) {
		t.Run(g.arch, func(t *testing.T) { goHooks(t, g) })
	}
}

func TestCHooks(t *testing.T) {
	created := create(t, request("passive", "c", "@all"))
	countC(t, created)
	drive(t, created, amd64, true)
}

func TestTrampolines(t *testing.T) {
	drive(t, create(t, request("active", "none", "@all")), amd64, false)
}

// A hook that hands on one wrong number and one that spoils a result are found, and nothing else is.
func TestWrongHooksAreFound(t *testing.T) {
	created := create(t, request("passive", "go", "@all"))
	edit(t, created, "hooks.go", func(s string) string {
		s = editHook(s, "glDrawArrays", "first,", "first+1,")
		return editHook(s, "glGetUniformLocation", "next(program, name)", "next(program, name) ^ 1")
	})
	out, err := callAll(t, created, amd64)
	if want := fmt.Sprintf("%d calls, %d wrong\n", all*rounds, 2*rounds); err == nil || !strings.Contains(out, want) {
		t.Fatalf("%v, expected %s%s", err, want, out)
	}
	for line := range strings.Lines(out) {
		switch {
		case strings.HasPrefix(line, "glDrawArrays: argument 2, first: expected 0x"):
		case strings.HasPrefix(line, "glGetUniformLocation: result: expected 0x"):
		case strings.HasSuffix(line, " wrong\n"):
		default:
			t.Errorf("unexpected: %s", line)
		}
	}
}

// editHook changes the body of one hook.
func editHook(s, name, from, to string) string {
	head, body, _ := strings.Cut(s, "func "+name+"(")
	signature, body, _ := strings.Cut(body, "{\n")
	return head + "func " + name + "(" + signature + "{\n" + strings.Replace(body, from, to, 1)
}
