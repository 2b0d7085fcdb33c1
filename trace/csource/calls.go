package csource

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// Reasons for which calls are left out of a program, in addition to those of a replay.
const (
	shortData   = "the recording has less data than the driver reads"
	largeOutput = "the driver writes more than 256 MiB"
	nestedData  = "arrays of pointers are not converted"
)

// invocation is a call while it is written.
type invocation struct {
	*writer
	*function
	op      *replay.Operation
	args    []string
	outputs int
	before  []string // lines before the call
	after   []string // lines after it
	call    *file.Call
}

// call writes a call.
func (w *writer) call(f *function, o *replay.Operation) error {
	c := &invocation{writer: w, function: f, op: o, call: &file.Call{Function: f.reading}}
	for i := range f.Params {
		c.call.Args = append(c.call.Args, file.Value{Bits: numberOf(o, i)})
	}
	special := specialOf(f.Name)
	if special.replaced != "" {
		w.leaveOut(f.Name, int(o.Call), special.replaced)
		return nil
	}
	if special.write != nil && special.write(c) {
		return nil
	}
	for i := range f.Params {
		text, err := c.argument(i)
		if err != nil {
			return err
		}
		c.args = append(c.args, text)
	}
	c.tighten()
	c.disableEmpty()
	if !core()[f.Name] {
		w.extensions[f.Name] = true
	}
	c.write(special)
	return nil
}

// numberOf returns the value of an argument that is a number, and else 0.
func numberOf(o *replay.Operation, i int) uint64 {
	if i < len(o.Values) && (o.Kinds[i] == replay.KindNumber || o.Kinds[i] == replay.KindOffset) {
		return o.Values[i]
	}
	return 0
}

// write writes the statement of the call, and what is before and after it.
func (c *invocation) write(s special) {
	c.beginGroup()
	if s.before != nil {
		s.before(c)
	}
	prefix := ""
	if c.op.Result != 0 {
		prefix = c.define(c.op.Result, c.classOfResult()) + " = "
	}
	list := strings.Join(c.args, ", ")
	if !slices.Contains(c.op.Kinds, replay.KindTexts) { // each text has lines of its own
		list = joined(c.args, len(indent)+len(prefix)+len(c.Name), indent+indent)
	}
	body := c.Name + "(" + list + ")"
	if s.around != nil {
		body = s.around(c, body)
	}
	c.statement(prefix + body + ";" + c.comment())
	c.endGroup()
	if file.IsDraw(c.Name) {
		c.endDraw()
	}
}

// statement writes a statement with the lines before and after it, which are a block.
func (c *invocation) statement(text string) {
	if len(c.before)+len(c.after) == 0 {
		c.line("%s", text)
		return
	}
	c.line("{")
	for _, one := range slices.Concat(c.before, []string{text}, c.after) {
		c.line("%s%s", indent, strings.ReplaceAll(one, "\n", "\n"+indent))
	}
	c.line("}")
}

// comment returns the number of a draw or a swap, as a comment.
func (c *invocation) comment() string {
	if file.IsGPUWork(c.Name) || file.IsSwap(c.Name) {
		return fmt.Sprintf(" // call %d", c.op.Call)
	}
	return ""
}

// classOfResult returns the class of the object that the result names.
func (c *invocation) classOfResult() string {
	if strings.HasPrefix(c.Name, "glCreateShader") && !strings.HasPrefix(c.Name, "glCreateShaderProgram") {
		return "shader"
	}
	return c.op.Object(c.op.Result).Class
}

