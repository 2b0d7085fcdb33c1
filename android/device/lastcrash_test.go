package device

import (
	"strings"
	"testing"
)

// TestCrashLines checks which lines belong to the last crash: of native code, of its dump by another process, and of Java.
func TestCrashLines(t *testing.T) {
	for _, c := range []struct {
		log      string
		pid, tid int
		lines    string
	}{
		{"", 0, 0, ""},
		{"11-21 10:00:00.000  7  7 I libEGL: Debug layer list: a", 0, 0, ""},
		{`11-21 10:00:00.000  7  9 F libc    : Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0 in tid 9 (Render), pid 7 (game)
11-21 10:00:00.100  7  7 I game    : unrelated
11-21 10:00:00.200  20 20 F DEBUG   : pid: 7, tid: 9, name: Render  >>> game <<<
11-21 10:00:00.200  20 20 F DEBUG   : signal 11 (SIGSEGV)`, 7, 9, "Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0 in tid 9 (Render), pid 7 (game)|pid: 7, tid: 9, name: Render  >>> game <<<|signal 11 (SIGSEGV)"},
		{`11-21 10:00:00.200  20 20 F DEBUG   : pid: 7, tid: 9, name: Render  >>> game <<<
11-21 10:00:00.200  20 20 F DEBUG   : signal 11 (SIGSEGV)
11-21 10:00:01.000  8  8 E AndroidRuntime: FATAL EXCEPTION: main
11-21 10:00:01.000  8  8 E AndroidRuntime: java.lang.Error
11-21 10:00:01.000  9  9 E AndroidRuntime: of another process`, 8, 8, "FATAL EXCEPTION: main|java.lang.Error"},
	} {
		var last *Crash
		for line := range strings.Lines(c.log) {
			l, ok := ParseLine(line)
			if !ok {
				t.Fatalf("%q", line)
			}
			last = last.add(l)
		}
		switch {
		case last == nil:
			if c.pid != 0 {
				t.Errorf("no crash in %q", c.log)
			}
		case last.PID != c.pid || last.TID != c.tid || strings.Join(last.Lines, "|") != c.lines:
			t.Errorf("%+v", last)
		}
	}
}
