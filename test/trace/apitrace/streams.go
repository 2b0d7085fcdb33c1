package apitrace

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// next returns our next call that apitrace should have, too.
func (c *comparer) next() *file.Call {
	for ; c.ours < len(c.Ours); c.ours++ {
		call := c.Ours[c.ours]
		switch name := call.Function.Name; {
		case name == "gltrace.VertexData":
			c.ourSide.arrays = append(c.ourSide.arrays, call)
		case name == "gltrace.Mapped":
			c.ourSide.mapped = append(c.ourSide.mapped, call)
		case c.deferred(call):
			c.pointers[pointer{call.Context, call.Args[0].Uint()}] = call
		case call.Function.IsOwn(), c.omitted(call):
		default:
			c.ours++
			return call
		}
	}
	return nil
}

// omitted reports whether apitrace does not support the function, or the loader answers the call itself: then calls of
// the loader can follow that have the same name, but other arguments.
func (c *comparer) omitted(call *file.Call) bool {
	at := c.theirs
	for at < len(c.Theirs) && (c.Theirs[at].Fake || c.skips(c.Theirs[at]) && !c.alike(call, c.Theirs[at])) {
		at++
	}
	same := at < len(c.Theirs) && c.Theirs[at].Name == call.Function.Name
	return !same && c.allowed.Allow("ours", call.Function.Name)
}

// alike reports whether two calls have the same name, arguments and result.
func (c *comparer) alike(a *file.Call, b *Call) bool {
	if a.Function.Name != b.Name || len(a.Args) != len(b.Args) {
		return false
	}
	for i, arg := range b.Args {
		if c.argument(a, i, arg) != nil {
			return false
		}
	}
	return c.result(a, b) == nil
}

// deferred reports whether apitrace omits a call until the draw because its pointer is not an offset.
func (c *comparer) deferred(call *file.Call) bool {
	if !strings.HasPrefix(call.Function.Name, "glVertexAttrib") || !strings.HasSuffix(call.Function.Name, "Pointer") {
		return false
	}
	last := call.Args[len(call.Args)-1]
	return last.Bits > maxOffset && c.allowed.Allow("deferred", call.Function.Name)
}

// maxOffset is larger than any buffer offset of the compared programs, and smaller than any address.
const maxOffset = 1 << 30

func (c *comparer) skips(call *Call) bool {
	return !call.Fake && c.allowed.Allow("peer", call.Name)
}

// nextTheirs returns apitrace's next call that our recording should have, too.
func (c *comparer) nextTheirs() *Call {
	for ; c.theirs < len(c.Theirs); c.theirs++ {
		switch call := c.Theirs[c.theirs]; {
		case call.Fake && strings.HasPrefix(call.Name, "glVertexAttrib"):
			c.theirSide.arrays = append(c.theirSide.arrays, call)
		case call.Fake && call.Name == "memcpy":
			c.theirSide.mapped = append(c.theirSide.mapped, call)
		case call.Fake && c.allowed.Allow("fake", call.Name):
		default:
			c.theirs++
			return call
		}
	}
	return nil
}
