package rules

import (
	"slices"
	"testing"
)

func TestMeaningOf(t *testing.T) {
	for _, c := range []struct{ tag, text, id, what string }{
		{"libEGL", "Debug layer list: a.so:b.so", "log-list", "these layers are requested: a.so:b.so"},
		{"libEGL", "Searching /data/x:y for GLES layers", "log-searching", "the loader searches for a layer in /data/x:y"},
		{"libEGL", "GLES layer found: /d/a.so", "log-found", "the loader found /d/a.so and opens it next"},
		{"libEGL", `Failed to load layer /d/{error} with error: dlopen failed: "x" is 32-bit`, "log-failed",
			`the loader cannot open /d/{error}, so it loads no layer in this process: dlopen failed: "x" is 32-bit`},
		{"libEGL", "Failed to dlsym AndroidGLESLayer_GetProcAddress for layer /d/a.so", "log-no-symbol",
			"/d/a.so does not export AndroidGLESLayer_GetProcAddress, so the loader loads no layer in this process"},
		{"GraphicsEnvironment", "Debug layer app 'a.b' not installed", "log-no-package", "the layer package a.b is not installed, or not visible to the app"},
		{"GraphicsEnvironment", "GPU debug layer app: a.b", "log-app", "the loader also searches for layers in the packages a.b"},
		{"DEBUG", "pid: 12, tid: 13, name: RenderThread  >>> a.b <<<", "log-crash", "a.b has crashed in its thread RenderThread"},
		{"libc", "Fatal signal 11 (SIGSEGV), code 1", "log-signal", "the process crashes with signal 11 (SIGSEGV), code 1"},
		{"mylayer", "Debug layer list: a.so", "", ""},
		{"libEGL", "loaded /vendor/lib64/egl/libEGL.so", "", ""},
	} {
		if m, ok := MeaningOf(c.tag, c.text); m.ID != c.id || m.What != c.what || ok != (c.id != "") {
			t.Errorf("%s: %s: %+v", c.tag, c.text, m)
		}
	}
	if m, _ := MeaningOf("libEGL", "Failed to dlsym s for layer l"); m.Values["symbol"] != "s" || m.Values["layer"] != "l" || m.Rule != "1.9" {
		t.Errorf("%+v", m)
	}
}

// Every log line that Decide returns has a known meaning.
func TestMeaningOfDecisions(t *testing.T) {
	for _, r := range Releases() {
		d := Decide(Device{Release: r}, App{Package: "a.b", Debuggable: true}, Settings{Enable: "1", App: "a.b", Layers: "l.so", LayerApp: "c.d"}, nil)
		for _, line := range d.Log {
			if _, ok := MeaningOf("GraphicsEnvironment", line[len("I GraphicsEnvironment: "):]); !ok {
				t.Errorf("%s: %q", r.ID, line)
			}
		}
	}
}

func TestLogTopics(t *testing.T) {
	var ids []string
	for _, topic := range LogTopics() {
		ids = append(ids, topic.ID)
	}
	for _, topic := range LogTopics() {
		for _, id := range topic.See {
			if _, ok := FindTopic(id); !ok && !slices.Contains(ids, id) || id == topic.ID {
				t.Errorf("%s: see %s", topic.ID, id)
			}
		}
		checkCited(t, topic.ID, topic.Text)
	}
	if len(slices.Compact(slices.Sorted(slices.Values(ids)))) != len(ids) {
		t.Error("an id twice")
	}
	if tags := LogTags(); !slices.Contains(tags, "libEGL") || !slices.IsSorted(tags) {
		t.Error(tags)
	}
}