// argument returns an argument in C.
func (c *invocation) argument(i int) (string, error) {
	p := &c.Params[i]
	switch c.op.Kinds[i] {
	case replay.KindNumber:
		return c.number(i), nil
	case replay.KindRegister:
		return c.cast(c.register(replay.Register(c.op.Values[i])), p.Type), nil
	case replay.KindOffset:
		return c.need("offset", fmt.Sprintf("OFFSET(%d)", c.op.Values[i])), nil
	case replay.KindCallback:
		return c.need("callbacks", "("+p.Type.String()+")callback"), nil
	case replay.KindOut:
		return c.output(i)
	case replay.KindOutNames, replay.KindOutHandles:
		return c.names(i)
	case replay.KindNames, replay.KindHandles:
		return c.objects(i)
	case replay.KindTexts:
		return c.texts(i)
	case replay.KindLists:
		return "", replay.Refusal(nestedData)
	}
	return c.array(i)
}

// length returns the number of elements of an argument's data that the registry states, and whether it states it.
func (c *invocation) length(i int) (uint64, bool) {
	l := c.Params[i].Len
	switch l.Kind {
	case registry.LenConstant:
		return uint64(l.Factor), true
	case registry.LenParam, registry.LenProduct:
		for at := range c.Params {
			if c.Params[at].Name == l.Param && c.op.Kinds[at] == replay.KindNumber {
				n := int64(int32(c.op.Values[at]))
				return uint64(max(n, 0)) * uint64(max(l.Factor, 1)) / uint64(max(l.Divisor, 1)), true
			}
		}
	}
	return 0, false
}

// output returns memory for what the driver writes.
func (c *invocation) output(i int) (string, error) {
	size := c.op.Values[i]
	if n, known := c.length(i); known {
		size = max(size, n*8)
	}
	if strings.HasPrefix(c.Name, "glReadPixels") || strings.HasPrefix(c.Name, "glReadnPixels") {
		width, height := int32(c.op.Values[2]), int32(c.op.Values[3])
		size = max(size, 16*(uint64(max(width, 0))+64)*uint64(max(height, 0)))
	}
	if size > mostOutput {
		return "", replay.Refusal(largeOutput)
	}
	c.survey.output = max(c.survey.output, size)
	c.outputs++
	c.survey.outputs = max(c.survey.outputs, c.outputs)
	return c.need("output", fmt.Sprintf("OUTPUT(%d)", c.outputs-1)), nil
}

// names returns memory for the names of new objects, which variables receive.
func (c *invocation) names(i int) (string, error) {
	const most = 1 << 12
	list := c.op.Registers(i)
	n, known := c.length(i)
	if n = max(n, uint64(len(list))); n > most {
		return "", replay.Refusal("the call creates more than 4096 objects")
	}
	element := c.Params[i].Type.Elem()
	if strings.HasPrefix(c.Name, "egl") && element.Base == "EGLAttrib" && len(list) == 1 {
		n = 1
	}
	if len(list) == 1 && n == 1 && known && !isHandle(element) {
		if list[0] == 0 {
			return c.output(i)
		}
		return "&" + c.define(list[0], c.op.Object(list[0]).Class), nil
	}
	array := c.Params[i].Name
	element.Const = false
	c.before = append(c.before, fmt.Sprintf("%s = {0};", element.Declare(fmt.Sprintf("%s[%d]", array, max(n, 1)))))
	for at, r := range list {
		if r != 0 {
			name := c.define(r, c.op.Object(r).Class)
			c.after = append(c.after, fmt.Sprintf("%s = %s;", name, c.castTo(fmt.Sprintf("%s[%d]", array, at), element, c.variables[name])))
		}
	}
	return array, nil
}

// objects returns an array of variables.
func (c *invocation) objects(i int) (string, error) {
	list := c.op.Registers(i)
	if n, known := c.length(i); known && n > uint64(len(list)) {
		return "", replay.Refusal(shortData)
	}
	element := c.Params[i].Type.Elem()
	var items []string
	for _, r := range list {
		items = append(items, c.cast(c.register(r), element))
	}
	return c.compound(element, items), nil
}

// compound returns an array of an element type.
func (c *invocation) compound(element registry.CType, items []string) string {
	if len(items) == 0 {
		items = []string{"0"}
	}
	return "(" + element.String() + "[]){" + joined(items, lineWidth/2, indent+indent+indent) + "}"
}
