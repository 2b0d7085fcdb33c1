package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/doctor"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/registry"
)

func TestVersion(t *testing.T) {
	r := registry.Builtin()
	out := runOK(t, "version")
	testutil.Contains(t, out, "gleslayergen  ", runtime.Version(), r.Sources[0].SHA256, r.Sources[1].Date, "model         1", "API ")
	var v versionReport
	if err := json.Unmarshal([]byte(runOK(t, "version", "--json")), &v); err != nil {
		t.Fatal(err)
	}
	if v.Schema != 1 || v.Version == "" || len(v.Registry) != 2 || v.Registry[1].SHA256 != r.Sources[1].SHA256 ||
		v.Android.API < 36 {
		t.Errorf("%+v", v)
	}
}

func TestExplain(t *testing.T) {
	index := runOK(t, "explain")
	testutil.Contains(t, index, "rule-1.10 ", "trap-clientwaitsync ", "exit-4 ")
	for _, line := range strings.Split(strings.TrimSpace(index), "\n") {
		id := strings.Fields(line)[0]
		testutil.Contains(t, runOK(t, "explain", id), id+"  ")
	}
	testutil.Contains(t, runOK(t, "explain", "2.6", "EXIT-2"), "rule-2.6  ", "\n\nexit-2  ", "unknown command")
	var report struct {
		Schema int
		Topics []struct {
			Text string
			See  []string
		}
	}
	if err := json.Unmarshal([]byte(runOK(t, "explain", "--json", "exit-0")), &report); err != nil || report.Schema != 1 ||
		report.Topics[0].Text == "" || report.Topics[0].See == nil {
		t.Errorf("%v, %+v", err, report)
	}
}

func TestDoctor(t *testing.T) {
	everything := &doctor.Machine{System: "linux",
		Getenv:   func(string) string { return "" },
		LookPath: func(name string) (string, error) { return "/bin/" + name, nil },
		Run: func(_ context.Context, path string, _ ...string) (string, error) {
			return path + " version 98.7.6\x1b[31m", nil
		}}
	nothing := *everything
	nothing.LookPath = func(string) (string, error) { return "", exec.ErrNotFound }
	code, out, _ := doctorOn(t, everything)
	if code != ui.ExitOK || !strings.Contains(out, "98.7.6  /bin/go ") || !strings.HasSuffix(out, "Everything that \"new\" and \"build\" need is installed.\n") {
		t.Errorf("exit code %d\n%s", code, out)
	}
	code, out, messages := doctorOn(t, &nothing)
	if code != ui.ExitFindings || messages != "" {
		t.Errorf("exit code %d, %s", code, messages)
	}
	testutil.Contains(t, out, "Required and missing:\n  Go: ", "state:  not found", "https://go.dev/dl/", `Missing for "new" and "build": Go, C compiler.`)
	if code, out, _ = doctorOn(t, &nothing, "new"); code != ui.ExitOK || out != "Everything that \"new\" needs is installed.\n" {
		t.Errorf("exit code %d\n%s", code, out)
	}
	if code, out, _ = doctorOn(t, everything, "build-android"); code != ui.ExitFindings || !strings.Contains(out, "Android NDK") {
		t.Errorf("exit code %d\n%s", code, out)
	}
	code, out, _ = doctorOn(t, &nothing, "device", "--json")
	var report doctor.Report
	if err := json.Unmarshal([]byte(out), &report); err != nil || code != ui.ExitFindings || report.OK ||
		report.Schema != 1 || !slices.ContainsFunc(report.Tools, func(r doctor.Result) bool { return r.Tool == "adb" && r.Problem != "" }) {
		t.Errorf("exit code %d, %v, %s", code, err, out)
	}
}

func doctorOn(t *testing.T, m *doctor.Machine, args ...string) (code int, out, messages string) {
	var o, e strings.Builder
	env := newTool(strings.NewReader(""), &o, &e)
	env.Machine = m
	code = runIn(t.Context(), env, append([]string{"doctor"}, args...))
	return code, o.String(), e.String()
}

func TestCompletionScripts(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		script := runOK(t, "completion", shell)
		testutil.Contains(t, script, "gleslayergen")
		if bad := strings.Index(script, `\u00`); bad >= 0 {
			t.Errorf("%s: an escape got into the script: %q", shell, script[bad:bad+20])
		}
	}
}

func TestComplete(t *testing.T) {
	for line, want := range map[string][]string{
		"registry show eglChooseC":                   {"eglChooseConfig"},
		"registry show TextureTarg":                  {"TextureTarget"},
		"registry show @gles3.":                      {"@gles3.0", "@gles3.1", "@gles3.2"},
		"registry list eglInit":                      {"eglInitialize"},
		"registry list glAlphaFunc":                  {"glAlphaFuncQCOM"}, // glAlphaFunc exists in ES 1.x only
		"registry list glClear,!@GL_KHR_deb":         {"glClear,!@GL_KHR_debug"},
		"registry list @al":                          {"@all"},
		"registry list --extensions all,GL_KHR_debu": {"all,GL_KHR_debug"},
		"explain trap-clientw":                       {"trap-clientwaitsync"},
		"doctor bu":                                  {"build", "build-android"},
		"completion f":                               {"fish"},
		"help registry sh":                           {"show"},
		"run --android 15":                           {"15", "15qpr"},
		"regis":                                      {"registry"},
	} {
		args := append([]string{"__completeNoDesc"}, strings.Fields(line)...)
		lines := strings.Split(strings.TrimSpace(runOK(t, args...)), "\n")
		got := slices.DeleteFunc(lines[:len(lines)-1], func(s string) bool { // cobra returns all values for some flags; the shell filters them
			return !strings.HasPrefix(s, args[len(args)-1])
		})
		if !slices.Equal(got, want) && fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: completes to %q, want %q", line, got, want)
		}
	}
}
