package axml

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

var le = binary.LittleEndian

// reader reads the chunks of a file.
type reader struct {
	data []byte
	at   int // offset of data in the file
}

func (r *reader) damaged(format string, args ...any) error {
	return &Damaged{r.at, fmt.Sprintf(format, args...)}
}

// chunk is one piece of the file.
type chunk struct {
	kind   uint16
	header []byte // including its first 8 bytes
	body   []byte
	reader // at the chunk's start, for error offsets
}

// next reads the next chunk.
func (r *reader) next() (chunk, error) {
	if len(r.data) < 8 {
		return chunk{}, r.damaged("the file ends inside a chunk header")
	}
	kind, header, size := le.Uint16(r.data), int64(le.Uint16(r.data[2:])), int64(le.Uint32(r.data[4:]))
	if header < 8 || size < header || size > int64(len(r.data)) || (header|size)&3 != 0 {
		return chunk{}, r.damaged("a chunk of type %#x has an invalid size: %d bytes with a header of %d bytes; %d bytes remain in the file", kind, size, header, len(r.data))
	}
	c := chunk{kind, r.data[:header], r.data[header:size], reader{r.data[:size], r.at}}
	r.data, r.at = r.data[size:], r.at+int(size)
	return c, nil
}

// Decode parses a binary XML file. It fails with a *Damaged.
func Decode(data []byte) (*Document, error) {
	r := &reader{data: data}
	switch {
	case len(data) > MaxSize:
		return nil, r.damaged("the file has %d bytes; the maximum is %d bytes", len(data), MaxSize)
	case bytes.HasPrefix(bytes.TrimSpace(bytes.TrimPrefix(data[:min(64, len(data))], []byte("\xef\xbb\xbf"))), []byte("<")):
		return nil, r.damaged("the file is XML text; compile it with aapt2")
	}
	file, err := r.next()
	if err != nil {
		return nil, err
	}
	if file.kind != kindFile {
		return nil, file.damaged("the first chunk has type %#x instead of %#x", file.kind, kindFile)
	}
	d := &Document{}
	if err := d.decode(&reader{file.body, len(file.header)}); err != nil {
		return nil, err
	}
	return d, nil
}

func (d *Document) decode(r *reader) error {
	first, err := r.next()
	if err == nil && first.kind != kindPool {
		err = first.damaged("the second chunk has type %#x instead of a string pool", first.kind)
	}
	if err == nil {
		d.pool, err = decodePool(first)
	}
	var at nesting
	for err == nil && len(r.data) > 0 {
		err = d.decodeNext(r, &at)
	}
	if err == nil && (at.depth > 0 || at.roots == 0) {
		err = r.damaged("the file ends before the end of the root element")
	}
	return err
}

// decodeNext decodes the next chunk.
func (d *Document) decodeNext(r *reader, at *nesting) error {
	c, err := r.next()
	if err != nil {
		return err
	}
	if c.kind == kindIDs {
		d.readIDs(c.body)
		return nil
	}
	n, err := decodeNode(c)
	if err != nil {
		return err
	}
	d.nodes = append(d.nodes, n)
	return at.addChunk(c)
}

// nesting is the current position in the tree.
type nesting struct{ depth, roots int }

// addChunk checks that the elements form a single tree, and limits its depth.
func (n *nesting) addChunk(c chunk) error {
	switch {
	case c.kind == kindElement && n.depth == 0 && n.roots > 0:
		return c.damaged("the file has a second root element")
	case c.kind == kindElement && n.depth == maxDepth:
		return c.damaged("elements are nested more than %d levels deep", maxDepth)
	case c.kind == kindElement:
		n.depth, n.roots = n.depth+1, 1
	case c.kind == kindEnd && n.depth == 0:
		return c.damaged("an end tag has no start tag")
	case c.kind == kindEnd:
		n.depth--
	}
	return nil
}

// readIDs reads the resource IDs of the first strings. If there are several such tables, Android uses the
// last one.
func (d *Document) readIDs(body []byte) {
	d.hasID, d.ids = true, nil
	for ; len(body) >= 4 && len(d.ids) < len(d.pool.slots); body = body[4:] {
		d.ids = append(d.ids, le.Uint32(body))
	}
}

// leastBody is the minimum body size in bytes by node kind.
var leastBody = map[uint16]int{kindNamespace: 8, kindEndSpace: 8, kindElement: 20, kindEnd: 8, kindText: 12}

// decodeNode decodes a chunk of the tree.
func decodeNode(c chunk) (node, error) {
	least, known := leastBody[c.kind]
	if !known {
		return node{kind: c.kind, raw: c.data}, nil
	}
	if len(c.header) < 16 || len(c.body) < least {
		return node{}, c.damaged("a chunk of type %#x is too short", c.kind)
	}
	n := node{kind: c.kind, line: le.Uint32(c.header[8:]), comment: le.Uint32(c.header[12:])}
	n.names[0] = le.Uint32(c.body)
	if c.kind == kindText {
		n.value = decodeValue(c.body[4:])
		return n, nil
	}
	n.names[1] = le.Uint32(c.body[4:])
	if c.kind == kindElement {
		return n, n.decodeAttrs(c)
	}
	return n, nil
}

func (n *node) decodeAttrs(c chunk) error {
	start, size, count := int(le.Uint16(c.body[8:])), int(le.Uint16(c.body[10:])), int(le.Uint16(c.body[12:]))
	for i := range n.marks {
		n.marks[i] = le.Uint16(c.body[14+2*i:])
	}
	if count > 0 && (size < 20 || start+size*count > len(c.body)) {
		return c.damaged("an element has an invalid attribute table: %d attributes of %d bytes each in %d bytes", count, size, len(c.body))
	}
	n.attrs = make([]attr, count)
	for i := range n.attrs {
		b := c.body[start+i*size:]
		n.attrs[i] = attr{le.Uint32(b), le.Uint32(b[4:]), le.Uint32(b[8:]), decodeValue(b[12:])}
	}
	return nil
}

func decodeValue(b []byte) value {
	return value{le.Uint16(b), b[2], b[3], le.Uint32(b[4:])}
}
