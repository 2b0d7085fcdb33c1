package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// xmlFlags select the two small files in testdata.
var xmlFlags = []string{"--gl-xml", "testdata/gl.xml", "--egl-xml", "testdata/egl.xml"}

func TestRegistryList(t *testing.T) {
	lines := strings.Split(strings.TrimSuffix(runOK(t, "registry", "list"), "\n"), "\n")
	if len(lines) != 1060 {
		t.Errorf("%d commands, want 1060", len(lines))
	}
	testutil.Contains(t, runOK(t, "registry", "list", "glDrawArrays,glDrawBuffersEXT"),
		"glDrawArrays      OpenGL ES 1.0, OpenGL ES 2.0\nglDrawBuffersEXT  GL_EXT_draw_buffers\n")
	if got := runOK(t, "registry", "list", "--names", "@GL_EXT_multisampled_render_to_texture"); got !=
		"glFramebufferTexture2DMultisampleEXT\nglRenderbufferStorageMultisampleEXT\n" {
		t.Errorf("names: %q", got)
	}
	if n := strings.Count(runOK(t, "registry", "list", "--api", "gles2=3.2", "--extensions", "none"), "\n"); n != 358 {
		t.Errorf("%d commands of OpenGL ES 2.0 to 3.2, want 358", n)
	}
	if got := runOK(t, append([]string{"registry", "list"}, xmlFlags...)...); got != "eglGetCurrentContext  EGL 1.4\n"+
		"eglInitialize         EGL 1.0\neglQueryString        EGL 1.4\nglClear               OpenGL ES 2.0\nglGetString           OpenGL ES 3.0\n" {
		t.Errorf("from XML: %q", got)
	}
}

func TestRegistryListJSON(t *testing.T) {
	var report struct {
		Schema   int
		Commands []struct {
			Name                 string
			Versions, Extensions []string
		}
	}
	if err := json.Unmarshal([]byte(runOK(t, "registry", "list", "--json", "glClear")), &report); err != nil {
		t.Fatal(err)
	}
	c := report.Commands
	if report.Schema != 1 || len(c) != 1 || c[0].Name != "glClear" || len(c[0].Versions) != 2 || c[0].Extensions == nil {
		t.Errorf("%+v", report)
	}
}

