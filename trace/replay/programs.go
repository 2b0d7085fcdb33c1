package replay

import "github.com/gleslayergen/gleslayergen/trace/file"

// linked is called after a link: the locations of the program can be others.
func (x *writer) linked(c *file.Call) { x.dropMembers(x.objectOf(c, programClass, c.Args[0].Bits)) }

// bindAttributes binds the attributes of a program to the locations in the recording. Another driver could choose others.
func (x *writer) bindAttributes(c *file.Call) {
	bind, known := x.functions["glBindAttribLocation"]
	if !known {
		return
	}
	for _, a := range x.survey.attribs[c.Index] {
		x.begin(bind, c)
		x.op.flags = flagSynthetic
		x.name(c, "program", c.Args[0].Bits)
		x.op.number(a.location)
		x.op.data(KindData, append([]byte(a.name), 0))
		x.emit()
	}
}

// location makes the query of a location again that the recorder made after the link.
func (x *writer) location(c *file.Call) {
	p := x.plan(c.Function)
	if p.lacking != "" || int32(c.Result.Bits) < 0 {
		return
	}
	call := arguments{writer: x, call: c, plan: p}
	if _, known := x.objects[x.programOf(c)]; known && call.resolve() == "" {
		call.flags = flagSynthetic
		call.write()
	}
}

// name is nameIn for a class with a name.
func (x *writer) name(c *file.Call, class string, name uint64) { x.nameIn(c, classOf(class), name) }

// nameIn adds the name of an object of a class as an argument.
func (x *writer) nameIn(c *file.Call, class *class, name uint64) {
	if one, known := x.find(c, class, name); known {
		x.op.Register(one)
	} else {
		x.op.number(name)
	}
}
