package gen

import (
	"fmt"
	"slices"
	"strings"
)

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

// weave is what a set does around a command: C statements in front of it and behind it. on_ has the sets that are on,
// ret_ the result.
type weave struct{ before, after string }

// ReadySets are all there are.
var ReadySets = []ReadySet{
	{Name: "log", What: "each call with its arguments, in words", Text: logText, around: weaveLog},
	{Name: "errors", What: "each GL error, with the call and the stack; the app sees its errors as ever", Text: errorsText, around: weaveErrors, at: map[string]weave{
		getError:            {after: "ret_ = layer_give_error(ret_);"},
		"eglCreateContext":  {after: "layer_forget_errors(ret_);"},
		"eglDestroyContext": {after: "if (ret_) layer_retire_errors(ctx);"},
		"eglTerminate":      {after: "if (ret_) layer_retire_errors(NULL);"},
	}},
	{Name: "frames", What: "frames a second, the time of frames and of swaps", Text: framesText, Alone: "eglSwapBuffers,eglSwapBuffersWithDamageKHR",
		around: func(*Command) weave { return weave{} }, at: map[string]weave{"eglSwapBuffers": weaveSwap, "eglSwapBuffersWithDamageKHR": weaveSwap}},
	{Name: "calls", What: "how often each function was called", Text: callsText, around: weaveCalls, at: map[string]weave{
		"eglTerminate": {after: "if (on_ & LAYER_SET_CALLS) layer_report_calls();"},
	}},
	{Name: "atrace", What: "a slice for each call in a system trace", Text: atraceText, around: weaveTrace},
}

// What explain says of each.
const (
	logText    = "Each call as a line of the log: the function, its arguments by name, enums and bits by the names of their place, text and EGL's attribute lists in full up to a bound, and the result. A function without a result is written in front of its call, so that the last line names a call that does not come back. More than 150 lines a second are counted and not written, unless log=debug is set. Of the app's memory only text and attribute lists are read, which the driver reads as well."
	errorsText = "After each call of an intercepted GL function the driver is asked for errors. The log gets the error, the call with its arguments, and the native stack. The errors are kept for the app, for each context: its own glGetError gives what it would have given, in the driver's order (one flag in which the first error stays; of ANGLE one for each kind). With no context current nothing is asked. While the hook of glGetError is off, so is the set. An error of a function that is not intercepted is reported with the next one that is."
	framesText = "Once a second and for each surface: the number of frames, frames a second, their mean, median, 99th percentile and longest time, and the mean and longest time of the swap itself. Both eglSwapBuffers and eglSwapBuffersWithDamageKHR count (rule 6.11). Without --intercept it takes only these two."
	callsText  = "How often the app called each intercepted function, on all threads, the most frequent first: in the log at each 600th frame, and when the app ends its display."
	atraceText = "A slice for each call in a system trace (Perfetto, systrace), by ATrace_beginSection and ATrace_endSection, which are looked up when the layer starts. While the system does not trace the app, nothing is called; that is asked at the end of each frame."
)

// getError is what the set errors asks below each call, and answers for.
const getError = "glGetError"

func weaveLog(c *Command) weave {
	if c.Void() { // in front of the call: if it does not come back, the log has it
		return weave{before: fmt.Sprintf("if (on_ & LAYER_SET_LOG) layer_log_call(%d, %s, NULL);", c.ID, c.bits())}
	}
	result := "&(const uint64_t){ " + toBitsC(c.Result, "ret_") + " }"
	return weave{after: fmt.Sprintf("if (on_ & LAYER_SET_LOG) layer_log_call(%d, %s, %s);", c.ID, c.bits(), result)}
}

func weaveErrors(c *Command) weave {
	if !strings.HasPrefix(c.Name, "gl") || c.Name == getError {
		return weave{}
	}
	return weave{after: fmt.Sprintf("if (on_ & LAYER_SET_ERRORS) layer_check_errors(%d, %s);", c.ID, c.bits())}
}

// weaveSwap measures a swap from where it began, if the set was on then.
var weaveSwap = weave{
	before: "uint64_t begun_ = on_ & LAYER_SET_FRAMES ? layer_swap_begins() : 0;",
	after:  "if (begun_ && ret_) layer_swap_ended(surface, begun_);",
}

func weaveCalls(c *Command) weave {
	return weave{before: fmt.Sprintf("if (on_ & LAYER_SET_CALLS) layer_count_call(%d);", c.ID)}
}

func weaveTrace(c *Command) weave {
	return weave{
		before: fmt.Sprintf("if (on_ & LAYER_SET_ATRACE) layer_slice_begins(%q);", c.Name),
		after:  "if (on_ & LAYER_SET_ATRACE) layer_slice_ends();",
	}
}

// bits are the arguments as C hands them to whoever puts them in words.
func (c *Command) bits() string {
	if len(c.Params) == 0 {
		return "NULL"
	}
	list := make([]string, len(c.Params))
	for i, v := range c.Params {
		list[i] = toBitsC(v, v.Name)
	}
	return "(const uint64_t[]){ " + join(list) + " }"
}

// toBitsC is a value as 64 bits; an integer with a sign keeps it.
func toBitsC(v Value, expr string) string {
	switch v.Class {
	case "f32":
		return "float_bits(" + expr + ")"
	case "f64":
		return "double_bits(" + expr + ")"
	case classPointer, classDeep, classUsize:
		return "(uintptr_t)" + expr
	}
	return "(uint64_t)" + expr
}

// resolveSets notes with each command what the sets do around it, in their order.
func (p *Plan) resolveSets() error {
	for _, name := range p.Sets {
		set, ok := FindReadySet(name)
		if !ok {
			return fmt.Errorf("there is no ready hook set %q", name)
		}
		for _, c := range p.Commands {
			for _, w := range set.weaves(c) {
				c.weaves = append(c.weaves, w)
			}
		}
	}
	return nil
}

// weaves are what a set does around a command: as at each that is intercepted, inside of what it does at this one.
func (s *ReadySet) weaves(c *Command) []weave {
	var list []weave
	if w, ok := s.at[c.Name]; ok {
		list = append(list, w)
	}
	if c.Hook != "" {
		list = append(list, s.around(c))
	}
	return slices.DeleteFunc(list, func(w weave) bool { return w == weave{} })
}

// neededBySets reports whether one of the sets stands in the command's way though nobody intercepts it.
func (p *Plan) neededBySets(command string) bool {
	return slices.ContainsFunc(p.Sets, func(name string) bool {
		set, _ := FindReadySet(name)
		_, needed := set.at[command]
		return needed
	})
}

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

// HasSet reports whether the layer has one of the ready sets.
func (p *Plan) HasSet(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return slices.Contains(p.Sets, name) })
}

// woven reports whether ready sets stand around the command's hook.
func (c *Command) woven() bool { return len(c.weaves) > 0 }

// asksSets reports whether one of the sets around the command can be off.
func (c *Command) asksSets() bool {
	return slices.ContainsFunc(c.weaves, func(w weave) bool { return strings.Contains(w.before+w.after, "on_") })
}

// before are the statements of the sets in front of the hook, the app's side first.
func (c *Command) before() []string {
	var list []string
	for _, w := range c.weaves {
		if w.before != "" {
			list = append(list, w.before)
		}
	}
	return list
}

// after are those behind it, the driver's side first.
func (c *Command) after() []string {
	var list []string
	for _, w := range slices.Backward(c.weaves) {
		if w.after != "" {
			list = append(list, w.after)
		}
	}
	return list
}
