package replay

import (
	"errors"

	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/state"
)

// maxObjects is the maximum number of objects at a time; programs have a hundredth of that.
const maxObjects = 1 << 20

var errTooManyObjects = errors.New("the recording has too many objects to be replayed")

// Object is what a register stands for. Its class is empty for a name that the program chose.
type Object struct {
	Class string
	Owner uint32 // a context or a share group; 0 for a handle
	Name  uint64 // in the recording
}

// object identifies an object of the recording.
type object struct {
	class string
	owner uint32 // a context or a share group; 0 for a handle
	name  uint64
}

// member identifies a location or an index within a program.
type member struct {
	class string
	value uint64
}

// registers has the registers of the objects that exist.
type registers struct {
	objects map[object]Register
	members map[object]map[member]Register // by program
	free    []Register
	owners  []Object // by register: the object that it has, or had last
	next    Register
	first   Register // of the round: those below it are not used again, because the next round begins with them
	count   int
}

func newRegisters() *registers {
	return &registers{objects: map[object]Register{}, members: map[object]map[member]Register{}, owners: make([]Object, firstRegister), next: firstRegister}
}

// take returns a register that is not in use, for an object.
func (r *registers) take(o Object) Register {
	r.count++
	if n := len(r.free); n > 0 {
		out := r.free[n-1]
		r.free = r.free[:n-1]
		r.owners[out] = o
		return out
	}
	r.next, r.owners = r.next+1, append(r.owners, o)
	return r.next - 1
}

func (r *registers) release(one Register) {
	r.count--
	if one >= r.first {
		r.free = append(r.free, one)
	}
}

// of returns the register of an object, which it adds if needed.
func (r *registers) of(o object) Register {
	one, known := r.objects[o]
	if !known {
		one = r.take(Object{o.class, o.owner, o.name})
		r.objects[o] = one
	}
	return one
}

// ofNew returns the register of a new object, which it adds if needed. An older object with its name keeps the register that it had
// before the round.
func (r *registers) ofNew(o object) Register {
	if r.objects[o] < r.first {
		r.drop(o)
	}
	return r.of(o)
}

// drop removes an object.
func (r *registers) drop(o object) {
	if one, known := r.objects[o]; known {
		delete(r.objects, o)
		r.release(one)
	}
}

// ofMember returns the register of a member of a program, which it adds if needed.
func (r *registers) ofMember(program object, m member) Register {
	list := r.members[program]
	if list == nil {
		list = map[member]Register{}
		r.members[program] = list
	}
	one, known := list[m]
	if !known {
		one = r.take(Object{m.class, program.owner, m.value})
		list[m] = one
	}
	return one
}

// dropMembers removes the members of a program.
func (r *registers) dropMembers(program object) {
	for _, one := range r.members[program] {
		r.release(one)
	}
	delete(r.members, program)
}

// class is a class of objects, or of members of programs.
type class struct {
	name   string
	handle bool // an object has a handle, which does not depend on a context
	shared bool // the contexts of a share group share the objects; otherwise, each context has its own
	member bool // of members of programs
	known  bool // a script uses an object only after the call that created it: the program cannot choose the handle
	stays  bool // a name stays valid after the deletion, while the object is in use
}

// classOf returns the class with a name. Shaders and programs share their names.
func classOf(name string) *class {
	if name == "shader" {
		name = "program"
	}
	handle := handleClasses[name]
	return &class{
		name:   name,
		handle: handle,
		shared: state.IsShared(name) || name == textureHandle,
		member: name == "uniform location" || name == "uniform block",
		known:  (handle || name == textureHandle) && name != "config",
		stays:  deferred[name],
	}
}

// The classes that rules use.
var (
	configClass  = classOf("config")
	contextClass = classOf("context")
	programClass = classOf("program")
)

// textureHandle is the class of the handles of bindless textures and images, which the contexts of a share group share.
const textureHandle = "texture handle"

// objectOf returns the object of a class that a call means by a name.
func (x *writer) objectOf(c *file.Call, class *class, name uint64) object {
	o := object{class: class.name, name: name}
	switch {
	case class.handle:
	case class.shared:
		o.owner = x.shareOf(c)
	default:
		o.owner = c.Context
	}
	return o
}

// shareOf returns the share group of the objects that a call names: that of its current context, or of the context that it names.
func (x *writer) shareOf(c *file.Call) uint32 {
	if v, ok := c.Arg("ctx"); ok && v.Bits != 0 {
		return x.context(x.handles[v.Bits]).share
	}
	return x.context(c.Context).share
}

// choice is a class of objects that a parameter names if its condition is true.
type choice struct {
	when  condition
	class *class
}

// choicesOf returns the classes of the objects that a parameter can name.
func choicesOf(what string, p *registry.Param) (out []choice) {
	for _, row := range classesOf(what, p) {
		out = append(out, choice{row.when, classOf(row.class)})
	}
	return out
}

// class returns the class of the object that a parameter of a call names, or nil.
func (p *param) class(c *file.Call) *class { return classIn(p.classes, c) }

// classIn returns the first class whose condition is true for a call, or nil.
func classIn(list []choice, c *file.Call) *class {
	for i := range list {
		if list[i].when.holds(c) {
			return list[i].class
		}
	}
	return nil
}

// find returns the register of the object or the member that a call means by a value, and whether it is known.
func (x *writer) find(c *file.Call, class *class, value uint64) (Register, bool) {
	if class.member {
		one, known := x.members[x.programOf(c)][member{class.name, value}]
		return one, known
	}
	one, known := x.objects[x.objectOf(c, class, value)]
	return one, known
}

// programOf returns the program whose uniforms a call names: that of its parameter, or else the current one.
func (x *writer) programOf(c *file.Call) object {
	if v, ok := c.Arg("program"); ok {
		return x.objectOf(c, programClass, v.Bits)
	}
	s := x.context(c.Context)
	program := s.program
	if program == 0 {
		program = s.active[s.pipeline]
	}
	return x.objectOf(c, programClass, program)
}
