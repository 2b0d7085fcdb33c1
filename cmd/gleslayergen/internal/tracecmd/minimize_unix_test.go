//go:build unix

package tracecmd

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestArgsWith(t *testing.T) {
	for _, c := range []struct{ command, want string }{
		{"check", "check a.gltrace"},
		{"check {} --file={}", "check a.gltrace --file=a.gltrace"},
	} {
		if got := argsWith(strings.Fields(c.command), "a.gltrace"); !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%s: %v", c.command, got)
		}
	}
}

// TestOutcomes checks how runs of commands end, and which of them fail in the same way.
func TestOutcomes(t *testing.T) {
	run := func(match, script string) outcome {
		m := &minimizing{flags: &minimizeFlags{}, command: []string{"sh", "-c", script, "{}"}}
		if match != "" {
			m.flags.pattern = regexp.MustCompile(match)
		}
		is, err := m.runCommand(t.Context(), "a.gltrace")
		if err != nil {
			t.Fatal(err)
		}
		return is
	}
	three := run("", "exit 3")
	for _, c := range []struct {
		match, script, text string
		same                bool
	}{
		{"", "exit 3", "exit code 3", true},
		{"", "exit 4", "exit code 4", false},
		{"", "kill -SEGV $$", "signal segmentation fault", false},
		{"^green", "echo green; exit 3", "exit code 3", true},
		{"^green", "echo green >&2; exit 3", "exit code 3", true},
		{"^green", "echo red; exit 3", "exit code 3", false},
	} {
		if is := run(c.match, c.script); is.String() != c.text || is.same(three) != c.same {
			t.Errorf("%q: %s, same: %v", c.script, is, is.same(three))
		}
	}
	if segv := run("", "kill -SEGV $$"); !segv.same(run("", "kill -SEGV $$")) || segv.same(run("", "kill -ABRT $$")) {
		t.Error("signals are not compared")
	}
	if (outcome{late: true}).same(outcome{}) || (outcome{skipped: errors.New("a replay")}).same(outcome{}) {
		t.Error("runs that did not end fail in the same way")
	}
}

// TestTimeLimit checks the time limits of candidates.
func TestTimeLimit(t *testing.T) {
	for _, c := range []struct {
		seconds    uint
		took, want time.Duration // 0: no limit
	}{{0, 0, 0}, {7, 0, 7 * time.Second}, {7, time.Minute, 7 * time.Second}, {0, time.Millisecond, shortest}, {0, time.Minute, 10 * time.Minute}} {
		m := &minimizing{flags: &minimizeFlags{seconds: c.seconds}, wanted: outcome{took: c.took}}
		before := time.Now()
		ctx, stop := m.limit(context.Background())
		deadline, limited := ctx.Deadline()
		stop()
		if limited != (c.want > 0) || limited && (deadline.Before(before.Add(c.want)) || deadline.After(time.Now().Add(c.want))) {
			t.Errorf("%d s, %s: the limit is %s", c.seconds, c.took, deadline.Sub(before))
		}
	}
}
