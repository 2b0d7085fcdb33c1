package test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/test/device"
)

// TestDeviceCompare runs an app with two drivers, which differ in a version, limits and an extension. Afterward
// the device is as before.
func TestDeviceCompare(t *testing.T) {
	t.Parallel()
	angle := device.App{Name: "com.android.angle", System: true, Activity: "com.android.angle.Main", Actions: []string{"android.app.action.ANGLE_FOR_ANDROID"}}
	d := newDrawer(t, device.Options{Android: "14", Angle: []string{"MESA_GLES_VERSION_OVERRIDE=3.0", "MESA_EXTENSION_OVERRIDE=-GL_EXT_texture_border_clamp"}})
	if _, err := d.InstallApp(angle); err != nil {
		t.Fatal(err)
	}
	before := d.Snapshot()
	compare := func(code int, args ...string) (string, string) {
		t.Helper()
		args = append([]string{"device", "compare", "--app", drawerApp, "--trace-layer", d.layer, "--force"}, args...)
		out, messages, got := d.call(t, args...)
		if got != code {
			t.Fatalf("%q: exit code %d, not %d\n%s%s", args, got, code, out, messages)
		}
		return out, messages
	}
	out, messages := compare(0, "--driver", "native,angle", "--frames", "30", "--out", d.path("both"))
	for _, want := range []string{`(?m)^ +NATIVE +ANGLE`, `(?m)^version +OpenGL ES 3\.2 .*OpenGL ES 3\.0 `, `(?m)^frames +30 +30`, `(?m)^time of a frame, median +\d+\.\d\d ms +\d+\.\d\d ms`,
		`(?m)^glEnable: GL_INVALID_ENUM +30 +30$`, `(?m)^GL_MAX_COMPUTE_SHARED_MEMORY_SIZE +\d+ +-$`, `(?m)^GL_EXT_texture_border_clamp +yes +-$`,
		`(?m)^frame 0 +0 % +0 %$`, `index\.html shows the comparison with its images`} {
		if !regexp.MustCompile(want).MatchString(out) {
			t.Errorf("%s is missing in\n%s%s", want, out, messages)
		}
	}
	page, err := os.ReadFile(d.path("both/index.html"))
	if err != nil || !strings.Contains(string(page), "GL_EXT_texture_border_clamp") {
		t.Errorf("%v\n%s", err, page)
	}
	for _, m := range regexp.MustCompile(`src="([^"]+)"`).FindAllStringSubmatch(string(page), -1) {
		if _, err := os.Stat(filepath.Join(d.path("both"), m[1])); err != nil {
			t.Error(err)
		}
	}
	d.asBefore(t, before)

	if running := d.sh(t, "pidof "+drawerApp+"; :"); running != "" {
		t.Errorf("the app still runs with the last driver: %s", running)
	}

	// A command of the device ends each recording.
	out, _ = compare(0, "--driver", "angle,default", "--json", "--out", d.path("command"), "--", "sleep", "1")
	var report struct {
		Runs []struct {
			Name   string
			Frames int
			Limits map[string][]int
		}
		Extensions []struct {
			Name   string
			Values []string
		}
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil || len(report.Runs) != 2 || report.Runs[1].Name != "default" || report.Runs[0].Frames < 1 ||
		len(report.Runs[1].Limits["GL_MAX_VIEWPORT_DIMS"]) != 2 {
		t.Fatalf("%v\n%s", err, out)
	}
	if !slices.ContainsFunc(report.Extensions, func(e struct {
		Name   string
		Values []string
	}) bool {
		return e.Name == "GL_EXT_texture_border_clamp" && slices.Equal(e.Values, []string{"", "yes"})
	}) {
		t.Errorf("%+v", report.Extensions)
	}
	d.asBefore(t, before)

	// Nothing is started if a driver is not available, and no directory stays.
	_, messages = compare(6, "--driver", "native,updatable", "--out", d.path("none"))
	if _, err := os.Stat(d.path("none")); err == nil || !strings.Contains(messages, "no updatable driver is requested that this device has") {
		t.Errorf("%v\n%s", err, messages)
	}
	// A command that fails in one run only, and whose output is longer than any message.
	both := `cat /proc/version; seq 9999; settings get global angle_gl_driver_selection_values; [ "$(settings get global angle_gl_driver_selection_values)" = native ]`
	out, messages = compare(5, "--driver", "native,angle", "--out", d.path("failed"), "--", "sh", "-c", both)
	if !regexp.MustCompile(`(?m)^ +NATIVE +ANGLE`).MatchString(out) || len(messages) > 2000 ||
		!regexp.MustCompile(`(?m)driver angle: .*the command ended with exit code 1: angle$`).MatchString(messages) || strings.Contains(messages, "driver native: ") {
		t.Errorf("%s%s", out, messages)
	}
	d.asBefore(t, before)

	// The run with one driver fails, the other one is shown.
	out, messages = compare(6, "--driver", "angle,native", "--out", d.path("one"), "--", "settings", "put", "global", "angle_gl_driver_all_angle", "1")
	if !regexp.MustCompile(`(?m)^ +ANGLE$`).MatchString(out) || !strings.Contains(messages, "gleslayergen: driver native: ") {
		t.Errorf("%s%s", out, messages)
	}
	if page, err := os.ReadFile(d.path("one/index.html")); err != nil || !strings.Contains(string(page), "The run with native failed: ") {
		t.Errorf("%v\n%s", err, page)
	}
	d.sh(t, "settings delete global angle_gl_driver_all_angle")
	d.asBefore(t, before)

	// Another program changes the driver of the app during a run: it is reported, and stays.
	_, messages = compare(0, "--driver", "angle,native", "--out", d.path("foreign"), "--", "settings", "put", "global", "angle_gl_driver_selection_values", "native")
	if !strings.Contains(messages, "driver "+drawerApp+": not restored: another process changed the driver of the app") {
		t.Error(messages)
	}
	d.sh(t, "settings delete global angle_gl_driver_selection_pkgs; settings delete global angle_gl_driver_selection_values")
	d.asBefore(t, before)

	// The recording ends before the command, which is ended then.
	compare(0, "--driver", "native,angle", "--frames", "5", "--out", d.path("long"), "--", "sh", "-c", "echo; sleep 600")
	if out := d.sh(t, "pidof sleep; :"); out != "" {
		t.Error(out)
	}
	d.asBefore(t, before)
	compare(2, "--driver", "native", "--out", d.path("none"))
	compare(2, "--driver", "native,native", "--out", d.path("none"))
	compare(2, "--driver", "native,angle", "--all", "--out", d.path("none"))
	d.asBefore(t, before)
}
