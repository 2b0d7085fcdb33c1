//go:build heavy

package golden

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/android/driver"
	"github.com/gleslayergen/gleslayergen/internal/testutil/glesdriver"
)

// All queries return the device, it refuses what it lacks, and a profile with a mistake or with a value that the driver lacks
// does not apply.
func TestProfile(t *testing.T) {
	for _, sets := range [][]string{{"draw", "errors", "log", "profile"}, {"profile"}} {
		s := newInjectStage(t, "profile", sets...)
		path, err := filepath.Abs("testdata/profile/test.profile")
		if err != nil {
			t.Fatal(err)
		}
		out, log := s.run(t, []string{"profile.on=1", "profile.file=" + path}, "device")
		for _, line := range []string{"profile: " + path + " applies",
			"profile: GL_INVALID_VALUE: glTexImage2D(target=GL_TEXTURE_2D, level=0, internalformat=GL_RGBA, width=1025, height=4, border=0, format=GL_RGBA, type=GL_UNSIGNED_BYTE, pixels=NULL): width=1025 is more than GL_MAX_TEXTURE_SIZE=1024 (ES 3.2, 8.5)",
			"profile: GL_INVALID_OPERATION: glDrawElementsBaseVertex(",
			"profile: EGL_BAD_MATCH: eglCreateContext: the app wants OpenGL ES 3.2, and the device has 3.1",
			"GLSL ES 3.20 is not supported by the device"} {
			if !strings.Contains(log, line) {
				t.Errorf("the log has no %q", line)
			}
		}
		if out != "end\n" || t.Failed() {
			t.Fatalf("%v: %s\n%s", sets, out, log)
		}
		if len(sets) > 1 {
			continue
		}
		checkNotApplied(t, s)
		checkExamples(t, s)
		checkLater(t, s)
		if out, _ := s.run(t, []string{"profile.file=" + path}, "driver"); out != "end\n" { // off
			t.Error(out)
		}
	}
}

