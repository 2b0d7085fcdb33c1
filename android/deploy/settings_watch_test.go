package deploy

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/android/device"
)

// line returns a line of the log.
func logged(t *testing.T, pid, text string) device.Line {
	t.Helper()
	l, ok := device.ParseLine("11-21 18:00:00.000 " + pid + " " + pid + " " + text)
	if !ok {
		t.Fatalf("no line: %q", text)
	}
	return l
}

func TestWatcher(t *testing.T) {
	const gate = "I GraphicsEnvironment: GPU debug layers enabled for com.game"
	for name, c := range map[string]struct {
		lines []string // PID TEXT
		want  string   // "": complete
	}{
		"found":         {[]string{"7 " + gate, "7 I libEGL: Debug layer list: a.so:b.so", "7 I libEGL: GLES layer found: /x/b.so", "7 I libEGL: GLES layer found: /x/a.so"}, ""},
		"nothing":       {nil, "rule 7.1"},
		"another app":   {[]string{"8 I GraphicsEnvironment: GPU debug layers enabled for com.other", "8 I libEGL: GLES layer found: /x/b.so"}, "rule 7.1"},
		"no EGL":        {[]string{"7 " + gate}, "rule 4.1"},
		"another's":     {[]string{"7 " + gate, "8 I libEGL: Debug layer list: a.so", "8 I libEGL: GLES layer found: /x/a.so"}, "rule 4.1"},
		"one missing":   {[]string{"7 " + gate, "7 I libEGL: Debug layer list: a.so:b.so", "7 I libEGL: Searching /x for GLES layers", "7 I libEGL: GLES layer found: /x/b.so"}, "did not find a.so"},
		"fails":         {[]string{"7 " + gate, "7 I libEGL: GLES layer found: /x/b.so", "7 E libEGL: Failed to load layer /x/b.so with error: dlopen failed"}, "dlopen failed"},
		"no symbol":     {[]string{"7 " + gate, "7 E libEGL: Failed to dlsym AndroidGLESLayer_Initialize for layer /x/b.so"}, "rule 1.9"},
		"no package":    {[]string{"7 " + gate, "7 W GraphicsEnvironment: Debug layer app 'p' not installed"}, "rule 7.7"},
		"started again": {[]string{"7 " + gate, "7 I libEGL: GLES layer found: /x/a.so", "9 " + gate, "9 I libEGL: Debug layer list: a.so:b.so", "9 I libEGL: GLES layer found: /x/b.so"}, "did not find a.so"},
	} {
		w := &watcher{app: "com.game", layers: []string{"a.so", "b.so"}}
		for _, l := range c.lines {
			pid, text, _ := strings.Cut(l, " ")
			w.evaluate(logged(t, pid, text))
		}
		err := w.fault
		if err == nil && !w.complete() {
			err = w.late(time.Second)
		}
		var b *Blocked
		switch {
		case c.want == "" && err != nil, c.want != "" && (!errors.As(err, &b) || !strings.Contains(b.Error(), c.want) || b.ExitCode() != 6 || b.Advice == ""):
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestFollow checks that it ends with the log, after the timeout, and shortly after the last layer was found.
func TestFollow(t *testing.T) {
	w := &watcher{app: "com.game", layers: []string{"a.so"}}
	lines, ended := make(chan string, 3), make(chan error, 1)
	ended <- errors.New("gone")
	if err := w.readLines(t.Context(), lines, ended); err == nil || err.Error() != "gone" {
		t.Error(err)
	}
	lines <- "11-21 18:00:00.000 7 7 I GraphicsEnvironment: GPU debug layers enabled for com.game"
	lines <- "11-21 18:00:00.000 7 7 I libEGL: GLES layer found: /x/a.so"
	if err := w.readLines(t.Context(), lines, ended); err != nil || !w.complete() {
		t.Error(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := (&watcher{app: "com.game", layers: []string{"a.so"}}).readLines(ctx, lines, ended); err != nil {
		t.Error(err)
	}
}
