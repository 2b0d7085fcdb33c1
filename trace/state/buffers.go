package state

// bufferHandler handles writes to buffers: whole, in part, as a record of the recorder, or through a pointer.
func bufferHandler(m *machine, r *rule) {
	name, offset, size, at := int64(m.bound("buffer")), int64(0), int64(0), len(m.call.Args)-1
	switch r.extra {
	case "whole":
		size, at = m.argOf("size"), m.f.params["data"]
	case "part":
		offset, size = m.argOf("offset"), m.argOf("size")
	case "record": // name, size, usage, data
		name, size = m.call.Args[0].Int(), m.call.Args[1].Int()
	case "mapped": // target, buffer, offset, length, data
		name, offset, size = m.call.Args[1].Int(), m.call.Args[2].Int(), m.call.Args[3].Int()
		m.read(m.sharePath(word("buffers"), number(name), word("mapped")))
	}
	if name == 0 || offset < 0 || size < 0 {
		return
	}
	d := m.call.Args[at].Data
	p := piece{data: d, offset: uint64(offset), size: uint64(size)}
	if r.extra == "whole" || r.extra == "record" {
		m.newBuffer(name, size)
		if !captured(d) {
			return
		}
	}
	m.addPiece(m.sharePath(word("buffers"), number(name), word("contents")), p)
}

// newBuffer gives a buffer a new size and no contents.
func (m *machine) newBuffer(name, size int64) {
	at := m.sharePath(word("buffers"), number(name))
	m.track.respecified(resource{m.share(), "buffer", uint64(name)}, 0, anyLayer)
	set := func(word_ string, v value) { m.set(append(at[:len(at):len(at)], word(word_)), v) }
	m.drop(append(at[:len(at):len(at)], word("contents")))
	set("size", whole(size))
	set("mapped", whole(0))
	switch {
	case m.has("usage"):
		set("usage", whole(m.argOf("usage")))
	case m.has("flags"):
		set("storage flags", whole(m.argOf("flags")))
	case len(m.call.Args) == 4:
		set("usage", whole(m.call.Args[2].Int()))
	}
}

// addPiece adds a piece to the contents at a path.
func (m *machine) addPiece(keys []key, p piece) {
	n := m.change(keys)
	if n == nil {
		return
	}
	if n.pieces != nil {
		m.parts -= n.pieces.count
	}
	p.origin = m.track.piece(n)
	n.pieces = p.on(n.pieces)
	m.parts += n.pieces.count
	n.value = value{have: true, cell: cellLong, one: uint64(m.call.Index)} // the last call that wrote
}

// copyHandler handles glCopyBufferSubData.
func copyHandler(m *machine, _ *rule) {
	buffer := func(target string) int64 {
		v := m.f.words.Reading(m.f.f, m.f.params[target]).Text(uint64(uint32(m.argOf(target))), cellUint)
		at := m.contextPath(word("buffers"), word(v))
		if v == "GL_ELEMENT_ARRAY_BUFFER" {
			array := m.read(m.contextPath(word("vertex array"))).value.one
			at = m.contextPath(word("vertex arrays"), number(array), word("element array buffer"))
		}
		if n := m.read(at); n != nil {
			return int64(n.value.one)
		}
		return 0
	}
	from, to := buffer("readTarget"), buffer("writeTarget")
	offset, skip, size := m.argOf("writeOffset"), m.argOf("readOffset"), m.argOf("size")
	if from == 0 || to == 0 || offset < 0 || skip < 0 || size < 0 {
		return
	}
	p := piece{skip: uint64(skip), offset: uint64(offset), size: uint64(size)}
	if n := m.root.at(m.sharePath(word("buffers"), number(from), word("contents"))...); n != nil {
		p.from = n.pieces
	}
	m.addPiece(m.sharePath(word("buffers"), number(to), word("contents")), p)
}

// unbind clears the bindings, listed in unbind.tsv, of an object of a class.
func (m *machine) unbind(class string, name int64) {
	for _, p := range m.rules.unbindings()[class] {
		m.visitNodes(&p, func(keys []key) {
			n := m.root.at(keys...)
			if n == nil {
				return
			}
			if len(n.kids) > 0 { // an attachment
				m.detachAttachment(keys, n, class, name)
			} else if n.value.have && int64(n.value.one) == name {
				m.track.need(n.origin)
				m.set(keys, whole(0))
			}
		})
	}
}

func (m *machine) detachAttachment(keys []key, n *node, class string, name int64) {
	of := map[string]uint64{"texture": literal("GL_TEXTURE", cellUint), "renderbuffer": literal("GL_RENDERBUFFER", cellUint)}[class]
	kind, _ := n.number(word("type"))
	if got, ok := n.number(word("name")); ok && int64(got) == name && kind == of {
		m.track.needAll(n)
		m.drop(keys)
	}
}