// checkNotApplied checks that a profile does not apply, and what the log says.
func checkNotApplied(t *testing.T, s injectStage) {
	t.Helper()
	dir := t.TempDir()
	for text, want := range map[string]string{
		"GL_RENDERER Tester\nGL_MAX_TEXTURE_SIZE 999999\n":      "does not apply: GL_MAX_TEXTURE_SIZE is 999999, and the driver has ",
		"GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT 1\n":                "does not apply: GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT is 1, and the driver has ",
		"GL_MAX_COMPUTE_WORK_GROUP_COUNT 1 1 99999999\n":        "does not apply: GL_MAX_COMPUTE_WORK_GROUP_COUNT is 99999999, and the driver has ",
		"precision GL_VERTEX_SHADER GL_HIGH_FLOAT 127 127 60\n": "does not apply: GL_HIGH_FLOAT is 127 127 60, and the driver has ",
		"extension GL_KHR_debug\nextension GL_QCOM_none\n":      "does not apply: extension is GL_QCOM_none, and the driver has no such extension",
		"# no line\n\nGL_MAX_TEXTURE_SIZE big\n":                ":3: invalid number \"big\"",
		"GL_MAX_TEXTURE_SIZES 1\n":                              ":1: unknown key \"GL_MAX_TEXTURE_SIZES\"",
		"GL_MAX_VIEWPORT_DIMS 1\n":                              ":1: invalid number \"\"",
		"GL_MAX_TEXTURE_SIZE 99999999999999999999\n":            ":1: invalid number",
		"GL_VERSION 3.1\n":                                      ":1: GL_VERSION does not begin with OpenGL ES and a version from 2.0: \"3.1\"",
		"precision GL_FRAGMENT_SHADER GL_HIGH 1 1 1\n":          ":1: unknown kind of precision \"GL_HIGH\"",
		"precision GL_COMPUTE_SHADER GL_HIGH_FLOAT 1 1 1\n":     ":1: unknown type of shader \"GL_COMPUTE_SHADER\"",
		"precision GL_FRAGMENT_SHADER GL_HIGH_FLOAT 1 -1 1\n":   ":1: invalid number \"-1\"",
		"GL_MAX_TEXTURE_SIZE -1\n":                              ":1: a limit cannot be negative: \"-1\"",
		"GL_MAX_TEXTURE_SIZE 64 128\n":                          ":1: unexpected word \"128\"",
		"samples GL_RGBA8 1000\n":                               "does not apply: the number of samples of GL_RGBA8 is 1000, and the driver has ",
		"hide GL_*\n":                                           ":1: hides all formats, too; for no extensions, use \"extension none\": \"GL_*\"",
		"samples GL_RGBA9 4\n":                                  ":1: unknown format \"GL_RGBA9\"",
		"samples GL_RGBA8\n":                                    ":1: invalid number \"\"",
		"config EGL_RED_SIZE=77 EGL_SAMPLES<=4\n":               "does not apply: config is EGL_RED_SIZE=77 EGL_SAMPLES<=4, and the driver has no such config",
		"config\n":                      ":1: no condition after \"config\"",
		"config EGL_RED=8\n":            ":1: unknown attribute of an EGL config \"EGL_RED=8\"",
		"hide-config EGL_SAMPLES==4\n":  ":1: not a condition with =, <, >, <= or >=: \"EGL_SAMPLES==4\"",
		"hide-config EGL_SAMPLES>few\n": ":1: invalid number \"EGL_SAMPLES>few\"",
		"GL_RENDERER a\x00b\n":          "Invalid argument",
		strings.Repeat("# a comment that is long enough to fill\n", 2000): "File too large",
	} {
		path := filepath.Join(dir, "a.profile")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		out, log := s.run(t, []string{"profile.on=1", "profile.file=" + path}, "driver")
		if out != "end\n" || !strings.Contains(log, want) || !strings.Contains(log, "the app sees the driver") || strings.Contains(log, " applies\n") {
			t.Errorf("%.100s: %s\n%s", text, out, log)
		}
	}
	for setting, want := range map[string]string{
		"profile.file=" + dir:           "Invalid argument",
		"profile.file=" + dir + "/none": "No such file or directory",
		"profile.file=a.profile":        "profile.file is not an absolute path",
		"profile.missing=hide":          "profile.file is not an absolute path",
	} {
		if out, log := s.run(t, []string{"profile.on=1", setting}, "driver"); out != "end\n" || !strings.Contains(log, want) {
			t.Errorf("%s: %s\n%s", setting, out, log)
		}
	}
	checkWritten(t, s)
	checkUnchanged(t, s)
	path := filepath.Join(dir, "b.profile")
	if err := os.WriteFile(path, []byte("GL_VENDOR Test\nextension GL_OES_depth24\nextension GL_QCOM_none\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, log := s.run(t, []string{"profile.on=1", "profile.missing=hide", "profile.file=" + path}, "none"); !strings.Contains(log, "b.profile applies") {
		t.Error(log)
	}
}

// checkExamples checks that each described device applies to Mesa, or that the log says what the driver lacks.
func checkExamples(t *testing.T, s injectStage) {
	t.Helper()
	paths, _ := filepath.Glob("../examples/profiles/*.profile")
	if len(paths) != 12 {
		t.Fatalf("%d profiles", len(paths))
	}
	for _, path := range paths {
		path, err := filepath.Abs(path)
		if err != nil {
			t.Fatal(err)
		}
		want := "profile: " + path + " applies"
		if glesdriver.Dir() != "" {
			want = "profile: " + path // another driver may have lower limits
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		version := "30"
		if strings.Contains(string(text), "GL_VERSION OpenGL ES 2.0") {
			version = "20"
		}
		if out, log := s.run(t, []string{"profile.on=1", "profile.file=" + path}, "draws", version); out != "end\n" || !strings.Contains(log, want) {
			t.Errorf("%s: %s\n%s", path, out, log)
		}
	}
}

// checkLater checks that extensions need the version that their specification requires, unless the profile lists them.
func checkLater(t *testing.T, s injectStage) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.profile")
	for text, args := range map[string][]string{
		"GL_VERSION OpenGL ES 3.0\n":                                          {"es3", "30"},
		"GL_VERSION OpenGL ES 2.0\n":                                          {"es2", "20"},
		"GL_VERSION OpenGL ES 2.0\nextension none\n":                          {"bare", "20"},
		"GL_VERSION OpenGL ES 2.0\nextension GL_EXT_texture_cube_map_array\n": {"none", "20"},
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		out, log := s.run(t, []string{"profile.on=1", "profile.file=" + path}, args...)
		if out != "end\n" || !strings.Contains(log, "a.profile applies") {
			t.Errorf("%s: %s\n%s", text, out, log)
		}
	}
}

// checkWritten checks that a profile of the driver applies to the driver, and changes nothing but one line.
func checkWritten(t *testing.T, s injectStage) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "driver.profile")
	out, log := s.run(t, []string{"profile.on=1", "profile.write=" + path}, "driver")
	text, err := os.ReadFile(path)
	if err != nil || out != "end\n" || !strings.Contains(log, "profile: wrote "+path) {
		t.Fatalf("%v: %s\n%s", err, out, log)
	}
	checkPrivate(t, path)
	for _, line := range []string{"\nGL_MAX_TEXTURE_SIZE ", "\nGL_MAX_COMPUTE_WORK_GROUP_COUNT ", "\nprecision GL_FRAGMENT_SHADER GL_HIGH_FLOAT 127 127 23\n", "\nextension GL_KHR_debug\n"} {
		if !strings.Contains(string(text), line) {
			t.Errorf("no %q in %s", line, text)
		}
	}
	out, log = s.run(t, []string{"profile.on=1", "profile.file=" + path}, "driver")
	if out != "end\n" || !strings.Contains(log, "profile: "+path+" applies") {
		t.Errorf("%s\n%s", out, log)
	}
	limited := injectStage{s.lib, "/bin/sh"} // files of one block
	_, log = limited.run(t, []string{"profile.on=1", "profile.write=" + path}, "-c", `trap "" XFSZ; ulimit -f 1; exec "$@"`, "sh", s.app, "driver")
	if !strings.Contains(log, "profile: write "+path+": File too large") {
		t.Error(log)
	}
	if left, err := os.ReadFile(path); err != nil || string(left) != string(text) {
		t.Errorf("the profile that was there before: %v\n%s", err, left)
	}
	if left, err := filepath.Glob(path + ".*"); err != nil || len(left) > 0 {
		t.Error(left, err)
	}
}

