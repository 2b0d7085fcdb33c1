//go:build heavy && linux

package apitrace

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// fault is a planted error on one side of the comparison.
type fault struct {
	name  string
	plant func(*Run) bool // returns false if the recording has no place for it
}

var faults = []fault{
	{"a call is missing", func(r *Run) bool { return removeCall(&r.Theirs, theirs("glDrawArrays", false)) }},
	{"a call comes twice", func(r *Run) bool { return duplicateCall(&r.Theirs, theirs("glEnable", false)) }},
	{"two calls change places", func(r *Run) bool {
		at := slices.IndexFunc(r.Theirs, theirs("glUniform1i", false))
		if at < 0 {
			return false
		}
		r.Theirs[at], r.Theirs[at+1] = r.Theirs[at+1], r.Theirs[at]
		return true
	}},
	// Functions that layers call, too, are changed in our recording: apitrace's has more calls of them.
	{"a glGetIntegerv is missing", func(r *Run) bool { return removeCall(&r.Ours, ours("glGetIntegerv")) }},
	{"a glGetProgramiv is missing", func(r *Run) bool { return removeCall(&r.Ours, ours("glGetProgramiv")) }},
	{"a glGetUniformLocation is missing", func(r *Run) bool { return removeCall(&r.Ours, ours("glGetUniformLocation")) }},
	{"a glGetString is missing", func(r *Run) bool { return removeCall(&r.Ours, ours("glGetString")) }},
	{"a duplicate glGetIntegerv", func(r *Run) bool { return duplicateCall(&r.Ours, ours("glGetIntegerv")) }},
	{"another number", func(r *Run) bool {
		return r.change("glUniform1i", func(c *Call) *Value { return &c.Args[1].Value })
	}},
	{"another name", func(r *Run) bool {
		return r.change("glEnable", func(c *Call) *Value { return &c.Args[0].Value })
	}},
	{"another result", func(r *Run) bool {
		return r.change("glCreateShader", func(c *Call) *Value { return &c.Result })
	}},
	{"the last bit of a float", func(r *Run) bool {
		return r.change("glBlendColor", func(c *Call) *Value { return &c.Args[0].Value })
	}},
	{"another element of an array", func(r *Run) bool {
		return r.change("glUniform4fv", func(c *Call) *Value { return element0(&c.Args[2].Value) })
	}},
	{"an array of none", func(r *Run) bool {
		return r.change("glUniform4iv", func(c *Call) *Value { return &c.Args[2].Value })
	}},
	{"a byte of a string", func(r *Run) bool {
		return r.change("glShaderSource", func(c *Call) *Value { return element0(&c.Args[2].Value) })
	}},
	{"a byte of a buffer", func(r *Run) bool { return r.flip("glBufferData", false) }},
	{"a byte of a texture", func(r *Run) bool { return r.flip("glTexImage2D", false) }},
	{"a byte of a mapped buffer", func(r *Run) bool { return r.flip("memcpy", true) }},
	{"a byte of a client array", func(r *Run) bool { return r.flip("glVertexAttribPointer", true) }},
	{"a client array is missing", func(r *Run) bool { return removeCall(&r.Theirs, theirs("glVertexAttribPointer", true)) }},
	{"a byte of indices", func(r *Run) bool { return r.flip("glDrawElements", false) }},
	{"another size of an attribute", func(r *Run) bool { return r.alter("gltrace.VertexData", "size") }},
	{"another type of an attribute", func(r *Run) bool { return r.alter("gltrace.VertexData", "type") }},
	{"an attribute that is normalized", func(r *Run) bool { return r.alter("gltrace.VertexData", "normalized") }},
	{"another stride of an attribute", func(r *Run) bool { return r.alter("gltrace.VertexData", "stride") }},
	{"another start of the vectors of an attribute", func(r *Run) bool { return r.alter("gltrace.VertexData", "start") }},
	{"an attribute of integers", func(r *Run) bool { return r.alter("gltrace.VertexData", "integer") }},
	{"a different size of an attribute", func(r *Run) bool { return r.alter("glVertexAttribPointer", "size") }},
	{"a different stride of integers", func(r *Run) bool { return r.alter("glVertexAttribIPointer", "stride") }},
}

