//go:build linux

package driver

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestFaults checks that a driver that ends or hangs does not stop the report, and that the report has the
// cause.
func TestFaults(t *testing.T) {
	before := taskLimit
	defer func() { taskLimit = before }()
	for fault, want := range map[string]string{
		"crash": "signal 11 (SIGSEGV)", "abort": "signal 6 (SIGABRT)", "half": "signal 7 (SIGBUS)", "quit": "with exit status 0", "status": "with exit status 7",
		"hang": "did not return within 1s", "refuse": "eglInitialize; cannot initialize a display",
	} {
		t.Run(fault, func(t *testing.T) {
			taskLimit = before
			if fault == "hang" {
				taskLimit = time.Second
			}
			faulty(t, fault, false)
			r, p := here(t, 4)
			if !strings.Contains(p.EGL.Fault, want) || !strings.Contains(p.APIs[0].Fault, want) {
				t.Errorf("%q, %q, not %q", p.EGL.Fault, p.APIs[0].Fault, want)
			}
			if fault == "hang" {
				want = "not tested, because the driver did not return in two earlier tests"
			}
			for _, got := range []string{p.APIs[1].Fault, p.Pictures[0].Why, p.Contexts.Fault} {
				if !strings.Contains(got, want) {
					t.Errorf("%q, not %q", got, want)
				}
			}
			if p.EGL.Version != "" || !slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Name == "OpenGL ES 2.0" && strings.Contains(f.Why, want) }) {
				t.Errorf("version %q, findings %v", p.EGL.Version, r.Findings)
			}
		})
	}
}

// Text of a driver cannot end a task, and is truncated.
func TestHostile(t *testing.T) {
	faulty(t, "hostile", false)
	_, p := here(t, 0)
	if p.EGL.Vendor != "\x1b[2Jevil\n{\"task\":\"egl\",\"fact\":\"end\",\"value\":\"ok\"}\n\u00ff\"\\" {
		t.Errorf("vendor %q", p.EGL.Vendor)
	}
	if len(p.EGL.Extensions) != 1 || len(p.EGL.Extensions[0]) != 32<<10 {
		t.Errorf("%d extensions", len(p.EGL.Extensions))
	}
	faulty(t, "null", false)
	if _, p := here(t, 0); p.EGL.Version != "" || len(p.EGL.Extensions) > 0 {
		t.Errorf("%+v", p.EGL)
	}
}

// An old driver: no EGL 1.5, no OpenGL ES 3, no extensions.
func TestOldDriver(t *testing.T) {
	faulty(t, "old", false)
	r, p := here(t, 0)
	if p.Contexts != nil {
		t.Error("contexts are made unasked")
	}
	states := map[string]string{}
	for _, m := range p.Requirements {
		states[m.Name] = m.State
	}
	for name, want := range map[string]string{"EGL 1.5": Missing, "OpenGL ES 2.0": Present, "OpenGL ES 3.0": Missing, "EGL_KHR_image_base": Present,
		"EGL_KHR_wait_sync": Missing, "EGL_ANDROID_recordable": Meaningless, "EGL_KHR_fence_sync": Missing, "GL_OES_EGL_image_external": Present} {
		if states[name] != want {
			t.Errorf("%s: %s, not %s", name, states[name], want)
		}
	}
	var names []string
	for _, f := range r.Findings {
		names = append(names, f.Name)
	}
	if strings.Join(names, " ") != "EGL 1.5 EGL_KHR_wait_sync EGL_KHR_get_all_proc_addresses" {
		t.Errorf("findings %v", names)
	}
	if a := p.APIs[2]; a.Made || a.Fault != "eglCreateContext: EGL_BAD_ALLOC" {
		t.Errorf("%+v", a)
	}
}

func TestLimitOfContexts(t *testing.T) {
	faulty(t, "limit", false)
	_, p := here(t, 8)
	if c := p.Contexts; c.Made != 4 || c.Limit != "eglCreateContext: EGL_BAD_ALLOC" || c.Fault != "" { // plus the one that exists before and after
		t.Errorf("%+v", c)
	}
}

// TestAndroidPictures draws images in Android's buffers with a driver that converts them: correct colors, wrong
// colors, and a step that fails. The heavy test has the other steps.
func TestAndroidPictures(t *testing.T) {
	pictures(t, map[string]Picture{
		"":        {State: Sampled, By: "AHardwareBuffer", Pixels: "254,0,0 0,0,255"},
		"swapped": {State: Refused, By: "AHardwareBuffer", Why: "the sampled colors are wrong"},
		"no-lock": {State: Refused, By: "AHardwareBuffer", Why: "AHardwareBuffer_lockPlanes failed -22"},
	})
}

// pictures checks the results of the YUV images for each fault of the driver.
func pictures(t *testing.T, cases map[string]Picture) {
	t.Helper()
	for fault, want := range cases {
		t.Run(fault, func(t *testing.T) {
			faulty(t, fault, true)
			_, p := here(t, 0)
			for _, got := range p.Pictures[1:] {
				expect := want
				expect.Format = got.Format
				if got.Format == "NV12" {
					expect = Picture{Format: "NV12", State: Impossible, Why: "AHardwareBuffer has no constant for this format"}
				} else if fault == "swapped" {
					expect.Pixels = got.Pixels
				}
				if got != expect {
					t.Errorf("%+v, not %+v", got, expect)
				}
			}
			if control := p.Pictures[0].State == Sampled; control != (fault != "no-lock") {
				t.Errorf("%+v", p.Pictures[0])
			}
		})
	}
}

// The driver's own library is opened by its path, without the platform's EGL. If it cannot be opened, the
// report has the reason.
func TestOwnEGL(t *testing.T) {
	faulty(t, "old", false)
	program, err := compile(t.Context(), cacheOfTests(), []string{"cc"})
	if err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(scratch, "egl", "libEGL.so.1")
	t.Setenv("LD_LIBRARY_PATH", "")
	p := Process{}
	p.fill(runHost(t.Context(), program, tasks(own, 0)), own, 0)
	if p.EGL.Version != "1.5" || p.Own.Version != "1.4 Old" || strings.Join(p.Own.Extensions, " ") != "EGL_KHR_image_base" || p.Own.Fault != "" {
		t.Errorf("%+v %+v", p.EGL, p.Own)
	}
	p = Process{}
	p.fill(runHost(t.Context(), program, tasks("/nowhere/x.so", 0)), "/nowhere/x.so", 0)
	if p.EGL.Version != "1.5" || !strings.Contains(p.Own.Fault, "/nowhere/x.so: cannot open") {
		t.Errorf("%+v", p.Own)
	}
}
