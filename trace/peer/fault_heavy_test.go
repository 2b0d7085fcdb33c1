//go:build heavy && linux

package peer

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// fault is something that a recorder may do wrong, done to one side of the comparison.
type fault struct {
	name  string
	plant func(calls []*Call, blobs string) []*Call // nil: there is no such place
}

var faults = []fault{
	{"a call is missing", func(calls []*Call, _ string) []*Call {
		at := first(calls, func(c *Call) bool { return c.Name == "glDrawArrays" })
		return slices.Delete(calls, at, at+1)
	}},
	{"a call comes twice", func(calls []*Call, _ string) []*Call {
		at := first(calls, func(c *Call) bool { return c.Name == "glEnable" })
		return slices.Insert(calls, at, calls[at])
	}},
	{"two calls change places", func(calls []*Call, _ string) []*Call {
		at := first(calls, func(c *Call) bool { return c.Name == "glUniform1i" })
		calls[at], calls[at+1] = calls[at+1], calls[at]
		return calls
	}},
	{"another number", func(calls []*Call, _ string) []*Call {
		return change(calls, func(c *Call) *Value { return argument(c, Number) })
	}},
	{"another name", func(calls []*Call, _ string) []*Call {
		return change(calls, func(c *Call) *Value { return argument(c, Names) })
	}},
	{"another result", func(calls []*Call, _ string) []*Call {
		return change(calls, func(c *Call) *Value { return c.Result })
	}},
	{"another element of an array", func(calls []*Call, _ string) []*Call {
		return change(calls, func(c *Call) *Value {
			if list := argument(c, List); list != nil && c.Name == "glUniform4fv" {
				list.Items = slices.Clone(list.Items)
				return &list.Items[len(list.Items)-1]
			}
			return nil
		})
	}},
	{"a byte of a buffer", func(calls []*Call, blobs string) []*Call {
		return flip(calls, blobs, func(c *Call) bool { return c.Name == "glBufferData" })
	}},
	{"a byte of a texture", func(calls []*Call, blobs string) []*Call {
		return flip(calls, blobs, func(c *Call) bool { return c.Name == "glTexImage2D" })
	}},
	{"a byte of a mapped buffer", func(calls []*Call, blobs string) []*Call {
		return flip(calls, blobs, func(c *Call) bool { return c.Name == "memcpy" })
	}},
	{"a byte of a client array", func(calls []*Call, blobs string) []*Call {
		return flip(calls, blobs, func(c *Call) bool { return c.Fake && c.Name == "glVertexAttribPointer" })
	}},
	{"a byte of indices", func(calls []*Call, blobs string) []*Call {
		return flip(calls, blobs, func(c *Call) bool { return c.Name == "glDrawElements" })
	}},
}

func first(calls []*Call, is func(*Call) bool) int { return slices.IndexFunc(calls, is) }

// argument is the first of a kind.
func argument(c *Call, kind ValueKind) *Value {
	for i := range c.Args {
		if c.Args[i].Kind == kind {
			return &c.Args[i].Value
		}
	}
	return nil
}

// change makes another value of the first that is chosen in a call of OpenGL ES.
func change(calls []*Call, choose func(*Call) *Value) []*Call {
	for i, c := range calls {
		if c.Fake || !slices.Contains([]string{"glUniform4fv", "glUniform1i", "glEnable", "glCreateShader"}, c.Name) {
			continue
		}
		changed := &Call{No: c.No, Name: c.Name, Args: slices.Clone(c.Args)}
		if c.Result != nil {
			result := *c.Result
			changed.Result = &result
		}
		if v := choose(changed); v != nil {
			v.Kind, v.Text = Number, "77"
			calls[i] = changed
			return calls
		}
	}
	return nil
}

// flip changes a bit in the middle of what a call leads to (its ends may be left out by the state of unpacking, or not be drawn), in
// a copy that it then leads to.
func flip(calls []*Call, blobs string, is func(*Call) bool) []*Call {
	for i, c := range calls {
		changed := &Call{No: c.No, Name: c.Name, Fake: c.Fake, Result: c.Result, Args: slices.Clone(c.Args)}
		blob := argument(changed, Blob)
		if blob == nil || !is(c) {
			continue
		}
		data, err := os.ReadFile(filepath.Join(blobs, blob.Text))
		if err != nil || len(data) == 0 {
			return nil
		}
		data[len(data)/2] ^= 1
		blob.Text = "flipped"
		if os.WriteFile(filepath.Join(blobs, blob.Text), data, 0o600) != nil {
			return nil
		}
		calls[i] = changed
		return calls
	}
	return nil
}

// wantNoticed plants each fault in recordings that are the same: they have to differ then.
func wantNoticed(t *testing.T, trace *file.File, dump []*Call, blobs string) {
	t.Helper()
	for _, f := range faults {
		planted := f.plant(slices.Clone(dump), blobs)
		if planted == nil {
			t.Errorf("%s: there is no place for it", f.name)
			continue
		}
		_, err := Compare(trace, planted, blobs, AllDifferences(), false)
		if err == nil {
			t.Errorf("%s: nothing noticed it", f.name)
			continue
		}
		t.Logf("%s: %.200s", f.name, err)
	}
}
