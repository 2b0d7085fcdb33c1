package replay

import (
	"errors"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// objects returns the registers of the names or handles in data; nil if none of them has a register.
func (a *arguments) objects(p *param, data []byte) []Register {
	class := p.class(a.call)
	if class == nil {
		return nil
	}
	list := a.elements(p, data)
	out := make([]Register, len(list))
	for i, name := range list {
		out[i], _ = a.find(a.call, class, name)
	}
	if !slices.ContainsFunc(out, func(r Register) bool { return r != 0 }) {
		return nil
	}
	return out
}

// write writes the call. It returns why the call is left out, or "".
func (a *arguments) write() string {
	chosen := a.chosenNames()
	a.begin(a.plan.id, a.call)
	a.op.flags = a.flags
	for i := range a.plan.params {
		a.writeArgument(i)
	}
	a.op.Result = a.resultRegister()
	refusal := a.emitOrRefuse()
	for _, one := range chosen {
		a.release(one)
	}
	return refusal
}

// emitOrRefuse is emit for an operation that the sink can refuse. It returns why the sink refuses it, or "".
func (x *writer) emitOrRefuse() string {
	if x.err != nil {
		return ""
	}
	err := x.sink.Add(&x.op)
	if err == nil {
		return ""
	}
	var refusal Refusal
	if errors.As(err, &refusal) {
		return string(refusal)
	}
	x.fail(err)
	return ""
}

// chosenNames writes the names in arrays that the program chose itself to registers, which it returns.
func (a *arguments) chosenNames() (out []Register) {
	for _, i := range a.plan.arrays {
		list := a.names[i]
		if list == nil {
			continue
		}
		names := a.elements(&a.plan.params[i], a.data[i])
		for at := range list {
			if list[at] == 0 && names[at] != 0 {
				list[at] = a.take(Object{Name: names[at]})
				out = append(out, list[at])
				a.begin(OpValue, a.call)
				a.op.number(uint64(list[at]))
				a.op.number(names[at])
				a.emit()
			}
		}
	}
	return out
}

func (a *arguments) writeArgument(i int) {
	p, v := &a.plan.params[i], a.call.Args[i]
	switch {
	case p.form == objectForm:
		a.writeObject(p, v)
	case p.form == callbackForm && v.Bits != 0:
		a.op.add(KindCallback, 0)
	case p.form < dataForm:
		a.op.number(v.Bits)
	default:
		a.writePointer(i, p, v)
	}
}

// writeObject writes a name or a handle. A name without a register is one that the program chose.
func (a *arguments) writeObject(p *param, v file.Value) {
	one, known := Register(0), false
	if class := p.class(a.call); class != nil && (v.Bits != 0 || class.member) {
		one, known = a.find(a.call, class, v.Bits)
	}
	if known {
		a.op.Register(one)
	} else {
		a.op.number(v.Bits)
	}
}

func (a *arguments) writePointer(i int, p *param, v file.Value) {
	switch {
	case v.Data != nil && !hasMemory(v):
		a.writeAddress(v)
	case p.form == outForm && v.Bits != 0:
		a.op.add(KindOut, sizeOfOut(v))
	case p.form == newForm && v.Bits != 0:
		a.writeNew(i, p)
	case a.names[i] != nil:
		a.op.registers(objectsKind(p), a.names[i])
	case a.pieces[i] != nil:
		a.op.data(KindData, a.pieces[i]...)
	case a.data[i] != nil:
		a.op.data(dataKinds[p.form], a.data[i])
	case v.Data != nil: // the recording lacks the data, and the function accepts null or the call failed
		a.op.number(0)
	default:
		a.op.number(v.Bits)
	}
}

// sizeOfOut returns the recorded size of memory that the driver writes; 0 if it is unknown.
func sizeOfOut(v file.Value) uint64 {
	if v.Data == nil {
		return 0
	}
	return v.Data.Size
}

// writeAddress writes an offset or a null pointer.
func (a *arguments) writeAddress(v file.Value) {
	if v.Data.Capture.Number() == 0 {
		a.op.number(0)
		return
	}
	a.op.add(KindOffset, v.Bits)
}

// dataKinds has the kinds of data by the forms of parameters.
var dataKinds = map[form]Kind{textForm: KindData, textsForm: KindTexts, wideForm: KindWide, listsForm: KindLists, objectsForm: KindData}

func objectsKind(p *param) Kind {
	if p.handle {
		return KindHandles
	}
	return KindNames
}

// writeNew writes an array that receives the names of new objects, or handles.
func (a *arguments) writeNew(i int, p *param) {
	class, list := p.class(a.call), []Register{}
	if class != nil {
		for _, name := range a.elements(p, a.data[i]) {
			list = append(list, a.newRegister(class, name))
		}
	}
	k := KindOutNames
	if p.handle {
		k = KindOutHandles
	}
	a.op.registers(k, list)
}

// newRegister returns the register that receives the name of an object; 0 for no object.
func (a *arguments) newRegister(class *class, name uint64) Register {
	if name == 0 {
		return 0
	}
	return a.ofNew(a.objectOf(a.call, class, name))
}

// resultRegister returns the register that receives the result; 0 for none.
func (a *arguments) resultRegister() Register {
	class, value := a.plan.result.class(a.call), a.call.Result.Bits
	switch {
	case class == nil:
		return 0
	case class.member:
		if int32(value) < 0 {
			return 0
		}
		return a.ofMember(a.programOf(a.call), member{class.name, value})
	case value == 0:
		return 0
	}
	if _, known := a.find(a.call, class, value); known && !a.plan.creates {
		return 0
	}
	return a.newRegister(class, value)
}
