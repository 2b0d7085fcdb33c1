package modules

import (
	"slices"
	"strings"
)

// Code names C code around the call of a hook; the template commands.c.tmpl has it.
type Code struct {
	Before, After string
	Skip          string // module whose NAME_skip can answer the call instead of the modules and the hook inside it
	Always        bool   // it also runs while the module is off
	Off           bool   // it does something else while the module is off
}

// Around returns the code of a module around a command, the outermost first: code that belongs to each
// intercepted command is inside code that the module needs at this one. The author intercepts a hooked command; a
// void one has no result.
func (m *Module) Around(command string, hooked, void bool) []Code {
	var list []Code
	if code, ok := m.atCommand(command); ok {
		list = append(list, code)
	}
	if hooked && m.around != nil {
		if code := m.around(command, void); code != (Code{}) {
			list = append(list, code)
		}
	}
	return list
}

// atCommand returns the code around a command that the module needs, intercepted or not.
func (m *Module) atCommand(command string) (Code, bool) {
	code, ok := m.at[command]
	if !ok && m.also != nil {
		code = m.also(command)
		ok = code != Code{}
	}
	return code, ok
}

// UserModule returns the name of the user's module whose code it is, or "".
func UserModule(code string) string {
	name, ok := strings.CutPrefix(code, userPrefix)
	if !ok {
		return ""
	}
	return name
}

// GivesEGLError reports whether the code replaces the result of eglGetError.
func (c Code) GivesEGLError() bool { return c.After == "get_egl_error" }

// AroundEGL returns the code of the module contexts around a command of EGL that the layer intercepts, outside all other
// code.
func AroundEGL(command string) (Code, bool) {
	return Code{Before: "egl_call", After: "egl_returned", Always: true}, strings.HasPrefix(command, "egl") && command != getEGLError
}

// skipIn returns code that can answer each intercepted command. glGetError and eglGetError return errors of skipped calls.
func skipIn(module string) func(string, bool) Code {
	return func(command string, _ bool) Code {
		if command == getError || command == getEGLError {
			return Code{}
		}
		return Code{Skip: module}
	}
}

// getError is the command that the module errors calls below each call, and answers itself.
const getError = "glGetError"

// injectCalls are the commands with which the module inject makes the driver fail, and learns whether a fault is possible.
var injectCalls = []string{"glAttachShader", "glCheckFramebufferStatus", "glCompileShader", "glCreateProgram", "glCreateShaderProgramv",
	"glCreateShaderProgramvEXT", "glDeleteProgram", "glDetachShader", "glGetAttachedShaders", getError, "glGetIntegerv", "glGetShaderSource",
	"glGetShaderiv", "glIsProgram", "glIsShader", "glLinkProgram", "glShaderSource",
	"eglMakeCurrent", "glDeleteFramebuffers"} // the last two for their ids

// profileCalls are the commands with which the module profile compares a device with the driver, and those that it answers
// by their ids.
var profileCalls = []string{"eglChooseConfig", "eglCreateContext", "eglGetConfigAttrib", "eglGetConfigs", "eglGetCurrentDisplay", "eglGetProcAddress",
	"eglQueryAPI", "glCompileShader", getError, "glGetIntegerv", "glGetInteger64v", "glGetIntegeri_v", "glGetInternalformativ", "glGetShaderPrecisionFormat", "glGetShaderSource", "glGetShaderiv", "glGetString", "glIsShader", "glShaderSource"}

func logCall(_ string, void bool) Code {
	if void { // before the call: if it does not return, the log names it
		return Code{Before: "log"}
	}
	return Code{After: "log"}
}

func checkErrors(command string, _ bool) Code {
	if !strings.HasPrefix(command, "gl") || command == getError {
		return Code{}
	}
	return Code{After: "check_errors"}
}

// measureSwap measures a swap if the module was on when the swap started.
var measureSwap = Code{Before: "begin_swap", After: "end_swap"}

// finishScreenshots reads pending pictures before the context may end.
var finishScreenshots = Code{Before: "screenshot_finish", Always: true}

func countCall(string, bool) Code { return Code{Before: "count"} }

func traceSlice(string, bool) Code { return Code{Before: "begin_slice", After: "end_slice"} }

func dropCrumb(string, bool) Code { return Code{Before: "begin_crumb", After: "end_crumb"} }

// getEGLError is the command with whose result the module explain reports the reason of an EGL error.
const getEGLError = "eglGetError"

// noFailure are commands of EGL that return zero without an error.
var noFailure = []string{getEGLError, "eglGetCurrentContext", "eglGetCurrentDisplay", "eglGetProcAddress"}

func explainFailure(command string, void bool) Code {
	if void || !strings.HasPrefix(command, "egl") || slices.Contains(noFailure, command) {
		return Code{}
	}
	return Code{After: "egl_failed"}
}

var (
	beginGroup    = Code{Before: "gpu_group"}
	endGroup      = Code{Before: "gpu_group_end"}
	beginQuery    = Code{Before: "gpu_query", Always: true}
	queryDisjoint = Code{After: "gpu_disjoint", Always: true}
)

// gpuTimeCode is the code of the module gputime around all but the commands that make the GPU work.
var gpuTimeCode = map[string]Code{
	"eglSwapBuffers":              {Before: "gpu_frame"},
	"eglSwapBuffersWithDamageKHR": {Before: "gpu_frame"},
	"glBindFramebuffer":           {After: "gpu_framebuffer"},
	"glBindFramebufferOES":        {After: "gpu_framebuffer"},
	"glDeleteFramebuffers":        {After: "gpu_framebuffers"},
	"glDeleteFramebuffersOES":     {After: "gpu_framebuffers"},
	"glPushDebugGroup":            beginGroup,
	"glPushDebugGroupKHR":         beginGroup,
	"glPushGroupMarkerEXT":        {Before: "gpu_marker"},
	"glPopDebugGroup":             endGroup,
	"glPopDebugGroupKHR":          endGroup,
	"glPopGroupMarkerEXT":         endGroup,
	"glBeginQuery":                beginQuery,
	"glBeginQueryEXT":             beginQuery,
	"glGetBooleanv":               queryDisjoint,
	"glGetFloatv":                 queryDisjoint,
	"glGetInteger64v":             queryDisjoint,
	"glGetInteger64vEXT":          queryDisjoint,
	"glGetIntegerv":               queryDisjoint,
}

// gpuWorkPrefixes begin the names of the commands that make the GPU work: draws, dispatches, clears and copies. Uploads are
// not among them, because drivers make them when they like.
var gpuWorkPrefixes = []string{"glBlitFramebuffer", "glClearBuffer", "glClearTex", "glCopyImage", "glCopyTex", "glDispatchCompute", "glDrawArrays",
	"glDrawElements", "glDrawMeshTasks", "glDrawRangeElements", "glDrawTex", "glDrawTransformFeedback", "glDrawVkImage", "glGenerateMipmap", "glMultiDraw", "glReadPixels", "glReadnPixels"}

func gpuWork(command string) Code {
	if command == "glClear" || slices.ContainsFunc(gpuWorkPrefixes, func(prefix string) bool { return strings.HasPrefix(command, prefix) }) {
		return Code{Before: "gpu_work"}
	}
	return Code{}
}
