package axml

// Encode returns the document as a file that Decode accepts. Unchanged parts keep their bytes.
func (d *Document) Encode() []byte {
	body := d.pool.chunk()
	if d.hasID || len(d.ids) > 0 {
		var ids []byte
		for _, id := range d.ids {
			ids = le.AppendUint32(ids, id)
		}
		body = appendChunk(body, kindIDs, nil, ids)
	}
	for _, n := range d.nodes {
		body = n.append(body)
	}
	return appendChunk(nil, kindFile, nil, body)
}

// appendChunk appends a chunk; head is the rest of its header after the first 8 bytes.
func appendChunk(to []byte, kind uint16, head, body []byte) []byte {
	to = le.AppendUint16(to, kind)
	to = le.AppendUint16(to, uint16(8+len(head)))
	to = le.AppendUint32(to, uint32(8+len(head)+len(body)))
	return append(append(to, head...), body...)
}

// chunk returns the encoded string pool.
func (p *pool) chunk() []byte {
	var texts, head, body []byte
	offsets := make(map[int]uint32, len(p.entries))
	for _, slot := range p.slots {
		at, written := offsets[slot]
		if !written {
			at = uint32(len(texts))
			offsets[slot] = at
			texts = append(texts, p.entries[slot].raw...)
		}
		body = le.AppendUint32(body, at)
	}
	for len(texts)%4 != 0 {
		texts = append(texts, 0)
	}
	for _, word := range []uint32{uint32(len(p.slots)), 0, p.flags, poolHeader + uint32(len(body)), 0} {
		head = le.AppendUint32(head, word)
	}
	return appendChunk(nil, kindPool, head, append(body, texts...))
}

func (n *node) append(to []byte) []byte {
	if n.raw != nil {
		return append(to, n.raw...)
	}
	head := le.AppendUint32(le.AppendUint32(nil, n.line), n.comment)
	body := le.AppendUint32(nil, n.names[0])
	if n.kind == kindText {
		return appendChunk(to, n.kind, head, n.value.append(body))
	}
	body = le.AppendUint32(body, n.names[1])
	if n.kind == kindElement {
		body = n.appendAttrs(body)
	}
	return appendChunk(to, n.kind, head, body)
}

func (n *node) appendAttrs(to []byte) []byte {
	for _, v := range []uint16{20, 20, uint16(len(n.attrs)), n.marks[0], n.marks[1], n.marks[2]} {
		to = le.AppendUint16(to, v)
	}
	for _, a := range n.attrs {
		for _, v := range []uint32{a.space, a.name, a.raw} {
			to = le.AppendUint32(to, v)
		}
		to = a.value.append(to)
	}
	return to
}

func (v value) append(to []byte) []byte {
	to = append(le.AppendUint16(to, v.size), v.zero, v.kind)
	return le.AppendUint32(to, v.data)
}
