// Package modules defines the built-in features of a layer, called modules. The flag --with and the key sets of
// gleslayer.yaml select them.
//
// A module is C code around the hook of a command, in the same function. Most modules only observe calls. The modules
// extensions, inject and profile change what the application sees.
package modules

import (
	"slices"

	"github.com/gleslayergen/gleslayergen/gen/explain"
	"github.com/gleslayergen/gleslayergen/gen/settings"
)

// Module is a built-in feature of a layer.
type Module struct {
	Name    string
	What    string   // one line
	Text    string   // a paragraph, for explain
	Alone   string   // patterns to intercept if the author gives none
	Helps   bool     // it does nothing until hooks call its functions
	skips   bool     // it can answer calls: modules that track the state must be inside it
	tracks  bool     // it keeps state of the calls that the driver gets
	visible bool     // it changes what the app draws or gets
	needs   []string // other modules that it needs

	Settings []settings.Setting // without the name of the module; "on" switches it, if it can be switched

	around func(command string, void bool) Code // around each intercepted command
	at     map[string]Code                      // around commands that the module needs, intercepted or not
	also   func(command string) Code            // around others that it needs; may be nil
	calls  []string                             // commands that the module calls
}

// Patterns to intercept. Hooks that call a helper of a module often do so once a frame.
const (
	everything = "gl*,egl*"
	swaps      = "eglSwapBuffers,eglSwapBuffersWithDamageKHR"
)

