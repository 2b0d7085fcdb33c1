package gen

import "slices"

// ReadySet is a set of hooks that the tool carries. They are in C and only watch: the code around a command's hook, in the
// same function.
type ReadySet struct {
	Name  string
	What  string // in a few words
	Text  string // in some more
	Alone string // patterns it takes where nothing is said to be intercepted; "" where something has to be

	around func(c *Command) weave // an intercepted command; the zero weave leaves it alone
	at     map[string]weave       // commands that the set needs, intercepted or not
}

// ReadySets are all there are.
var ReadySets = []ReadySet{
	{Name: "log", What: "each call with its arguments, in words", Text: logText, around: weaveLog},
	{Name: "errors", What: "each GL error, with the call and the stack; the app sees its errors as ever", Text: errorsText, around: weaveErrors, at: map[string]weave{
		getError:            {after: "get_error", always: true},
		"eglCreateContext":  {after: "create_context", always: true},
		"eglDestroyContext": {after: "destroy_context", always: true},
		"eglTerminate":      {after: "terminate", always: true},
	}},
	{Name: "frames", What: "frames a second, the time of frames and of swaps", Text: framesText, Alone: "eglSwapBuffers,eglSwapBuffersWithDamageKHR",
		around: func(*Command) weave { return weave{} }, at: map[string]weave{"eglSwapBuffers": weaveSwap, "eglSwapBuffersWithDamageKHR": weaveSwap}},
	{Name: "calls", What: "how often each function was called", Text: callsText, around: weaveCalls, at: map[string]weave{
		"eglTerminate": {after: "report_calls"},
	}},
	{Name: "atrace", What: "a slice for each call in a system trace", Text: atraceText, around: weaveTrace},
}

// What explain says of each.
const (
	logText    = "Each call as a line of the log: the function, its arguments by name, enums and bits by the names of their place, text and EGL's attribute lists in full up to a bound, and the result. A function without a result is written in front of its call, so that the last line names a call that does not come back. More than 150 lines a second are counted and not written, unless log=debug is set. Of the app's memory only text and attribute lists are read, which the driver reads as well."
	errorsText = "After each call of an intercepted GL function the driver is asked for errors. The log gets the error, the call with its arguments, and the native stack. The errors are kept for the app, for each context: its own glGetError gives what it would have given, in the driver's order (one flag in which the first error stays; of ANGLE one for each kind). With no context current nothing is asked. While the hook of glGetError, eglCreateContext, eglDestroyContext or eglTerminate is off, so is the set. An error of a function that is not intercepted is reported with the next one that is."
	framesText = "Once a second and for each surface: the number of frames, frames a second, their mean, median, 99th percentile and longest time, and the mean and longest time of the swap itself. Both eglSwapBuffers and eglSwapBuffersWithDamageKHR count (rule 6.11). Without --intercept it takes only these two."
	callsText  = "How often the app called each intercepted function, on all threads, the most frequent first: in the log at each 600th frame, and when the app ends its display."
	atraceText = "A slice for each call in a system trace (Perfetto, systrace), by ATrace_beginSection and ATrace_endSection, which are looked up when the layer starts. While the system does not trace the app, nothing is called; that is asked at the end of each frame."
)

// FindReadySet finds a ready set by its name.
func FindReadySet(name string) (ReadySet, bool) {
	i := slices.IndexFunc(ReadySets, func(s ReadySet) bool { return s.Name == name })
	if i < 0 {
		return ReadySet{}, false
	}
	return ReadySets[i], true
}

// setText is what a ready set does.
func setText(name string) string {
	set, _ := FindReadySet(name)
	return set.Text
}
