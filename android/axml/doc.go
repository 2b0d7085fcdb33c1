// Package axml reads and edits the binary form of AndroidManifest.xml in an APK. It treats input as hostile:
// no file makes it panic, and the memory that it keeps is bounded by the size of the file.
package axml

import "fmt"

// MaxSize is the maximum size of a manifest in bytes; real ones are smaller than 1 MiB.
const MaxSize = 16 << 20

// maxDepth is the maximum nesting depth of elements; manifests have five levels.
const maxDepth = 200

// Damaged is the error for a file that is not valid binary XML.
type Damaged struct {
	Offset int // in the file
	Why    string
}

func (e *Damaged) Error() string {
	return fmt.Sprintf("damaged binary XML at byte %d: %s", e.Offset, e.Why)
}

// Document is a binary XML file as stored: a string pool, and nodes that refer to strings by index.
type Document struct {
	pool  pool
	ids   []uint32 // resource IDs of the attributes that the first strings of the pool name
	hasID bool     // the file has a table of resource IDs, maybe an empty one
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

// none is the string index that means "no string".
const none = 0xffffffff

// node is a chunk of the tree.
type node struct {
	kind          uint16
	line, comment uint32
	names         [2]uint32 // namespace: prefix and URI; element: namespace and name; text: the text, and unused
	value         value     // of a text
	attrs         []attr
	marks         [3]uint16 // of an element: indices of the attributes id, class and style, from 1; 0: none
	raw           []byte    // the whole chunk, if the kind is unknown
}

// value is a typed value.
type value struct {
	size uint16
	zero uint8
	kind uint8
	data uint32
}

// The value types that manifests use.
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
