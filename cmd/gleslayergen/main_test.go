package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/internal/testutil/reports"
)

// call runs the program in process.
func call(t *testing.T, args ...string) (code int, out, messages string) {
	t.Helper()
	var o, e bytes.Buffer
	code = run(t.Context(), args, strings.NewReader(""), &o, &e)
	reports.Check(t, args, o.String())
	return code, o.String(), e.String()
}

// runOK runs the program and returns its standard output.
func runOK(t *testing.T, args ...string) string {
	t.Helper()
	code, out, messages := call(t, args...)
	if code != ui.ExitOK {
		t.Fatalf("%v: exit code %d\n%s", args, code, messages)
	}
	return out
}

// fails runs the program and checks the exit code, that standard output is empty, and the words of the
// messages.
func fails(t *testing.T, want int, words []string, args ...string) {
	t.Helper()
	code, out, messages := call(t, args...)
	if code != want || out != "" {
		t.Errorf("%v: exit code %d, want %d; stdout %q", args, code, want, out)
	}
	if !strings.HasPrefix(messages, "gleslayergen: ") {
		t.Errorf("%v: no message of ours: %q", args, messages)
	}
	testutil.Contains(t, messages, words...)
}

func TestUsageErrors(t *testing.T) {
	for _, c := range []struct {
		args  string
		words []string
	}{
		{"regstry", []string{`unknown command "regstry"`, "hint: did you mean registry?"}},
		{"registry lst", []string{`registry: unknown command "lst"`, "hint: did you mean list"}},
		{"zzzzzz", []string{`unknown command "zzzzzz"`, "hint: to list the commands and flags: gleslayergen --help"}},
		{"--jsn", []string{"unknown flag: --jsn", "hint: "}},
		{"registry list --jsn", []string{"registry list: unknown flag: --jsn", "hint: did you mean --json?"}},
		{"registry list -q", []string{"unknown shorthand flag", "hint: "}},
		{"registry list --api", []string{"flag needs an argument", "hint: "}},
		{"version --json=maybe", []string{"invalid argument", "hint: "}},
		{"version now", []string{`unexpected argument "now"`, "hint: usage: gleslayergen version"}},
		{"help nonsense", []string{`unknown command "nonsense"`}},
		{"help registry nonsense", []string{`registry: unknown command "nonsense"`}},
		{"completion", []string{"the name of a shell is missing"}},
		{"completion tcsh", []string{"tcsh: unknown shell", "hint: the supported shells are bash, zsh, fish, powershell"}},
		{"explain 99.99", []string{`explain "99.99": unknown ID`, "hint: "}},
		{"explain trap-clientwaitsynk", []string{"hint: did you mean trap-clientwaitsync"}},
		{"doctor buid", []string{"doctor buid: unknown command", "hint: did you mean build?"}},
		{"doctor build new", []string{`unexpected argument "new"`}},
		{"docs", []string{"neither --man nor --reference is given"}},
	} {
		fails(t, ui.ExitUsage, c.words, strings.Fields(c.args)...)
	}
}

func TestHelp(t *testing.T) {
	testutil.Contains(t, runOK(t), "Usage:", "registry", "doctor")
	codes := runOK(t, "help", "exit-codes")
	for code, c := range ui.ExitCodes {
		text := strings.Fields(c.Text)[0]
		testutil.Contains(t, codes, fmt.Sprintf("%d  %s ", code, c.Title), " "+text)
	}
	testutil.Contains(t, runOK(t, "help", "patterns"), "@GL_KHR_debug")
	testutil.Contains(t, runOK(t, "help", "registry", "show"), "Examples:", "--gl-xml FILE")
	testutil.Contains(t, runOK(t, "--version"), "gleslayergen version ")
	for _, c := range documented(rootCmd(newTool(nil, nil, nil))) {
		path := strings.Fields(c.CommandPath())[1:]
		long := runOK(t, append(path, "--help")...)
		if c.Runnable() {
			testutil.Contains(t, long, "Usage:\n  "+c.UseLine()+"\n")
		}
		if c.Runnable() && len(path) == 1 && c.GroupID == "" {
			t.Errorf("%s is in no group", c.CommandPath())
		}
		for line := range strings.Lines(c.Long) {
			if len(line) > 112 {
				t.Errorf("%s: a line of %d characters: %q", c.CommandPath(), len(line), line)
			}
		}
	}
}

func TestInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var o, e bytes.Buffer
	code := run(ctx, []string{"registry", "fetch"}, strings.NewReader(""), &o, &e)
	if code != ui.ExitFailed || !strings.HasSuffix(e.String(), "gleslayergen: interrupted\n") || o.Len() > 0 {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, o.String(), e.String())
	}
}
