package show

import (
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/registry"
)

func print(t *testing.T, names ...string) string {
	t.Helper()
	report, err := Names(registry.Builtin(), names)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	report.Print(&b)
	return b.String()
}

func TestCommand(t *testing.T) {
	got := print(t, "glTexImage2D")
	want := `glTexImage2D

  C
    void glTexImage2D(GLenum target, GLint level, GLint internalformat, GLsizei width,
        GLsizei height, GLint border, GLenum format, GLenum type, const void *pixels);

  Go hook
    func glTexImage2D(next gles.GLTexImage2DFunc, target gles.GLenum, level gles.GLint,
        internalformat gles.GLint, width gles.GLsizei, height gles.GLsizei, border gles.GLint,
        format gles.GLenum, typeArg gles.GLenum, pixels gles.Ptr)

  Parameters
    target          GLenum        group TextureTarget
    level           GLint         kind CheckedInt32
    internalformat  GLint         group InternalFormat
    width           GLsizei
    height          GLsizei
    border          GLint         kind CheckedInt32
    format          GLenum        group PixelFormat
    type            GLenum        group PixelType
    pixels          const void *  len COMPSIZE(format,type,width,height)

  Format with gles.TextureTarget.Name(target),
              gles.InternalFormat.Name(gles.GLenum(internalformat)), gles.PixelFormat.Name(format),
              gles.PixelType.Name(typeArg)
  Versions    OpenGL ES 1.0, OpenGL ES 2.0
  Android     `
	if !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestPages(t *testing.T) {
	for name, words := range map[string][]string{
		"eglChooseConfig":     {"func eglChooseConfig(next gles.EGLChooseConfigFunc, dpy gles.EGLDisplay,", "attribList *gles.EGLint"},
		"eglClientWaitSync":   {"Same as     eglClientWaitSyncKHR", "trap-clientwaitsync"},
		"glCreateShader":      {"(result)  GLuint  class shader"},
		"glAlphaFunc":         {"only to OpenGL ES 1.x"},
		"glShadingRateQCOM":   {"Extensions  GL_QCOM_shading_rate", "the loader does not know this function"},
		"GL_KHR_debug":        {"Kind        extension", "Pattern     @GL_KHR_debug", "glDebugMessageCallbackKHR", "GL_STACK_OVERFLOW_KHR"},
		"@GL_KHR_debug":       {"glDebugMessageCallbackKHR"},
		"@gles3.1":            {"GL_ES_VERSION_3_1", "Kind        version", "glDispatchCompute\n"},
		"EGL_VERSION_1_5":     {"Pattern     @egl1.5", "eglCreateImage\n"},
		"ClearBufferMask":     {"enum group of bits", "GL_DEPTH_BUFFER_BIT        0x0100", "glClear.mask"},
		"GL_TRIANGLES":        {"Value       0x0004", "Groups      PrimitiveType", "OpenGL ES 2.0"},
		"EGLDisplay":          {"typedef void *EGLDisplay;"},
		"EGLDEBUGPROCKHR":     {"typedef void (*EGLDEBUGPROCKHR)(EGLenum error,"},
		"EGLClientPixmapHI":   {"struct EGLClientPixmapHI { void *pData; EGLint iWidth;"},
		"AHardwareBuffer":     {"struct AHardwareBuffer;"},
		"EGLNativeWindowType": {"platform header"},
	} {
		got := print(t, name)
		for _, w := range words {
			if !strings.Contains(got, w) {
				t.Errorf("%s: no %q in:\n%s", name, w, got)
			}
		}
	}
	if a, b := print(t, "glClear"), print(t, "glFlush"); print(t, "glClear", "glFlush") != a+"\n"+b {
		t.Error("two names are not two pages with a blank line between")
	}
}

// Each name of the registry has a page; a function that can be intercepted has a Go hook; reports have no
// null in place of a list.
func TestEverything(t *testing.T) {
	r := registry.Builtin()
	report, err := Names(r, allNames(r))
	if err != nil {
		t.Fatal(err)
	}
	report.Print(io.Discard)
	data, err := json.Marshal(report)
	if err != nil || strings.Contains(string(data), ":null") {
		t.Errorf("%v, or a null in the report", err)
	}
	layered, err := r.Select(registry.FullScope(), []string{"@all"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range layered {
		if got := command(r, c); got.Go == "" || len(got.Android) == 0 {
			t.Errorf("%s: Go hook %q (%s), Android %q", c.Name, got.Go, got.GoError, got.Android)
		}
	}
}

func TestUnknown(t *testing.T) {
	_, err := Names(registry.Builtin(), []string{"glClear", "GL_TRIANGELS"})
	unknown, ok := err.(*UnknownError)
	if !ok || unknown.Near[0] != "GL_TRIANGLES" || unknown.ExitCode() != 2 {
		t.Errorf("%#v", err)
	}
}
