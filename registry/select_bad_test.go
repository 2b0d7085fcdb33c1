package registry

import (
	"errors"
	"strings"
	"testing"
)

// hinter is implemented by every error of a pattern.
type hinter interface {
	error
	Hint() string
}

func TestUnknownNames(t *testing.T) {
	for pattern, want := range map[string]string{
		"eglChoseConfig":  "command: eglChooseConfig, eglGetConfigs, eglCreateContext",
		"glDrawArray":     "command: glDrawArrays, glDrawArraysIndirect, glDrawBuffers",
		"gldrawarrays":    "command: glDrawArrays, glDrawArraysIndirect, glDrawArraysInstanced",
		"eglSwapBufers":   "command: eglSwapBuffers, eglSwapInterval, eglCopyBuffers",
		"glTexStorage2":   "command: glTexStorage2D, glTexStorage3D, glTexStorage2DEXT",
		"!eglChoseConfig": "command: eglChooseConfig, eglGetConfigs, eglCreateContext",
		"GL_KHR_debug":    "command: @GL_KHR_debug",
		"@GL_KHR_debu":    "extension: GL_KHR_debug, EGL_KHR_debug, GL_KHR_no_error",
		"@egl_khr_debug":  "extension: EGL_KHR_debug, EGL_KHR_image, GL_KHR_debug",
	} {
		_, err := Builtin().Select(FullScope(), []string{"glEnable", pattern})
		var u *UnknownNameError
		if !errors.As(err, &u) {
			t.Errorf("%s: %v", pattern, err)
			continue
		}
		if got := u.Kind + ": " + strings.Join(u.Near, ", "); got != want || u.Name != strings.Trim(pattern, "!@") {
			t.Errorf("%s: %s, want %s", pattern, got, want)
		}
		if hint := u.Hint(); hint != "did you mean "+strings.Join(u.Near, ", ")+"?" {
			t.Error(hint)
		}
	}
	_, err := Builtin().Select(FullScope(), []string{strings.Repeat("x", 1<<20)})
	if u := new(UnknownNameError); !errors.As(err, &u) || len(u.Near) != 3 {
		t.Error("a very long name has no nearest three")
	}
}

func TestES1IsRefused(t *testing.T) {
	for _, pattern := range []string{"glAlphaFunc", "glAlphaFuncx", "glAlphaFuncx*", "@GL_OES_fixed_point", "@GL_OES_framebuffer_object"} {
		_, err := Builtin().Select(FullScope(), []string{pattern})
		var e *ES1Error
		if !errors.As(err, &e) || e.Name != pattern ||
			!strings.Contains(e.Error(), pattern+" belongs only to OpenGL ES 1.x, and Android does not pass the GL calls of OpenGL ES 1.x contexts to layers (rule 4.8)") ||
			!strings.Contains(e.Hint(), "or of OpenGL ES 2.0 and newer") {
			t.Errorf("%s: %v", pattern, err)
		}
	}
	if _, err := Builtin().Select(Scope{GLES2: "2.0"}, []string{"glAlphaFunc"}); !errors.As(err, new(*ES1Error)) {
		t.Errorf("in a small scope: %v", err)
	}
}

func TestPatternErrors(t *testing.T) {
	small := Scope{EGL: "1.4", GLES2: "3.0", Extensions: []string{"GL_KHR_debug"}}
	for pattern, want := range map[string]string{
		"glBlendBarrier":             `pattern "glBlendBarrier": the selected APIs and extensions do not contain this function; it belongs to GL_ES_VERSION_3_2`,
		"glBlendBarrierKHR":          "it belongs to GL_KHR_blend_equation_advanced",
		"eglCreateSync":              "it belongs to EGL_VERSION_1_5",
		"glTexStorage3DMultisample":  "it belongs to GL_ES_VERSION_3_2",
		"glFoo*":                     `pattern "glFoo*": matches no function of the selected APIs and extensions`,
		"glBlendBarrier*":            "matches no function of the selected APIs and extensions",
		"@EGL_KHR_debug":             "matches no function of the selected APIs and extensions",
		"@EGL_KHR_no_config_context": `pattern "@EGL_KHR_no_config_context": the version or extension adds no function`,
		"!":                          `pattern "": empty`,
		"gl[":                        `pattern "gl[": invalid glob: syntax error in pattern`,
		"gl[]":                       "invalid glob",
		"gl[z-a]*":                   "matches no function",
		`gl*\`:                       "invalid glob",
		"glEnable,!gl*":              `pattern "glEnable,!gl*": no function is selected: a pattern that begins with ! only removes functions that earlier patterns selected`,
	} {
		_, err := Builtin().Select(small, []string{pattern})
		var p *PatternError
		if !errors.As(err, &p) || !strings.Contains(err.Error(), want) || !strings.Contains(p.Hint(), "registry list") {
			t.Errorf("%s: %v, want %s", pattern, err, want)
		}
	}
}

// TestVersionPatterns selects versions that do not exist or cannot be layered.
func TestVersionPatterns(t *testing.T) {
	for pattern, want := range map[string]string{
		"@gles1":    `api "gles1": Android does not pass the GL calls of OpenGL ES 1.x contexts to layers (rule 4.8)`,
		"@gles1.1":  `api "gles1.1": Android does not pass the GL calls of OpenGL ES 1.x contexts to layers (rule 4.8)`,
		"@gles3.3":  `api "gles2=3.3": unknown version`,
		"@gles":     "unknown version",
		"@gles31":   "unknown version",
		"@egl1.6":   `api "egl=1.6": unknown version`,
		"@egl1":     "unknown version",
		"@gles3.1 ": "",
	} {
		_, err := Builtin().Select(FullScope(), []string{pattern})
		if want == "" {
			if err != nil {
				t.Error(err)
			}
			continue
		}
		if e := new(ScopeError); !errors.As(err, &e) || !strings.Contains(err.Error(), want) || e.Hint() == "" {
			t.Errorf("%s: %v, want %s", pattern, err, want)
		}
	}
	for _, pattern := range []string{"@", "@egl", "@gl4.6", "@eglChooseConfig", "@ALL"} {
		_, err := Builtin().Select(FullScope(), []string{pattern})
		if h := hinter(nil); !errors.As(err, &h) || !errors.As(err, new(*UnknownNameError)) {
			t.Errorf("%s: %v", pattern, err)
		}
	}
}
