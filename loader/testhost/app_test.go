//go:build linux

package testhost

import (
	"os/exec"
	"strings"
	"testing"
)

var appFlags = [][]string{
	{}, {"--es2"}, {"--ext"}, {"--ext", "--es2"}, {"--surfaceless"}, {"--frames", "5"}, {"--threads", "4"},
	{"--ext", "--threads", "4", "--frames", "3"},
}

func TestAppWithoutLayers(t *testing.T) {
	for _, flags := range appFlags {
		t.Run(strings.Join(flags, " "), func(t *testing.T) {
			report, stderr := runApp(t, nil, flags...)
			if stderr != "" || report.State != "none" || len(report.Layers)+len(report.Events) != 0 {
				t.Errorf("state %q, layers %v, events %v, stderr %q", report.State, report.Layers, report.Events, stderr)
			}
			for _, f := range report.Functions {
				if !f.Untouched {
					t.Errorf("%s does not lead to the driver", f.Name)
				}
			}
		})
	}
}

func TestAppThroughLayers(t *testing.T) {
	layers := []string{layer(t, "A"), layer(t, "B")}
	for _, flags := range appFlags {
		t.Run(strings.Join(flags, " "), func(t *testing.T) {
			if report, _ := runApp(t, layers, flags...); report.State != "attached" {
				t.Errorf("state %q", report.State)
			}
		})
	}
}

func TestAppFrames(t *testing.T) {
	report, _ := runApp(t, nil, "--frames", "3", "--threads", "2")
	for name, want := range map[string]uint64{"eglSwapBuffers": 6, "glDrawArrays": 6, "glLinkProgram": 2, "eglInitialize": 1} {
		if got := report.Function(name).Calls; got != want {
			t.Errorf("%s was called %d times, not %d", name, got, want)
		}
	}
}

func TestAppUsage(t *testing.T) {
	for _, flags := range [][]string{{"--frames"}, {"--frames", "0"}, {"--threads", "2x"}, {"--other"}, {"word"}} {
		stdout, stderr, code := run(t, exec.Command(app(t), flags...))
		if code != 2 || stdout != "" || !strings.HasPrefix(stderr, "usage: app ") {
			t.Errorf("app %v: exit code %d, %q, %q", flags, code, stdout, stderr)
		}
	}
}

func TestAppFailure(t *testing.T) {
	cmd := exec.Command(app(t))
	cmd.Env = []string{"EGL_PLATFORM=x11"}
	stdout, stderr, code := run(t, cmd)
	if code != 1 || stdout != "" || stderr != "app: eglInitialize failed: EGL error 0x3001\n" {
		t.Errorf("without a display: exit code %d, %q, %q", code, stdout, stderr)
	}
}
