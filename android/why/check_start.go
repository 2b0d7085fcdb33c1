package why

import (
	"cmp"
	"path"
	"strings"

	"github.com/gleslayergen/gleslayergen/rules"
)

// allOpened reports whether the app's last start opened all layers of the current list.
func (w *evaluation) allOpened() bool {
	if !w.current() || w.Start.List.Value != w.list || len(w.names) == 0 || w.changedFile() != "" {
		return false
	}
	for _, name := range w.names {
		if _, loaded := w.Start.loads(name); !loaded {
			return false
		}
	}
	return true
}

// checkRestarted compares the settings and files at the start of the process with the current ones.
func (w *evaluation) checkRestarted() outcome {
	if w.Process.PID == 0 {
		return skipped("the app is not running")
	}
	if !w.current() {
		return unknown("the log is too short: it begins after the start of process " + itoa(w.Process.PID))
	}
	s := w.Start
	changed := func(what string, evidence []string) outcome {
		return fails(placeholders{"pid": itoa(s.PID), "value": what}, append(evidence, "running since: "+cmp.Or(w.Process.Since, s.Time))...)
	}
	switch file := w.changedFile(); {
	case s.Java.Present && w.source == sourceSetting && s.Java.Value != w.list:
		return changed(w.listChange(), s.line("GLES debug layer list"))
	case s.List.Present && s.List.Value != w.list:
		return changed(w.listChange(), s.line("Debug layer list"))
	case s.Whole && !s.Enabled && !s.Java.Present && w.source == sourceSetting && w.actual.Gate:
		return changed("the settings selected this app", []string{"log: no line of GraphicsEnvironment for process " + itoa(s.PID)})
	case file != "":
		return changed(file+" was created or changed", []string{"changed: " + file})
	case s.Java.Present || s.List.Present || s.Enabled:
		return ok("the process started with the current settings and files", s.Lines...)
	case !w.actual.Gate && w.actual.From == rules.FromNowhere:
		return ok("no setting or property lists layers for this app")
	}
	return unknown("the log is too short: it begins after the start of process " + itoa(s.PID))
}

// listChange describes the change of the list since the start.
func (w *evaluation) listChange() string {
	if w.list == "" {
		return w.source + " was deleted"
	}
	return w.source + " became " + quoteValue(w.list)
}

// changedFile returns the path of a listed file that was created or changed after the process searched for
// layers, or "".
func (w *evaluation) changedFile() string {
	if !w.Start.List.Present {
		return ""
	}
	for _, s := range w.resolved {
		if s.file == nil {
			continue
		}
		_, loaded := w.Start.loads(s.name)
		if s.file.Changed > w.Start.SearchedAt && w.Start.SearchedAt != "" || !loaded && len(w.Start.Failed) == 0 && s.file.Changed != "" {
			return s.file.Path
		}
	}
	return ""
}

// checkOpened reports the loader's own messages in the log.
func (w *evaluation) checkOpened() outcome {
	switch {
	case !w.current() || !w.Start.List.Present:
		return skipped("the log does not show a start of " + w.App.Package + " with layers")
	case w.Start.List.Value != w.list:
		return skipped("at its last start the app had a different list of layers")
	case w.changedFile() != "":
		return skipped("a layer file has changed since the last start")
	}
	if len(w.Start.Failed) > 0 {
		f := w.Start.Failed[0]
		return fails(placeholders{"path": f.Path, "layer": path.Base(f.Path), "value": f.Why}, w.Start.line("Failed to")...)
	}
	for _, name := range w.names {
		if _, loaded := w.Start.loads(name); !loaded {
			return unknown("the log does not show that the loader found "+name, w.Start.Lines...)
		}
	}
	return ok("the log shows that the loader opened "+strings.Join(w.names, ", "), w.Start.line("GLES layer found")...)
}

// checkLatch checks whether zygote had a list at its start. Only the property can set one there.
func (w *evaluation) checkLatch() outcome {
	switch {
	case w.source != sourceProperty:
		return skipped("the list is not from the property " + sourceProperty)
	case w.Zygote != nil && w.Zygote.List.Present && w.Zygote.List.Value != "":
		return fails(placeholders{"pid": itoa(w.Zygote.PID), "value": w.Zygote.List.Value}, w.Zygote.line("Debug layer list")...)
	}
	return ok("the log does not show that zygote had a list")
}

// checkEGL looks for libEGL's first log line about the list. The first EGL call writes it.
func (w *evaluation) checkEGL() outcome {
	switch {
	case w.Process.PID == 0:
		return skipped("the app is not running")
	case w.current() && w.Start.List.Present:
		return ok("the app has called EGL", w.Start.line("Debug layer list")...)
	case w.current() && (w.Start.Enabled || w.Start.Whole && w.source == sourceProperty):
		return fails(placeholders{"pid": itoa(w.Process.PID)}, append([]string{"log: no message of libEGL about layers"}, w.Start.Lines...)...)
	case !w.hasList():
		return skipped("no layer is listed")
	}
	return unknown("the log does not show whether the app has called EGL")
}

func (w *evaluation) checkRunning() outcome {
	if w.Process.PID == 0 {
		return fails(nil, "pidof "+w.App.Package+": no process of user "+itoa(w.User))
	}
	return ok("process "+itoa(w.Process.PID)+" runs", "pidof "+w.App.Package+": "+itoa(w.Process.PID))
}
