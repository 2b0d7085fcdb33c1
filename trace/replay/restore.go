package replay

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/restore"
)

// capture makes the calls that restore what a call of the recorder captured, if the script has not made the calls that set the state
// of the context. A script that starts with a snapshot makes the calls of EGL from before: the snapshot does not have them.
func (x *writer) capture(c *file.Call) error {
	other := c.Snapshot() != (x.resume != nil)
	if !x.late[c.Context] || other && strings.HasPrefix(c.Function.Name, "gl") {
		return nil
	}
	if err := x.restorer.Capture(c); err != nil {
		x.fail(err)
	}
	return x.problem()
}

// errorKinds is the number of errors that drivers can keep at a time.
const errorKinds = 6

// finishRestoring completes the state of the context of a call of the program. The calls that restored it can have failed, and the
// program must not see their errors. It must see those from before the recording that it has not read.
func (x *writer) finishRestoring(c *file.Call) {
	if !x.late[c.Context] {
		return
	}
	finished := x.restorer.Finish(c)
	if finished == nil {
		return
	}
	delete(x.late, c.Context)
	if c.Frame >= 0 && x.resume == nil {
		x.restored[c.Frame] = true
	}
	for range errorKinds {
		x.Make(&restore.Call{At: c, Function: "glGetError"})
	}
	x.restorer.Raise(c, finished)
	x.keepObjects()
}

// Share returns the number of the share group of a context.
func (x *writer) Share(context uint32) uint32 { return x.context(context).share }

// Repeat makes a call of the recorder again.
func (x *writer) Repeat(c *file.Call) error {
	p := x.plan(c.Function)
	if p.lacking != "" {
		return nil
	}
	call := arguments{writer: x, call: c, plan: p, flags: flagSynthetic}
	if call.resolve() == "" && call.write() == "" && p.rule != nil && p.rule.after != nil {
		p.rule.after(x, c)
	}
	return nil
}

// addedPlan is how a call is written that is not in the recording.
type addedPlan struct {
	id       uint16
	function *file.Function
	classes  [][]choice // of the objects that the parameters name
	result   []choice
	rule     *rule
}

// addedPlan returns the plan of a function, or nil if the player does not have it.
func (x *writer) addedPlan(name string) *addedPlan {
	if p, known := x.added[name]; known {
		return p
	}
	var p *addedPlan
	if id, known := x.functions[name]; known {
		command, _ := registry.Builtin().Command(name)
		p = &addedPlan{id: id, function: &file.Function{Name: name}, result: choicesOf(name+".return", &command.Return)}
		for i := range command.Params {
			q := &command.Params[i]
			p.function.Params = append(p.function.Params, file.Param{Name: q.Name})
			p.classes = append(p.classes, choicesOf(name+"."+q.Name, q))
		}
		p.rule = x.ruleOf(p.function)
	}
	x.added[name] = p
	return p
}

// Make makes a call that is not in the recording. The recorder of the player marks it as its own.
func (x *writer) Make(call *restore.Call) {
	p := x.addedPlan(call.Function)
	if p == nil {
		return
	}
	c := &file.Call{Index: call.At.Index, Thread: call.At.Thread, Context: call.At.Context, Frame: call.At.Frame, Function: p.function}
	if x.hasNames(c, p, call) {
		return
	}
	for _, a := range call.Args {
		c.Args = append(c.Args, file.Value{Bits: restore.Number(a.Value)})
	}
	x.begin(p.id, c)
	x.op.flags = flagSynthetic
	for i, a := range call.Args {
		x.value(c, p.classes[i], a.Value)
	}
	if class := classIn(p.result, c); class != nil && call.Result != nil {
		x.op.Result = x.ofNew(x.objectOf(c, class, restore.Number(call.Result)))
	}
	x.emit()
	if p.rule != nil && p.rule.after != nil {
		p.rule.after(x, c)
	}
}

// hasNames reports whether a call creates a name that exists, because a call before the snapshot created it.
func (x *writer) hasNames(c *file.Call, p *addedPlan, call *restore.Call) bool {
	if x.resume == nil || !strings.HasPrefix(call.Function, "glGen") {
		return false
	}
	last := len(call.Args) - 1
	names, _ := call.Args[last].Value.([]int)
	class := classIn(p.classes[last], c)
	return class != nil && len(names) > 0 && !slices.ContainsFunc(names, func(name int) bool {
		_, known := x.find(c, class, uint64(name))
		return !known
	})
}

// value adds an argument of a call that is not in the recording.
func (x *writer) value(c *file.Call, classes []choice, v any) {
	le := binary.LittleEndian
	switch v := v.(type) {
	case restore.Address:
		if v == 0 {
			x.op.number(0)
		} else {
			x.op.add(KindOffset, uint64(v))
		}
	case restore.Blob:
		x.op.data(KindData, v)
	case float32:
		x.op.number(uint64(math.Float32bits(v)))
	case string:
		x.op.data(KindData, append([]byte(v), 0))
	case []string:
		var data []byte
		for _, s := range v {
			data = append(append(data, s...), 0)
		}
		x.op.data(KindTexts, data)
	case []int:
		x.numbers(c, classes, v)
	case []any:
		var data []byte
		for _, one := range v {
			if f, ok := one.(float32); ok {
				data = le.AppendUint32(data, math.Float32bits(f))
			} else {
				data = le.AppendUint32(data, uint32(restore.Number(one)))
			}
		}
		x.op.data(KindData, data)
	default:
		x.numberOrName(c, classIn(classes, c), restore.Number(v))
	}
}

// numbers adds an array: the names of new objects, or numbers.
func (x *writer) numbers(c *file.Call, classes []choice, list []int) {
	class := classIn(classes, c)
	var names []Register
	var data []byte
	for _, n := range list {
		data = binary.LittleEndian.AppendUint32(data, uint32(n))
		if class != nil {
			names = append(names, x.ofNew(x.objectOf(c, class, uint64(n))))
		}
	}
	if class != nil {
		x.op.registers(KindOutNames, names)
	} else {
		x.op.data(KindData, data)
	}
}

// numberOrName adds a number, or the name of an object.
func (x *writer) numberOrName(c *file.Call, class *class, value uint64) {
	if class != nil && (value != 0 || class.member) {
		x.nameIn(c, class, value)
	} else {
		x.op.number(value)
	}
}
