// Package axml reads and edits the binary form that an AndroidManifest.xml has inside an APK. What it reads is taken to be
// hostile: nothing in it makes it panic, and what it keeps is bounded by the size of the file.
package axml

import "fmt"

// MaxSize is the largest manifest that is read; real ones stay below 1 MiB.
const MaxSize = 16 << 20

// maxDepth is how deep elements may stand in each other; manifests have five levels.
const maxDepth = 200

// Damaged is the error for what is no good binary XML.
type Damaged struct {
	Offset int // in the file
	Why    string
}

func (e *Damaged) Error() string {
	return fmt.Sprintf("damaged binary XML at byte %d: %s", e.Offset, e.Why)
}

// Document is a binary XML file, as it stands in its file: one table of strings, and nodes that name them by number.
type Document struct {
	pool  pool
	ids   []uint32 // the resources that the first strings of the table name, as attributes
	hasID bool     // the table of resources is there, even if it is empty
	nodes []node
}

// The kinds of chunks.
const (
	kindPool      = 0x0001
	kindFile      = 0x0003
	kindNamespace = 0x0100
	kindEndSpace  = 0x0101
	kindElement   = 0x0102
	kindEnd       = 0x0103
	kindText      = 0x0104
	kindIDs       = 0x0180
)

// none stands where a string is named, and there is none.
const none = 0xffffffff

// node is a chunk that is part of the tree.
type node struct {
	kind          uint16
	line, comment uint32
	names         [2]uint32 // a namespace: prefix and address; an element: namespace and name; a text: itself, and nothing
	value         value     // of a text
	attrs         []attr
	marks         [3]uint16 // of an element: which attribute, from 1 on, is id, class and style
	raw           []byte    // the whole chunk, if its kind is unknown
}

// value is a typed value.
type value struct {
	size uint16
	zero uint8
	kind uint8
	data uint32
}

// The types of values that manifests have.
const (
	typeReference = 0x01
	typeString    = 0x03
	typeFirstInt  = 0x10
	typeBool      = 0x12
	typeLastInt   = 0x1f
)

// attr is an attribute of an element.
type attr struct {
	space, name, raw uint32
	value            value
}
