package report

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

func isPush(c *file.Call) bool { return strings.HasPrefix(c.Function.Name, "glPush") && label(c) >= 0 }

func isPop(c *file.Call) bool {
	return strings.HasPrefix(c.Function.Name, "glPopDebugGroup") || strings.HasPrefix(c.Function.Name, "glPopGroupMarker")
}

// label returns the index of the parameter with the text of a debug group, or -1.
func label(c *file.Call) int {
	for i := range c.Function.Params {
		if name := c.Function.Params[i].Name; name == "message" || name == "marker" {
			return i
		}
	}
	return -1
}

func (p *perfetto) label(c *file.Call) string {
	return validUTF8(strings.Trim(p.words.Arg(c, label(c)).Text, `"`))
}

func category(c *file.Call) string {
	switch name := c.Function.Name; {
	case c.Flags&tracepb.CallFlag_FLAG_SYNTHETIC != 0:
		return "recorder"
	case strings.HasPrefix(name, "egl"):
		return "egl"
	}
	return "gl"
}

// mostArgument is the maximum number of bytes of an argument: texts that occur once, such as those of
// matrices, would be most of a trace.
const mostArgument = 32

// notes returns the annotations of a call. The arguments are one text, because each as an annotation would
// double the size of a trace. The context is only there when it changes.
func (p *perfetto) notes(t *thread, c *file.CallWithError) []note {
	out := []note{{name: "index", number: int64(c.Index)}, {name: "call", text: validUTF8(p.text(c.Call))}}
	if c.Context != t.context {
		out = append(out, note{name: "context", number: int64(c.Context)})
		t.context = c.Context
	}
	if c.Failed() {
		out = append(out, note{name: "error", text: ErrorName(c)})
	}
	return out
}

// text returns the call with its arguments, long ones shortened.
func (p *perfetto) text(c *file.Call) string {
	var args []string
	for i := range c.Args {
		a := p.words.Arg(c, i)
		args = append(args, a.Name+"="+shortened(a))
	}
	out := c.Function.Name + "(" + strings.Join(args, ", ") + ")"
	if r, ok := p.words.Result(c); ok {
		out += " = " + shortened(r)
	}
	return out
}

func shortened(v calltext.Value) string {
	switch {
	case v.Kind == calltext.KindData && len(v.Text) > mostArgument/2:
		return "..."
	case len(v.Text) > mostArgument:
		return v.Text[:mostArgument-3] + "..."
	}
	return v.Text
}