// All lists all modules.
var All = []Module{
	{Name: "log", What: "each call with its arguments, formatted", Text: logText, Alone: everything, Settings: logSettings, around: logCall},
	{Name: "errors", What: "each GL error, with the call and the stack; the app still gets its errors", Text: errorsText, Alone: "gl*", Settings: errorsSettings,
		needs: []string{"raise"}, around: checkErrors, calls: []string{getError}},
	{Name: "frames", What: "frames per second, and the time of frames and swaps", Text: framesText, Settings: framesSettings, Alone: swaps,
		at: map[string]Code{"eglSwapBuffers": measureSwap, "eglSwapBuffersWithDamageKHR": measureSwap}},
	{Name: "calls", What: "the number of calls of each function", Text: callsText, Alone: everything, Settings: callsSettings, around: countCall, at: map[string]Code{
		"eglTerminate": {After: "report_calls"},
	}},
	{Name: "extensions", What: "helper functions with which your hooks add and remove extensions", Text: extensionsText, Alone: "eglInitialize", Settings: switchOnly, Helps: true, at: map[string]Code{
		"glGetString":       {After: "extension_string"},
		"glGetStringi":      {Before: "extension_index", After: "extension_name"},
		"glGetIntegerv":     {After: "extension_count"},
		"glGetInteger64v":   {After: "extension_count"},
		"glGetFloatv":       {After: "extension_count"},
		"glGetBooleanv":     {After: "extension_count"},
		"eglQueryString":    {After: "egl_extension_string"},
		"eglGetProcAddress": {After: "extension_function"},
	}, calls: []string{"glGetIntegerv", "glGetString", "glGetStringi"}},
	{Name: "contexts", What: "helper functions with which your hooks keep values for each context", Text: contextsText, Alone: swaps, Helps: true, at: map[string]Code{
		"eglCreateContext":  {After: "context_created", Always: true},
		"eglDestroyContext": {Before: "context_to_destroy", After: "context_destroyed", Always: true},
		"eglMakeCurrent":    {Before: "context_changes", After: "context_current", Always: true},
		"eglReleaseThread":  {Before: "context_changes", After: "thread_released", Always: true},
		"eglTerminate":      {After: "contexts_terminated", Always: true},
		getEGLError:         {After: "get_egl_error", Always: true},
	}, calls: []string{"eglGetCurrentDisplay", "eglGetCurrentSurface", "eglGetError", "eglQueryString", "eglQuerySurface"}},
	{Name: "shaders", What: "helper functions with which your hooks get sources and hashes of shaders and programs", Text: shadersText, Alone: swaps, Settings: switchOnly, Helps: true, needs: []string{"contexts"}, at: map[string]Code{
		"glLinkProgram":             {Before: "program_links", After: "program_linked", Off: true},
		"glProgramBinary":           {After: "program_loaded", Off: true},
		"glProgramBinaryOES":        {After: "program_loaded", Off: true},
		"glCreateShaderProgramv":    {After: "program_made"},
		"glCreateShaderProgramvEXT": {After: "program_made"},
		"glDeleteProgram":           {Before: "program_deleted", Always: true},
	}, calls: []string{"glGetAttachedShaders", "glGetObjectLabel", "glGetObjectLabelEXT", "glGetObjectLabelKHR", "glGetShaderSource", "glGetShaderiv", "glIsProgram", "glIsShader"}},
	{Name: "objects", What: "helper functions with which your hooks get the format and size of textures and buffers", Text: objectsText, Alone: swaps, Helps: true, needs: []string{"contexts"},
		calls: []string{"glGetBufferParameteri64v", "glGetBufferParameteriv", "glGetIntegerv", "glGetRenderbufferParameteriv", "glGetTexLevelParameteriv"}},
	{Name: "draw", What: "helper functions with which your hooks draw text and rectangles over the app", Text: drawText, Alone: swaps, Settings: switchOnly, Helps: true, needs: []string{"contexts"}},
	{Name: "raise", What: "helper functions with which your hooks return errors to the app", Text: raiseText, Alone: swaps, Helps: true,
		needs: []string{"contexts"}, at: map[string]Code{
			getError:            {After: "get_error", Always: true},
			"eglCreateContext":  {After: "create_context", Always: true},
			"eglDestroyContext": {After: "destroy_context", Always: true},
			"eglTerminate":      {After: "terminate", Always: true},
		}, calls: []string{getError, "glGetString"}},
	{Name: "hud", tracks: true, visible: true, What: "frame rate, frame times, draws and uploads, drawn over the app", Text: hudText, Alone: swaps, Settings: hudSettings, needs: []string{"draw", "gputime", "memory"}, at: map[string]Code{
		"eglSwapBuffers":              {Before: "hud_frame"},
		"eglSwapBuffersWithDamageKHR": {Before: "hud_damaged_frame"},
	}, calls: []string{"eglGetCurrentSurface"}},
	{Name: "screenshot", tracks: true, What: "frames as PNG files: on a setting, on a signal, every so many frames, or after an error", Text: screenshotText, Alone: swaps, Settings: screenshotSettings, needs: []string{"contexts", "raise"}, at: map[string]Code{
		"eglSwapBuffers":              {Before: "screenshot"},
		"eglSwapBuffersWithDamageKHR": {Before: "screenshot"},
		"eglMakeCurrent":              {Before: "screenshot_release", Always: true},
		"eglReleaseThread":            finishScreenshots,
		"eglDestroyContext":           finishScreenshots,
		"eglTerminate":                finishScreenshots,
	}, calls: []string{"eglGetCurrentSurface", "glBindBuffer", "glBindFramebuffer", "glBufferData", "glClientWaitSync", "glDeleteBuffers", "glDeleteSync", "glDisable",
		"glEnable", "glFenceSync", "glGenBuffers", "glGetFramebufferAttachmentParameteriv", "glGetIntegerv", "glIsBuffer", "glIsEnabled", "glMapBufferRange",
		"glPixelStorei", "glReadBuffer", "glReadPixels", "glUnmapBuffer"}},
	{Name: "atrace", What: "a slice for each call in a system trace", Text: atraceText, Alone: everything, Settings: switchOnly, around: traceSlice},
	{Name: "breadcrumbs", What: "the last 4096 calls of each thread, in a file that survives a crash", Text: breadcrumbsText, Settings: crumbsSettings, Alone: everything, around: dropCrumb},
	{Name: "gputime", tracks: true, What: "the GPU time of frames, framebuffer passes and debug groups", Text: gpuTimeText, Settings: gpuTimeSettings, Alone: swaps, needs: []string{"contexts"},
		at: gpuTimeCode, also: gpuWork, calls: []string{
			"glBeginQueryEXT", "glDeleteSync", "glEndQueryEXT", "glFenceSync", "glGenQueriesEXT", "glGetIntegerv", "glGetQueryObjectui64vEXT",
			"glGetQueryObjectuivEXT", "glGetQueryivEXT", "glGetSynciv", "glQueryCounterEXT",
		}},
	{Name: "memory", tracks: true, What: "the bytes of textures, buffers and renderbuffers, and what is not deleted", Text: memoryText, Settings: memorySettings, Alone: swaps, needs: []string{"contexts"},
		calls: []string{"glGetBufferParameteri64v", "glGetBufferParameteriv", "glGetIntegerv", "glGetRenderbufferParameteriv", "glGetTexLevelParameteriv", "glGetTexParameteriv"}},
	{Name: "explain", What: "for each GL error and EGL error, the rule of the specification that the call broke", Text: explainText, Alone: everything, Settings: []settings.Setting{offByDefault},
		needs: []string{"errors"}, around: explainFailure, at: map[string]Code{getEGLError: {After: "egl_error"}}, calls: explain.Calls()},
	{Name: "inject", visible: true, What: "calls that fail, chosen by a seed: no memory, a lost context, rejected shaders", Text: injectText, Settings: injectSettings, Alone: everything,
		skips: true, needs: []string{"raise"}, around: skipIn("inject"), at: map[string]Code{
			"eglDestroyContext": {After: "inject_destroyed", Always: true},
			"eglTerminate":      {After: "inject_terminated", Always: true},
		}, calls: injectCalls},
	{Name: "profile", visible: true, What: "another device: limits, versions, extensions, formats, and its refusals", Text: profileText, Settings: profileSettings, Alone: everything,
		skips: true, needs: []string{"raise", "extensions", "contexts"}, around: skipIn("profile"), calls: profileCalls},
}