func theirs(name string, fake bool) func(*Call) bool {
	return func(c *Call) bool { return c.Name == name && c.Fake == fake }
}

// ours selects calls of the program.
func ours(name string) func(*file.Call) bool {
	return func(c *file.Call) bool { return c.Function.Name == name && !c.Synthetic() }
}

func removeCall[T any](calls *[]T, is func(T) bool) bool {
	at := slices.IndexFunc(*calls, is)
	if at >= 0 {
		*calls = slices.Delete(*calls, at, at+1)
	}
	return at >= 0
}

func duplicateCall[T any](calls *[]T, is func(T) bool) bool {
	at := slices.IndexFunc(*calls, is)
	if at >= 0 {
		*calls = slices.Insert(*calls, at, (*calls)[at])
	}
	return at >= 0
}

// replace replaces one of apitrace's calls.
func (r *Run) replace(is func(*Call) bool, with func(*Call)) bool {
	at := slices.IndexFunc(r.Theirs, is)
	if at < 0 {
		return false
	}
	changed := *r.Theirs[at]
	changed.Args = slices.Clone(changed.Args)
	with(&changed)
	r.Theirs[at] = &changed
	return true
}

// element0 returns the first element of a copy of the list.
func element0(list *Value) *Value {
	list.Items = slices.Clone(list.Items)
	return &list.Items[0]
}

// change changes the chosen value of a call by the least amount.
func (r *Run) change(name string, choose func(*Call) *Value) bool {
	return r.replace(theirs(name, false), func(c *Call) {
		switch v := choose(c); v.Kind {
		case Number:
			v.Bits ^= 1
		case Float:
			v.Float = float64(math.Nextafter32(float32(v.Float), 2))
		case Text:
			v.Text = v.Text[:len(v.Text)-1] + string(rune(v.Text[len(v.Text)-1]^1))
		case List:
			v.Items = nil
		}
	})
}

// flip flips a bit in the middle of a call's data: the ends may be unused because of the unpack parameters,
// or not drawn.
func (r *Run) flip(name string, fake bool) bool {
	with := func(c *Call) int {
		return slices.IndexFunc(c.Args, func(a Arg) bool { return a.Kind == Data && a.Text != "" })
	}
	return r.replace(func(c *Call) bool { return theirs(name, fake)(c) && with(c) >= 0 }, func(c *Call) {
		data := []byte(c.Args[with(c)].Text)
		data[len(data)/2] ^= 1
		c.Args[with(c)].Text = string(data)
	})
}

// alter flips a bit of an argument in our recording, where a client array is described.
func (r *Run) alter(function, param string) bool {
	at := slices.IndexFunc(r.Ours, func(c *file.Call) bool {
		return c.Function.Name == function && (c.Function.IsOwn() || c.Args[len(c.Args)-1].Bits > maxOffset)
	})
	if at < 0 {
		return false
	}
	changed := *r.Ours[at]
	changed.Args = slices.Clone(changed.Args)
	for i, p := range changed.Function.Params {
		if p.Name == param {
			changed.Args[i].Bits ^= 1
			r.Ours[at] = &changed
			return true
		}
	}
	return false
}

// checkDetected plants each fault in equal recordings and checks that Compare fails.
func checkDetected(t *testing.T, run *Run) {
	t.Helper()
	for _, f := range faults {
		planted := *run
		planted.Ours, planted.Theirs = slices.Clone(run.Ours), slices.Clone(run.Theirs)
		if !f.plant(&planted) {
			t.Errorf("%s: the recording has no place for this fault", f.name)
			continue
		}
		_, err := Compare(&planted, AllDifferences())
		if err == nil {
			t.Errorf("%s: nothing noticed it", f.name)
			continue
		}
		t.Logf("%s: %.200s", f.name, strings.ReplaceAll(err.Error(), "\n", "; "))
	}
}
