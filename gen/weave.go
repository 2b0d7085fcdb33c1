package gen

import "strings"

// weave is what a module does around a command: pieces of code of commands.c.tmpl, by name; "" for none.
type weave struct {
	before, after string
	always        bool // also while the module is off
}

// getError is the command that the module errors calls after each command, and whose errors it keeps for the app.
const getError = "glGetError"

func weaveLog(c *Command) weave {
	if c.Void() { // before the call: if it does not return, the log has its line
		return weave{before: "log"}
	}
	return weave{after: "log"}
}

func weaveErrors(c *Command) weave {
	if !strings.HasPrefix(c.Name, "gl") || c.Name == getError {
		return weave{}
	}
	return weave{after: "check_errors"}
}

// weaveSwap measures a swap from its begin, if the module was on then.
var weaveSwap = weave{before: "begin_swap", after: "end_swap"}

func weaveCalls(*Command) weave { return weave{before: "count"} }

func weaveTrace(*Command) weave { return weave{before: "begin_slice", after: "end_slice"} }