// The paragraphs that explain prints.
const (
	logText        = "Logs each call in one line: the function, its arguments by name, and the result. Enums and bits are formatted by the enum group of their parameter; long text and long EGL attribute lists are shortened. A function without a result is logged before its call, so that the last line names a call that does not return. Lines beyond 150 per second are counted but not logged, unless log=debug is set. From the app's memory, the module reads only text and attribute lists, which the driver reads too."
	errorsText     = "Queries the driver for errors after each call of an intercepted GL function. Logs the error, the call with its arguments, and the native stack. The errors are kept for the app, per context: its own glGetError returns the same errors as without the layer, in the driver's order (one flag that keeps the first error; with ANGLE, one flag for each kind). Without a current context the module queries nothing. While the hook of glGetError, eglCreateContext, eglDestroyContext or eglTerminate is off, the module is off too. An error of a function that is not intercepted is reported with the next call of an intercepted function."
	framesText     = "Logs once per second for each surface: the number of frames, frames per second, the mean, median, 99th percentile and maximum frame time, and the mean and maximum time of the swap itself. Counts both eglSwapBuffers and eglSwapBuffersWithDamageKHR (rule 6.11)."
	callsText      = "Logs how often the app called each intercepted function, on all threads, the most frequent first: every 600 frames, and when the app terminates its display."
	extensionsText = "Lets hooks add extensions to those that the app sees, and remove others: with gles.AddExtension and gles.RemoveExtension in Go, or layer_add_extension and layer_remove_extension in C. The results of glGetString, glGetStringi, eglQueryString, eglGetProcAddress and all queries of GL_NUM_EXTENSIONS match. A name that begins with EGL_ names a display extension. A function of an added extension must be intercepted; eglGetProcAddress returns its hook even if the driver lacks it."
	contextsText   = "Lets hooks keep values for each context: with gles.PerContext in Go, or layer_context_data in C. A value is deleted when its context is destroyed. gles.ShareGroup in Go, or layer_share_group in C, returns the share group of the current context. gles.SurfaceSize in Go, or layer_surface_size in C, returns the size of its surface. The module cannot be switched off."
	drawText       = "Lets hooks draw text and rectangles over the current surface: with gles.DrawText and gles.DrawRect in Go, or layer_draw_text and layer_draw_rect in C. To draw with their own shaders, hooks save and restore the state: with gles.SaveState and gles.RestoreState in Go, or layer_save_state and layer_restore_state in C. gles.BoundTexture in Go, or layer_bound_texture in C, returns the texture that the app has bound. The layer tracks the state of each context from the calls of the app, so that it need not query the driver in each frame. It intercepts every function that changes this state. While the module is off, nothing is drawn and no state is saved."
	shadersText    = "Lets hooks get the type, the source, a hash and the label of a shader: with gles.Shader in Go, or layer_shader in C. gles.Program and layer_program return the same for the shaders of a program, as they were at the last link, even if the app has deleted them. A hash is the same in each run and on each device. The module copies the sources at each link."
	objectsText    = "Lets hooks get the format and size of a level of a texture, of a renderbuffer, or of a buffer: with gles.TextureInfo, gles.RenderbufferInfo and gles.BufferInfo in Go, or layer_texture_info, layer_renderbuffer_info and layer_buffer_info in C. After each call that sets them, the module queries the driver. Before OpenGL ES 3.1, it takes the size of textures from the arguments of the call. An object that was created before the layer was loaded is unknown. The module cannot be switched off."
	hudText        = "Draws a panel over each frame: frames per second, a graph of the frame times, the processor time of the thread, draws, triangles, uploaded bytes, and, by the modules gputime and memory, which it includes, the GPU time and the memory of GL objects. The panel is a picture that is made again at most ten times a second; each frame draws it with one call. The app finds its state as before. Settings select the corner, the size of the letters and the values. The module needs OpenGL ES 2.0, and is off until hud.on is 1."
	screenshotText = "Writes frames to PNG files: when the setting screenshot.now changes, in the frame screenshot.frame, every screenshot.every frames, on the signal screenshot.signal, or after an error that the module errors logs. In OpenGL ES 3.0 the pixels are copied to a buffer and read some frames later, when the GPU has finished; in OpenGL ES 2.0 the app waits for the GPU. A thread of the layer compresses and writes the files. The module is off until screenshot.on is 1."
	atraceText     = "Adds a slice for each call to a system trace (Perfetto, systrace), with ATrace_beginSection and ATrace_endSection, which are looked up when the layer starts. While the system does not trace the app, the module calls neither function. At the end of each frame, it checks whether the system traces the app."

	raiseText = "Lets hooks report errors to the app without a call of the driver: layer_raise_error in C adds an error to those that glGetError returns, in the order of the driver; layer_raise_egl_error sets the error that eglGetError returns, until the next call of EGL. Modules that answer calls themselves use both. The module cannot be switched off."

	injectText = "Makes calls fail as a driver does that has no memory, loses its context or rejects a shader: one of N calls, chosen by a seed. The same seed and the same calls of each thread cause the same faults. The driver does not see a call that fails; glGetError, eglGetError, queries of status and later calls match the failure. Each fault is logged with its number, thread and call. The module is off until inject.on is 1."

	profileText = "Lets the app see another device, which a file describes: limits, versions, strings, extensions, formats, samples, precisions and EGL configs. All queries return the same values, and a call that the device refuses fails with the error of the specification, without a call of the driver. A profile only lowers: if it has a value that the driver lacks, the layer logs it and the app sees the driver. The module is off until profile.on is 1 and profile.file is set."

	explainText = "Adds to each GL error that the module errors logs, which it includes, the rule of the specification that the call broke, with the values and the section. Does the same for EGL errors when the app calls eglGetError. The rules are evaluated only after an error: the module queries the state from the driver. If no rule explains the error, it lists the possible reasons that it cannot check, or the rules with this error. The module is off until explain.on is 1."

	gpuTimeText = "Measures the GPU time of each frame, of its framebuffer passes and of its debug groups, by GL_EXT_disjoint_timer_query. Once in gputime.seconds, logs the mean and the maximum. While the system traces, each time is a counter of the trace. A frame has at most 16 queries; the passes beyond are merged. Results are read at later swaps, when the driver has them; frames during which the GPU's clock changed are discarded. If the driver has no timer queries, fences give an upper bound of the time of a frame. The queries of the app are not disturbed. The module is off until gputime.on is 1."

	memoryText = "Counts the bytes and the number of textures, buffers, renderbuffers and programs of each share group, with their format, label, context, and the function that set their storage; with memory.stack=1, also its native stack. When the last context of a share group is destroyed, the log has the objects that the app has not deleted. With memory.directory, so do a JSON file and a SARIF file. A new value of memory.report writes a report of all objects. Sizes follow from the internal formats, without padding of the driver. The module is off until memory.on is 1."

	breadcrumbsText = "Records the last 4096 calls of each thread in a file that is mapped into memory, with their arguments. The file survives the end of the process: a kill, a crash, an abort, or a reset of the GPU. \"gleslayergen trace crumbs FILE\" prints it, and marks each call that did not return. The module is off until breadcrumbs.on is 1."
)

