package device

import (
	"slices"
	"strings"
	"testing"
	"time"
)

const logged = `--------- beginning of main
11-21 10:00:00.000   100   101 I libEGL  : Debug layer list: a.so
11-21 10:00:01.000   500   510 I ActivityManager: Start proc 7001:a.b/u0a99 for top-activity {a.b/a.b.Main}
11-21 10:00:01.000   500   510 I ActivityManager: Start proc 7002:a.b.c:remote/u0a98 for service
11-21 10:00:02.000  7001  7001 I libEGL  : GLES layer found: /d/a.so
11-21 10:00:02.000  7002  7002 I libEGL  : GLES layer found: /d/b.so
11-21 10:00:02.500  7001  7001 D gone    : not asked for
11-21 10:00:03.000  7001  7009 F libc    : Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR)
11-21 10:00:04.000  8001  8001 F DEBUG   : pid: 7001, tid: 7009, name: Render  >>> a.b <<<
11-21 10:00:04.000  8001  8001 F DEBUG   :       #00 pc 0001  /d/a.so
11-21 10:00:05.000  8002  8002 F DEBUG   : pid: 9999, tid: 9999, name: x  >>> x.y <<<
11-21 10:00:05.000  8002  8002 F DEBUG   :       #00 pc 0002  /d/z.so
11-21 10:00:06.000  7001  7001 I my: own : text: more
11-21 10:00:07.000   500   510 I ActivityManager: Start proc 7003:a.b/u10a99 for top-activity {a.b/a.b.Main}
11-21 10:00:08.000  7003  7003 I libEGL  : GLES layer found: /d/ten.so
11-21 10:00:09.000  8003  8003 F DEBUG   : pid: 7003, tid: 7003, name: Render  >>> a.b <<<
11-21 10:00:09.000  8003  8003 F DEBUG   :       #00 pc 0003  /d/ten.so
`

// keptLines returns the lines that a filter selects.
func keptLines(q LogQuery, s *State) []string {
	f := newLogFilter(q, s)
	var out []string
	for text := range strings.Lines(logged) {
		if l, ok := ParseLine(text); ok && f.matches(l) {
			out = append(out, l.Time[9:14]+" "+strings.TrimSpace(l.Text))
		}
	}
	return out
}

func TestLogFilter(t *testing.T) {
	got := keptLines(LogQuery{Package: "a.b"}, &State{})
	want := []string{"00:02 GLES layer found: /d/a.so", "00:03 Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR)",
		"00:04 pid: 7001, tid: 7009, name: Render  >>> a.b <<<", "00:04 #00 pc 0001  /d/a.so"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	ten := keptLines(LogQuery{Package: "a.b"}, &State{Facts: Facts{User: 10}})
	if want := []string{"00:08 GLES layer found: /d/ten.so", "00:09 pid: 7003, tid: 7003, name: Render  >>> a.b <<<", "00:09 #00 pc 0003  /d/ten.so"}; !slices.Equal(ten, want) {
		t.Errorf("of another user: %q", ten)
	}
	if got := keptLines(LogQuery{}, &State{}); len(got) != 11 {
		t.Errorf("all: %q", got)
	}
	s := &State{Packages: map[string]*Package{"q.r": {PIDs: []int{100}}}}
	if got := keptLines(LogQuery{Package: "q.r"}, s); len(got) != 1 {
		t.Errorf("by its process now: %q", got)
	}
}

func TestParseLine(t *testing.T) {
	l, ok := ParseLine("2026-11-21 10:00:06.000123  7001  7002 W tag     : text: more\r\n")
	if want := (Line{"2026-11-21 10:00:06.000123", 7001, 7002, "W", "tag", "text: more"}); !ok || l != want {
		t.Errorf("%+v", l)
	}
	for _, bad := range []string{"", "--------- beginning of crash", "11-21 10:00 1 1 I t: x", "11-21 10:00:06.000 1 1 X t: x"} {
		if l, ok := ParseLine(bad); ok {
			t.Errorf("%q: %+v", bad, l)
		}
	}
}

func TestLayerTags(t *testing.T) {
	s := &State{Facts: Facts{Settings: map[string]Setting{"gpu_debug_layers_gles": {Value: "libGLES_glesLayerA.so:my.so::x y.so", Set: true}},
		Props: map[string]string{"debug.gles.layers": "libmy.so:other"}}}
	if got := s.LayerTags(); !slices.Equal(got, []string{"GLES_glesLayerA", "glesLayerA", "my", "other"}) {
		t.Errorf("%q", got)
	}
}

// The log may name layers that are no longer in any setting.
func TestLogNames(t *testing.T) {
	got := parseLogNames("noise\n11-21 10:00:00.000  1  1 I libEGL  : Debug layer list: liba.so:b.so\n" +
		"11-21 10:00:01.000  1  1 I libEGL  : GLES layer found: /data/data/a.b/libc.so\n11-21 10:00:01.000  1  1 I other   : GLES layer found: /d/no.so\n")
	if !slices.Equal(got, []string{"liba.so", "b.so", "libc.so"}) {
		t.Errorf("%q", got)
	}
	s := &State{logged: got}
	if got := s.LayerTags(); !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("%q", got)
	}
}

func TestBefore(t *testing.T) {
	f := &Facts{Time: "01-01 00:05:00.000"}
	if got := f.Before(10 * time.Minute); got != "12-31 23:55:00.000" {
		t.Error(got)
	}
	if got := (&Facts{}).Before(time.Minute); got != "" {
		t.Error(got)
	}
}

func TestLogCommand(t *testing.T) {
	got := LogQuery{Since: "11-21 10:00:00.000", Tags: []string{"x"}}.command()
	if !strings.HasPrefix(got, "logcat -v threadtime -d -T '11-21 10:00:00.000' ") || !strings.HasSuffix(got, " 'x:V' 'ActivityManager:V' '*:S'") {
		t.Error(got)
	}
}
