package why

import (
	"path"
	"strings"

	"github.com/gleslayergen/gleslayergen/rules"
)

// opens reports whether the app's last start opened every name of the list that counts now.
func (w *evaluation) opens() bool {
	if !w.current() || w.Start.List.Value != w.list || len(w.names) == 0 || w.newer() != "" {
		return false
	}
	for _, name := range w.names {
		if _, loaded := w.Start.loads(name); !loaded {
			return false
		}
	}
	return true
}

// checkRestarted compares what the process was started with to what it would be started with.
func (w *evaluation) checkRestarted() outcome {
	if w.Process.PID == 0 {
		return skipped("the app does not run")
	}
	if !w.current() {
		return open("the log does not reach back to the start of process " + itoa(w.Process.PID))
	}
	s := w.Start
	changed := func(what string, evidence []string) outcome {
		return fails(placeholders{"pid": itoa(s.PID), "value": what}, append(evidence, "running since: "+or(w.Process.Since, s.Time))...)
	}
	switch file := w.newer(); {
	case s.Java.Said && w.source == sourceSetting && s.Java.Value != w.list:
		return changed(w.became(), s.line("GLES debug layer list"))
	case s.List.Said && s.List.Value != w.list:
		return changed(w.became(), s.line("Debug layer list"))
	case s.Whole && !s.Enabled && !s.Java.Said && w.source == sourceSetting && w.now.Gate:
		return changed("the settings named it", []string{"log: no line of GraphicsEnvironment for process " + itoa(s.PID)})
	case file != "":
		return changed(file+" was put there", []string{"changed: " + file})
	case s.Java.Said || s.List.Said || s.Enabled:
		return ok("the process has the settings as they are", s.Lines...)
	case !w.now.Gate && w.now.From == rules.FromNowhere:
		return ok("no setting is for this app")
	}
	return open("the log does not reach back to the start of process " + itoa(s.PID))
}

// became says what the list was changed to.
func (w *evaluation) became() string {
	if w.list == "" {
		return w.source + " was deleted"
	}
	return w.source + " became " + quoted(w.list)
}

// newer is a file of the list that came after the process had looked for it.
func (w *evaluation) newer() string {
	if !w.Start.List.Said {
		return ""
	}
	for _, s := range w.stands {
		if s.file == nil {
			continue
		}
		_, loaded := w.Start.loads(s.name)
		if s.file.Changed > w.Start.Looked && w.Start.Looked != "" || !loaded && len(w.Start.Failed) == 0 && s.file.Changed != "" {
			return s.file.Path
		}
	}
	return ""
}

// checkOpened is the loader's own word.
func (w *evaluation) checkOpened() outcome {
	switch {
	case !w.current() || !w.Start.List.Said:
		return skipped("the log has no start of " + w.App.Package + " with layers")
	case w.Start.List.Value != w.list:
		return skipped("the last start had another list")
	case w.newer() != "":
		return skipped("the last start had another file")
	}
	if len(w.Start.Failed) > 0 {
		f := w.Start.Failed[0]
		return fails(placeholders{"path": f.Path, "layer": path.Base(f.Path), "value": f.Why}, w.Start.line("Failed to")...)
	}
	for _, name := range w.names {
		if _, loaded := w.Start.loads(name); !loaded {
			return open("the log does not say that "+name+" was found", w.Start.Lines...)
		}
	}
	return ok("the loader has opened "+strings.Join(w.names, ", "), w.Start.line("GLES layer found")...)
}

// checkLatch asks whether zygote had a list, which comes from the property alone.
func (w *evaluation) checkLatch() outcome {
	switch {
	case w.source != sourceProperty:
		return skipped("the list is not from " + sourceProperty)
	case w.Zygote != nil && w.Zygote.List.Said && w.Zygote.List.Value != "":
		return fails(placeholders{"pid": itoa(w.Zygote.PID), "value": w.Zygote.List.Value}, w.Zygote.line("Debug layer list")...)
	}
	return ok("the log has no list of zygote's")
}

// checkEGL asks for libEGL's first line about the list, which a first call of EGL brings.
func (w *evaluation) checkEGL() outcome {
	switch {
	case w.Process.PID == 0:
		return skipped("the app does not run")
	case w.current() && w.Start.List.Said:
		return ok("the app has called EGL", w.Start.line("Debug layer list")...)
	case w.current() && (w.Start.Enabled || w.Start.Whole && w.source == sourceProperty):
		return fails(placeholders{"pid": itoa(w.Process.PID)}, append([]string{"log: no line of libEGL about layers"}, w.Start.Lines...)...)
	case !w.listed():
		return skipped("no layer is named")
	}
	return open("the log does not say whether the app has called EGL")
}

func (w *evaluation) checkRunning() outcome {
	if w.Process.PID == 0 {
		return fails(nil, "pidof "+w.App.Package+": no process of user "+itoa(w.User))
	}
	return ok("process "+itoa(w.Process.PID)+" runs", "pidof "+w.App.Package+": "+itoa(w.Process.PID))
}
