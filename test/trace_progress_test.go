package test

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// On a terminal one line shows the progress of a recording. It is removed at the end.
func TestTraceRecordProgress(t *testing.T) {
	r := newTracer(t)
	path, err := fake()
	if err != nil {
		t.Fatal(err)
	}
	s := progressShown(t, r.command("", "trace", "record", "--trace-layer", r.layer, "--out", "x.gltrace", "--", path, "-count", "1000"))
	line := regexp.MustCompile(`\r(\S+) calls, (\d+) frames, [^\r\n]+\x1b\[K`)
	reported := line.FindAllStringIndex(s, -1)
	if len(reported) < 2 || !strings.HasPrefix(s[reported[len(reported)-1][1]:], "\r\x1b[K") || !strings.Contains(s, "x.gltrace: 4000 calls, 1000 frames") {
		t.Errorf("%q", s)
	}
}

// progressShown returns the terminal output of a command that succeeds.
func progressShown(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	keyboard, tty := terminal(t)
	cmd.Stderr = tty
	printed := make(chan string)
	go func() {
		var all []byte
		for part := make([]byte, 1<<12); !strings.HasSuffix(string(all), "end"); {
			n, err := keyboard.Read(part)
			if all = append(all, part[:n]...); err != nil {
				break
			}
		}
		printed <- strings.TrimSuffix(string(all), "end")
	}()
	err := cmd.Run()
	if _, err := tty.WriteString("end"); err != nil {
		t.Fatal(err)
	}
	s := <-printed
	if err != nil {
		t.Fatalf("%v\n%q", err, s)
	}
	return s
}
