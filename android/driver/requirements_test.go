package driver

import (
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
)

// Each extension of the table is in the registry, for the API of the row; no extension occurs twice.
func TestRequirements(t *testing.T) {
	known := map[string]*registry.Extension{}
	for _, e := range registry.Builtin().Extensions {
		known[e.Name] = e
	}
	seen := map[string]bool{}
	for _, r := range Requirements() {
		if seen[r.Name] {
			t.Errorf("%s is there twice", r.Name)
		}
		seen[r.Name] = true
		switch r.Kind {
		case "egl", "gles":
			api := map[string]registry.API{"egl": registry.EGL, "gles": registry.GLES2}[r.Kind]
			if e := known[r.Name]; e == nil && r.Name != "EGL_ANDROID_image_native_buffer" || e != nil && !slices.Contains(e.Supported, api) {
				t.Errorf("%s is no extension of %s", r.Name, api)
			}
		case "picture":
			if !slices.Contains(formats, r.Name) {
				t.Errorf("%s is not tried", r.Name)
			}
		}
	}
	for _, name := range strings.Fields("EGL_KHR_wait_sync GL_OES_EGL_image_external EGL_ANDROID_image_native_buffer EGL_ANDROID_recordable EGL_ANDROID_framebuffer_target YV12") {
		if i := slices.IndexFunc(Requirements(), func(r Requirement) bool { return r.Name == name }); i < 0 || Requirements()[i].Need != Required {
			t.Errorf("%s is not required", name)
		}
	}
}

func TestBadRequirements(t *testing.T) {
	for line, want := range map[string]string{
		"X\tegl\trequired\tapp\tyes\tCDD":            "6 columns, want 7",
		"X\tgl\trequired\tapp\tyes\tCDD\tr":          "KIND is \"gl\"",
		"X\tegl\toptional\tapp\tyes\tCDD\tr":         "NEED is \"optional\"",
		"X\tegl\trequired\tnobody\tyes\tCDD\tr":      "SEEN is \"nobody\"",
		"X\tegl\trequired\tapp\tmaybe\tCDD\tr":       "DESKTOP is \"maybe\"",
		"X\tegl\trequired\tapp\tyes\tCDD\t":          "REASON is \"\"",
		"\tegl\trequired\tapp\tyes\tCDD\tr":          "NAME is \"\"",
		"X\tegl\trequired\tapp\tyes\tCDD\tr\t# more": "8 columns",
	} {
		if _, err := table.Parse("requirements.tsv", line+"\n", len(columns), parseRequirement); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, not %q", line, err, want)
		}
	}
}

// process returns a process that meets all requirements.
func process() *Process {
	p := &Process{ABI: "arm64-v8a", Bits: 64, EGL: &EGL{Version: "1.5 Android META-EGL"}, Own: &EGL{}}
	for _, r := range Requirements() {
		switch {
		case r.Kind == "egl" && r.system:
			p.Own.Extensions = append(p.Own.Extensions, r.Name)
		case r.Kind == "egl":
			p.EGL.Extensions = append(p.EGL.Extensions, r.Name)
		case r.Kind == "picture":
			p.Pictures = append(p.Pictures, Picture{Format: r.Name, State: Sampled})
		}
	}
	for i, version := range []string{"OpenGL ES-CM 1.1", "OpenGL ES 3.2 V@1", "OpenGL ES 3.2 V@1"} {
		p.APIs = append(p.APIs, API{Asked: i + 1, Made: true, Drawn: true, Version: version, Extensions: []string{"GL_OES_EGL_image_external"}})
	}
	return p
}