// checkUnchanged checks that under a profile of the driver each query returns what it returns without it, and that the module
// writes the same profile as the program that queries drivers.
func checkUnchanged(t *testing.T, s injectStage) {
	t.Helper()
	program, args, err := driver.ProfileProbe(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	query := func(settings ...string) string {
		out, log := injectStage{s.lib, program}.run(t, settings, args...)
		p, err := driver.ReadProfile(strings.NewReader(out))
		if err != nil {
			t.Fatalf("%v\n%s\n%s", err, out, log)
		}
		return p.Text()
	}
	dir := t.TempDir()
	probed, written := filepath.Join(dir, "probed"), filepath.Join(dir, "written")
	want := query("profile.on=1", "profile.write="+written)
	if err := os.WriteFile(probed, []byte(want), 0o600); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(written)
	if err != nil {
		t.Fatal(err)
	}
	sorted := func(text string) string { return strings.Join(slices.Sorted(strings.Lines(text)), "") }
	if sorted(string(text)) != sorted(want) {
		t.Errorf("the module wrote\n%s\nnot\n%s", text, want)
	}
	for _, settings := range [][]string{nil, {"profile.on=1", "profile.file=" + probed}, {"profile.on=1", "profile.file=" + written}} {
		if got := query(settings...); got != want {
			t.Errorf("%v: the app sees\n%s\nnot\n%s", settings, got, want)
		}
	}
}

// In a context whose version lacks a limit, the driver answers the query, also if another context has the limit. Functions of
// extensions refuse the numbers of samples that the device lacks.
func TestProfileLimitsOfVersionsAndSamples(t *testing.T) {
	out := runProfileProgram(t, "versions.c")
	if out != "end\n" {
		t.Error(out)
	}
}

// The parser of profiles reads no input out of bounds.
func TestProfileParserIsSafe(t *testing.T) {
	profile, err := filepath.Abs("testdata/profile/test.profile")
	if err != nil {
		t.Fatal(err)
	}
	out := runProfileProgram(t, "fuzz.c", profile, "20000")
	if !strings.Contains(out, " valid") || strings.HasPrefix(out, "0 ") {
		t.Error(out)
	}
}

// runProfileProgram returns the output of a program that includes the module, built with the layer and sanitizers.
func runProfileProgram(t *testing.T, name string, arguments ...string) string {
	t.Helper()
	q := inC(request("passive", "none", []string{"glClear", "gl*Multisample*"}))
	q.Config.Sets = []string{"profile"}
	dir := kase{name: "profile", request: q}.write(t)
	program, err := filepath.Abs("testdata/profile/" + name)
	if err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(t.TempDir(), "program")
	objects, err := filepath.Glob(filepath.Join(dir, "core", "zz_generated_*.c"))
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-std=gnu11", "-pthread", "-Icore", "-o", binary, program}
	for _, file := range objects {
		if filepath.Base(file) != "zz_generated_set_profile.c" {
			args = append(args, file)
		}
	}
	command(t, dir, "cc", append(args, "-ldl")...)
	return command(t, dir, binary, arguments...)
}
