//go:build linux

package loader

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/rules"
)

func read(t *testing.T, r *Run, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(r.Dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestRunDir(t *testing.T) {
	release, _ := rules.FindRelease("12L")
	seed := uint64(1<<64 - 1)
	h := &Host{Dir: "/host", Driver: Driver{EGL: "/d/egl", GLES: "/d/gles"}}
	r, err := h.NewRun(t.TempDir(), Setup{Release: release, Strict: true, List: "a.so:", Path: "/x y", System: "/s", Log: "/l",
		Chaos: &seed, Break: "2.1", Properties: map[string]string{"b": "2 =", "a": ""}})
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(r.Dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	const config = "break=2.1\nchaos=18446744073709551615\ndriver_egl=/d/egl\ndriver_es1=\ndriver_gles=/d/gles\ndriver_swap=0\nearly=0\nlist=a.so:\nlog=/l\n" +
		"path=/x y\nrelease=12\nstrict=1\nsystem=/s\n"
	if got := read(t, r, "config"); got != config {
		t.Errorf("config:\n%s", got)
	}
	if got := read(t, r, "properties"); got != "a=\nb=2 =\n" {
		t.Errorf("properties:\n%s", got)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(r.Dir); !os.IsNotExist(err) {
		t.Error("the folder is still there")
	}
}

// By default, the release is the newest, and only this user can access the directory.
func TestPlainRun(t *testing.T) {
	for _, parent := range []string{"", "relative", "/nowhere/at/all"} {
		t.Setenv("XDG_RUNTIME_DIR", parent)
		r, err := (&Host{}).NewRun("", Setup{})
		if err != nil {
			t.Fatal(err)
		}
		if got := read(t, r, "config"); !strings.Contains(got, "release="+rules.Newest().ID+"\nstrict=0\n") || strings.Contains(got, "chaos") {
			t.Errorf("config:\n%s", got)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	r, err := (&Host{}).NewRun("", Setup{})
	if err != nil || filepath.Dir(r.Dir) != os.Getenv("XDG_RUNTIME_DIR") {
		t.Errorf("%v, %v", r, err)
	}
}

func TestLineBreaks(t *testing.T) {
	for _, s := range []Setup{
		{List: "a\nlog=/etc/passwd"}, {Path: "\n"}, {Log: "a\x00"}, {Break: "\n"},
		{Properties: map[string]string{"a\n": ""}}, {Properties: map[string]string{"a=b": ""}}, {Properties: map[string]string{"a": "\n"}},
	} {
		dir := t.TempDir()
		if _, err := (&Host{}).NewRun(dir, s); err == nil {
			t.Errorf("%+v is no error", s)
		}
		if left, _ := os.ReadDir(dir); len(left) != 0 {
			t.Errorf("left behind: %v", left)
		}
	}
}

// No path gets an empty element, and the caller's elements stay.
func TestEnv(t *testing.T) {
	r := &Run{Dir: "/run", host: &Host{Dir: "/host"}}
	for before, want := range map[string]string{
		"": "/host", ":": "/host", "/a:/b": "/host:/a:/b", ":/a::/b;/c:": "/host:/a:/b:/c", "/host:/a:/host": "/host:/a",
	} {
		t.Setenv("LD_LIBRARY_PATH", before)
		if env := r.Env(); !slices.Equal(env, []string{"GLESLAYERGEN_RUN=/run", "LD_LIBRARY_PATH=" + want}) {
			t.Errorf("%q: %q", before, env)
		}
	}
	t.Setenv("OTHER", "kept")
	if cmd := r.Command(t.Context(), "/bin/x", "y"); !slices.Contains(cmd.Env, "OTHER=kept") ||
		!slices.Contains(cmd.Env, "GLESLAYERGEN_RUN=/run") || !slices.Equal(cmd.Args, []string{"/bin/x", "y"}) {
		t.Errorf("%v", cmd)
	}
}