func TestMeet(t *testing.T) {
	for _, m := range checkRequirements(process(), false) {
		if m.State != Present {
			t.Errorf("%s: %s (%s)", m.Name, m.State, m.Why)
		}
	}
	for _, c := range []struct {
		name, what string
		change     func(p *Process)
		state, why string
	}{
		{"EGL 1.5", "older", func(p *Process) { p.EGL.Version = "1.4" }, Missing, "the driver has only version 1.4"},
		{"EGL 1.5", "newer", func(p *Process) { p.EGL.Version = "1.10" }, Present, "1.10"},
		{"EGL 1.5", "crash", func(p *Process) { p.EGL.Version, p.EGL.Fault = "", "signal" }, Missing, "signal"},
		{"OpenGL ES 2.0", "none", func(p *Process) { p.APIs[1] = API{Asked: 2, Fault: "eglCreateContext"} }, Missing, "eglCreateContext"},
		{"OpenGL ES 2.0", "no drawing", func(p *Process) { p.APIs[1].Drawn, p.APIs[1].Fault = false, "black" }, Missing, "drawing failed: black"},
		{"OpenGL ES 3.0", "none", func(p *Process) { p.APIs = p.APIs[:2] }, Missing, "no context could be created"},
		{"EGL_KHR_wait_sync", "gone", func(p *Process) { p.EGL.Extensions = nil }, Missing, ""},
		{"EGL_KHR_wait_sync", "crash", func(p *Process) { p.EGL = &EGL{Fault: "signal"} }, Unknown, "signal"},
		{"EGL_KHR_wait_sync", "not asked", func(p *Process) { *p = Process{Missing: "no NDK"} }, Unknown, "no NDK"},
		{"EGL_ANDROID_framebuffer_target", "gone", func(p *Process) { p.Own.Extensions = nil }, Missing, ""},
		{"EGL_ANDROID_framebuffer_target", "driver not to be asked", func(p *Process) { p.Own = &EGL{Fault: "dlopen"} }, Unknown, "cannot be opened directly"},
		{"EGL_ANDROID_framebuffer_target", "driver not known", func(p *Process) { p.Own = nil }, Unknown, "cannot be opened directly"},
		{"GL_OES_EGL_image_external", "1.x only", func(p *Process) { p.APIs[1].Extensions, p.APIs[2].Extensions = nil, nil }, Missing, ""},
		{"GL_OES_EGL_image_external", "no context", func(p *Process) { p.APIs = p.APIs[:1] }, Unknown, "no context for OpenGL ES 2.0 or newer could be created"},
		{"YV12", "refused", func(p *Process) { p.Pictures[0] = Picture{Format: "YV12", State: Refused, Why: "colors"} }, Missing, "colors"},
		{"YV12", "impossible", func(p *Process) { p.Pictures[0].State = Impossible }, Unknown, "could not run"},
		{"YV12", "not tried", func(p *Process) { p.Pictures = nil }, Unknown, "could not run"},
	} {
		p := process()
		c.change(p)
		for _, m := range checkRequirements(p, false) {
			if m.Name == c.name && (m.State != c.state || !strings.Contains(m.Why, c.why)) {
				t.Errorf("%s, %s: %s (%s), not %s (%s)", c.name, c.what, m.State, m.Why, c.state, c.why)
			}
		}
	}
}

// TestMeetOnDesktop checks that on a desktop, requirements of Android's own buffers are meaningless unless met:
// what the driver has counts.
func TestMeetOnDesktop(t *testing.T) {
	p := process()
	p.EGL.Extensions, p.Own, p.Pictures = []string{"EGL_ANDROID_recordable"}, nil, nil
	for _, m := range checkRequirements(p, true) {
		want := map[string]string{"EGL_ANDROID_recordable": Present, "EGL_ANDROID_framebuffer_target": Meaningless, "YV12": Meaningless,
			"EGL_KHR_wait_sync": Missing, "EGL_ANDROID_blob_cache": Missing}[m.Name]
		if want != "" && m.State != want {
			t.Errorf("%s: %s, not %s", m.Name, m.State, want)
		}
	}
}

func TestFindings(t *testing.T) {
	p := process()
	p.EGL.Extensions = slices.DeleteFunc(p.EGL.Extensions, func(e string) bool {
		return e == "EGL_ANDROID_recordable" || e == "EGL_KHR_fence_sync"
	})
	r := &Report{Processes: []Process{*p}, Choices: []Choice{{Bits: 64}, {Bits: 32, Abort: "nothing is left"}}}
	r.finish(Options{}, false)
	want := []Finding{{"32 bits", "driver", "nothing is left"}, {"arm64-v8a", "EGL_ANDROID_recordable", ""}}
	if !slices.Equal(r.Findings, want) {
		t.Errorf("%v", r.Findings)
	}
}
