package modules

import (
	"slices"
	"strings"
)

// Code names C code around the call of a hook; the template commands.c.tmpl has it.
type Code struct {
	Before, After string
	Always        bool // it also runs while the module is off
	Off           bool // it does something else while the module is off
}

// Around returns the code of a module around a command, the outermost first: code that belongs to each
// intercepted command is inside code that the module needs at this one. The author intercepts a hooked command; a
// void one has no result.
func (m *Module) Around(command string, hooked, void bool) []Code {
	var list []Code
	if code, ok := m.at[command]; ok {
		list = append(list, code)
	}
	if hooked && m.around != nil {
		if code := m.around(command, void); code != (Code{}) {
			list = append(list, code)
		}
	}
	return list
}

// UserModule returns the name of the user's module whose code it is, or "".
func UserModule(code string) string {
	name, ok := strings.CutPrefix(code, userPrefix)
	if !ok {
		return ""
	}
	return name
}

// getError is the command that the module errors calls below each call, and answers itself.
const getError = "glGetError"

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
