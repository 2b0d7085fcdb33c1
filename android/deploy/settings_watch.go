package deploy

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/internal/recovery"
	"github.com/gleslayergen/gleslayergen/rules"
)

// settled is how long the log must be silent after the last layer was found before all layers count as
// loaded: an error would be logged within the time that opening a layer takes.
const settled = 700 * time.Millisecond

// watcher follows the loader's log lines of one app.
type watcher struct {
	app    string
	layers []string
	pid    int // process of the app; 0: not seen yet
	asked  bool
	found  []string // file names
	fault  error
}

// watch waits until the loader has found each layer and reported no error.
func (e *enabler) watch(ctx context.Context) error {
	w := &watcher{app: e.o.App, layers: names(e.o.Layers)}
	limited, stop := context.WithTimeout(ctx, e.o.Wait)
	defer stop()
	lines := make(chan string)
	ended := make(chan error, 1)
	recovery.Go(func() {
		_, err := e.d.Stream(limited, logScript(e.s.Time), func(line string) bool {
			select {
			case lines <- line:
				return true
			case <-limited.Done():
				return false
			}
		})
		ended <- err
	})
	how := w.readLines(limited, lines, ended)
	stop()
	if how == nil {
		<-ended
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case w.fault != nil:
		return w.fault
	case w.complete():
		return nil
	case how != nil && limited.Err() == nil:
		return how
	}
	return w.late(e.o.Wait)
}

// logScript returns the script that follows the log from a time on.
func logScript(since string) string {
	script := "logcat -v threadtime -T " + adb.Quote(since) + " -s"
	for _, tag := range rules.LogTags() {
		script += " " + tag + ":V"
	}
	return script
}

// readLines reads lines until it is known whether the layers were loaded. The error is that of a log that ended
// by itself.
func (w *watcher) readLines(ctx context.Context, lines <-chan string, ended <-chan error) error {
	var quiet <-chan time.Time
	for w.fault == nil {
		select {
		case text := <-lines:
			if line, ok := device.ParseLine(text); ok {
				w.evaluate(line)
			}
			if w.complete() {
				quiet = time.After(settled)
			}
		case <-quiet:
			return nil
		case err := <-ended:
			if err == nil {
				err = &adb.Error{What: "logcat", Why: "the log stream ended unexpectedly", Advice: "check the connection: adb devices -l; then run the command again"}
			}
			return err
		case <-ctx.Done():
			return nil
		}
	}
	return nil
}

// complete reports whether each layer was found.
func (w *watcher) complete() bool { return len(w.found) >= len(w.layers) }

// evaluate evaluates one line. It recognizes the app by the line in which Android allows its layers.
func (w *watcher) evaluate(l device.Line) {
	event, ok := device.Meaning(l)
	switch {
	case !ok:
	case event.ID == "log-gate" && event.Values["package"] == w.app:
		w.pid, w.asked, w.found = l.PID, false, nil
	case w.pid == 0 || l.PID != w.pid:
	case event.ID == "log-list":
		w.asked = true
	case event.ID == "log-found":
		if name := path.Base(event.Values["layer"]); !slices.Contains(w.found, name) {
			w.found = append(w.found, name)
		}
	case slices.Contains([]string{"log-failed", "log-no-symbol", "log-no-package", "log-signal", "log-exception"}, event.ID):
		w.fault = &Blocked{event.Rule, "app " + w.app, event.Meaning, "for details: gleslayergen explain " + event.ID + "; to find the cause: gleslayergen device why " + w.app}
	}
}

// late returns the first rule for which the log had no line in time.
func (w *watcher) late(wait time.Duration) error {
	b := &Blocked{"", "app " + w.app, "", "to find the cause: gleslayergen device why " + w.app}
	switch {
	case w.pid == 0:
		b.Rule, b.Why = "7.1", fmt.Sprintf("the app did not start, or did not read the settings, within %v", wait)
		b.Advice = "start the app, or add --launch; " + b.Advice
	case !w.asked:
		b.Rule, b.Why = "4.1", fmt.Sprintf("the app started, but did not call EGL or OpenGL ES within %v", wait)
	default:
		var missing []string
		for _, name := range w.layers {
			if !slices.Contains(w.found, name) {
				missing = append(missing, name)
			}
		}
		b.Rule, b.Why = "1.10", "the loader did not find "+strings.Join(missing, ", ")
	}
	return b
}
