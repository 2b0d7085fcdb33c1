package why

import (
	"cmp"
	"path"
	"strings"

	"github.com/gleslayergen/gleslayergen/rules"
)

// allOpened reports whether the app's last start opened all layers of the current list.
func (ev *evaluation) allOpened() bool {
	if !ev.current() || ev.Start.List.Value != ev.list || len(ev.names) == 0 || ev.changedFile() != "" {
		return false
	}
	for _, name := range ev.names {
		if _, loaded := ev.Start.loads(name); !loaded {
			return false
		}
	}
	return true
}

// checkRestarted compares the settings and files at the start of the process with the current ones.
func (ev *evaluation) checkRestarted() outcome {
	if ev.Process.PID == 0 {
		return skipped("the app is not running")
	}
	if !ev.current() {
		return unknown("the log no longer contains the start of process " + itoa(ev.Process.PID))
	}
	s := ev.Start
	changed := func(what string, evidence []string) outcome {
		return fails(placeholders{"pid": itoa(s.PID), "value": what}, append(evidence, "running since: "+cmp.Or(ev.Process.Since, s.Time))...)
	}
	switch file := ev.changedFile(); {
	case s.Java.Present && ev.source == sourceSetting && s.Java.Value != ev.list:
		return changed(ev.listChange(), s.line("GLES debug layer list"))
	case s.List.Present && s.List.Value != ev.list:
		return changed(ev.listChange(), s.line("Debug layer list"))
	case s.Whole && !s.Enabled && !s.Java.Present && ev.source == sourceSetting && ev.actual.Gate:
		return changed("the settings now enable layers for this app", []string{"log: no line of GraphicsEnvironment for process " + itoa(s.PID)})
	case file != "":
		return changed(file+" was created or changed", []string{"changed: " + file})
	case s.Java.Present || s.List.Present || s.Enabled:
		return ok("the process started with the current settings and files", s.Lines...)
	case !ev.actual.Gate && ev.actual.From == rules.FromNowhere:
		return ok("no setting or property lists layers for this app")
	}
	return unknown("the log does not show with which layers process " + itoa(s.PID) + " started")
}

// listChange describes the change of the list since the start.
func (ev *evaluation) listChange() string {
	if ev.list == "" {
		return ev.source + " is now empty"
	}
	return ev.source + " is now " + quoteValue(ev.list)
}

// changedFile returns the path of a listed file that was created or changed after the process searched for
// layers, or "".
func (ev *evaluation) changedFile() string {
	if !ev.Start.List.Present {
		return ""
	}
	for _, s := range ev.resolved {
		if s.file == nil {
			continue
		}
		_, loaded := ev.Start.loads(s.name)
		if s.file.Changed > ev.Start.SearchedAt && ev.Start.SearchedAt != "" || !loaded && len(ev.Start.Failed) == 0 && s.file.Changed != "" {
			return s.file.Path
		}
	}
	return ""
}

// checkOpened reports the loader's own messages in the log.
func (ev *evaluation) checkOpened() outcome {
	switch {
	case !ev.current() || !ev.Start.List.Present:
		return skipped("the log does not show a start of " + ev.App.Package + " with layers")
	case ev.Start.List.Value != ev.list:
		return skipped("at its last start the app had a different list of layers")
	case ev.changedFile() != "":
		return skipped("a layer file has changed since the last start")
	}
	if len(ev.Start.Failed) > 0 {
		f := ev.Start.Failed[0]
		return fails(placeholders{"path": f.Path, "layer": path.Base(f.Path), "value": f.Why}, ev.Start.line("Failed to")...)
	}
	for _, name := range ev.names {
		if _, loaded := ev.Start.loads(name); !loaded {
			return unknown("the log does not show that the loader found "+name, ev.Start.Lines...)
		}
	}
	return ok("the log shows that the loader opened "+strings.Join(ev.names, ", "), ev.Start.line("GLES layer found")...)
}

// checkLatch checks whether zygote had a list at its start. Only the property can set one there.
func (ev *evaluation) checkLatch() outcome {
	switch {
	case ev.source != sourceProperty:
		return skipped("the list of layers is not from the property " + sourceProperty)
	case ev.Zygote != nil && ev.Zygote.List.Present && ev.Zygote.List.Value != "":
		return fails(placeholders{"pid": itoa(ev.Zygote.PID), "value": ev.Zygote.List.Value}, ev.Zygote.line("Debug layer list")...)
	}
	return ok("the log does not show that zygote had a list of layers")
}

// checkEGL looks for libEGL's first log line about the list. The first EGL call writes it.
func (ev *evaluation) checkEGL() outcome {
	switch {
	case ev.Process.PID == 0:
		return skipped("the app is not running")
	case ev.current() && ev.Start.List.Present:
		return ok("the app has called EGL", ev.Start.line("Debug layer list")...)
	case ev.current() && (ev.Start.Enabled || ev.Start.Whole && ev.source == sourceProperty):
		return fails(placeholders{"pid": itoa(ev.Process.PID)}, append([]string{"log: no message of libEGL about layers"}, ev.Start.Lines...)...)
	case !ev.hasList():
		return skipped("no layer is listed")
	}
	return unknown("the log does not show whether " + ev.App.Package + " has called EGL")
}

func (ev *evaluation) checkRunning() outcome {
	if ev.Process.PID == 0 {
		return fails(nil, "pidof "+ev.App.Package+": no process of user "+itoa(ev.User))
	}
	return ok("process "+itoa(ev.Process.PID)+" is running", "pidof "+ev.App.Package+": "+itoa(ev.Process.PID))
}