func TestRegistryBadInput(t *testing.T) {
	egl := []string{"--egl-xml", "testdata/egl.xml"}
	for _, c := range []struct {
		args  []string
		code  int
		words []string
	}{
		{[]string{"list", "glFoo"}, ui.ExitUsage, []string{`unknown command "glFoo"`, "hint: did you mean"}},
		{[]string{"list", "glFoo*"}, ui.ExitUsage, []string{"matches no function", "hint: "}},
		{[]string{"list", "["}, ui.ExitUsage, []string{"invalid glob"}},
		{[]string{"list", "!glDraw*"}, ui.ExitUsage, []string{"no function is selected: a pattern that begins with ! only removes functions that earlier patterns selected"}},
		{[]string{"list", "@GL_KHR_debu"}, ui.ExitUsage, []string{"hint: did you mean GL_KHR_debug"}},
		{[]string{"list", "glAlphaFunc"}, ui.ExitUsage, []string{"only to OpenGL ES 1.x"}},
		{[]string{"list", "--api", "egl=9"}, ui.ExitUsage, []string{"unknown version"}},
		{[]string{"list", "--api", "gles1=1.0"}, ui.ExitUsage, []string{"does not pass the GL calls of OpenGL ES 1.x"}},
		{[]string{"list", "--extensions", "GL_nope"}, ui.ExitUsage, []string{"unknown extension"}},
		{[]string{"list", "--gl-xml", "testdata/gl.xml"}, ui.ExitUsage, []string{"requires --egl-xml", "hint: "}},
		{append([]string{"list"}, egl...), ui.ExitUsage, []string{"requires --gl-xml", "hint: "}},
		{append([]string{"list", "--gl-xml", "nowhere.xml"}, egl...), ui.ExitFailed, []string{"nowhere.xml"}},
		{append([]string{"list", "--gl-xml", "main.go"}, egl...), ui.ExitFailed, []string{"main.go:", "hint: "}},
		{append([]string{"list", "--gl-xml", "."}, egl...), ui.ExitFailed, []string{"is a directory"}},
		{[]string{"list", "--gl-xml", "testdata/egl.xml", "--egl-xml", "testdata/gl.xml"}, ui.ExitUsage,
			[]string{"the file is the EGL registry", "hint: give gl.xml first"}},
		{[]string{"show"}, ui.ExitUsage, []string{"NAME is missing", "hint: usage: "}},
		{[]string{"show", ""}, ui.ExitUsage, []string{"NAME is empty"}},
		{[]string{"show", "glTexImge2D"}, ui.ExitUsage, []string{"hint: did you mean glTexImage2D"}},
		{[]string{"import"}, ui.ExitUsage, []string{"is missing"}},
		{[]string{"import", "a", "b", "c", "--out", "d"}, ui.ExitUsage, []string{`unexpected argument "c"`}},
		{[]string{"import", "a", "b"}, ui.ExitUsage, []string{"--out FILE is missing"}},
		{[]string{"import", "a", "b", "--out", "c", "--date", "yesterday"}, ui.ExitUsage, []string{"not a date"}},
		{[]string{"import", "a", "b", "--out", "c", "--date", "2026-13"}, ui.ExitUsage, []string{"not a date"}},
		{[]string{"import", "testdata/gl.xml", "testdata/egl.xml", "--out", "c"}, ui.ExitUsage,
			[]string{"the date of the file is unknown", "hint: give the date: --date"}},
		{[]string{"import", "testdata/gl.xml", "testdata/egl.xml", "--date", "2026-05", "--out", "no/such/c"}, ui.ExitFailed,
			[]string{"no/such/c: cannot write"}},
		{[]string{"import", "testdata/gl.xml", "testdata/egl.xml", "--date", "2026-05", "--out", "testdata"}, ui.ExitFailed,
			[]string{"not a regular file"}},
		{[]string{"fetch", "x"}, ui.ExitUsage, []string{"unexpected argument"}},
		{[]string{"fetch", "--ref", ""}, ui.ExitUsage, []string{"must not be empty"}},
	} {
		fails(t, c.code, c.words, append([]string{"registry"}, c.args...)...)
	}
	if _, err := os.Stat("c"); err == nil {
		t.Error("a failed import wrote its file")
	}
}

func TestRegistryImport(t *testing.T) {
	out := filepath.Join(t.TempDir(), "registry.txt")
	for range 2 { // replaces the first
		runOK(t, "registry", "import", "testdata/gl.xml", "testdata/egl.xml", "--date", "2026-05", "--out", out)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	testutil.Contains(t, string(text), "source\tgl.xml\t2026-05\t", "command\tglClear\tvoid\n")
	if left, _ := os.ReadDir(filepath.Dir(out)); len(left) != 1 {
		t.Errorf("files left behind: %v", left)
	}
}

// Names that a snapshot cannot contain are an error, and nothing is written.
func TestRegistryImportHostile(t *testing.T) {
	xml, err := os.ReadFile("testdata/gl.xml")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	gl, out := filepath.Join(dir, "gl.xml"), filepath.Join(dir, "out")
	bad := strings.ReplaceAll(string(xml), "ClearBufferMask", "Clear&#9;Mask")
	if err := os.WriteFile(gl, []byte(bad), 0o644); err != nil {
		t.Fatal(err)
	}
	code, _, messages := call(t, "registry", "import", gl, "testdata/egl.xml", "--date", "2026-05", "--out", out)
	if _, err := os.Stat(out); code == ui.ExitOK || err == nil {
		t.Errorf("exit code %d, %s", code, messages)
	}
}