// Find returns the module with a name.
func Find(name string) (Module, bool) {
	i := slices.IndexFunc(All, func(m Module) bool { return m.Name == name })
	if i < 0 {
		return Module{}, false
	}
	return All[i], true
}

// Names returns the names of all modules.
func Names() []string {
	names := make([]string, len(All))
	for i, m := range All {
		names[i] = m.Name
	}
	return names
}

// Invisible returns the names of the modules that do not change what the app draws or gets.
func Invisible() []string {
	return slices.DeleteFunc(Names(), func(name string) bool { m, _ := Find(name); return m.visible })
}

// Needs reports whether the module needs a command even if the author does not intercept it.
func (m *Module) Needs(command string) bool {
	_, ok := m.atCommand(command)
	return ok || slices.Contains(m.calls, command)
}

// Calls returns the commands that the module calls.
func (m *Module) Calls() []string { return m.calls }

// Expand adds the modules that others need, each after the module that needs it.
func Expand(names []string) []string {
	out := slices.Clone(names)
	for i := 0; i < len(out); i++ { // the added ones too
		m, _ := Find(out[i])
		for _, need := range m.needs {
			if !slices.Contains(out, need) {
				out = slices.Insert(out, i+1, need)
			}
		}
	}
	return out
}

// SkipsFirst moves each module that can answer calls in front of the first module that tracks state, which must not see
// these calls.
func SkipsFirst(names []string, find func(string) (Module, bool)) []string {
	first := slices.IndexFunc(names, func(name string) bool { m, _ := find(name); return m.Helps || m.tracks })
	if first < 0 {
		return names
	}
	var moved, rest []string
	for _, name := range names[first:] {
		if m, _ := find(name); m.skips {
			moved = append(moved, name)
		} else {
			rest = append(rest, name)
		}
	}
	return slices.Concat(names[:first], moved, rest)
}
