package gen

import (
	"fmt"
	"strings"
)

// getError is what the set errors asks below each call, and answers for.
const getError = "glGetError"

func weaveLog(c *Command) weave {
	if c.Void() { // in front of the call: if it does not come back, the log has it
		return weave{before: fmt.Sprintf("if (on_ & LAYER_MODULE_LOG) layer_log_call(%d, %s, NULL);", c.ID, c.bits())}
	}
	result := "&(const uint64_t){ " + toBitsC(c.Result, "ret_") + " }"
	return weave{after: fmt.Sprintf("if (on_ & LAYER_MODULE_LOG) layer_log_call(%d, %s, %s);", c.ID, c.bits(), result)}
}

func weaveErrors(c *Command) weave {
	if !strings.HasPrefix(c.Name, "gl") || c.Name == getError {
		return weave{}
	}
	return weave{after: fmt.Sprintf("if (on_ & LAYER_MODULE_ERRORS) layer_check_errors(%d, %s);", c.ID, c.bits())}
}

// weaveSwap measures a swap from where it began, if the set was on then.
var weaveSwap = weave{
	before: "uint64_t begun_ = on_ & LAYER_MODULE_FRAMES ? layer_swap_begins() : 0;",
	after:  "if (begun_ && ret_) layer_swap_ended(surface, begun_);",
}

func weaveCalls(c *Command) weave {
	return weave{before: fmt.Sprintf("if (on_ & LAYER_MODULE_CALLS) layer_count_call(%d);", c.ID)}
}

func weaveTrace(c *Command) weave {
	return weave{
		before: fmt.Sprintf("if (on_ & LAYER_MODULE_ATRACE) layer_slice_begins(%q);", c.Name),
		after:  "if (on_ & LAYER_MODULE_ATRACE) layer_slice_ends();",
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
