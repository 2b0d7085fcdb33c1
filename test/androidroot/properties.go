//go:build androidroot && linux

package androidroot

import (
	"bytes"
	"encoding/binary"
	"strings"
)

// The sizes of the property area, and of its parts: a node of the trie, and the fixed part of a property.
const (
	areaSize, areaHead     = 128 << 10, 128
	nodeSize               = 20
	valueSize              = 92
	areaMagic, areaVersion = 0x504f5250, 0xfc6ed0ab
)

// propertyArea returns the file /dev/__properties__ of Android's C library, in the form of one file for all properties: a trie by
// the parts of the names, whose siblings are a binary tree ordered by length and text.
func propertyArea(values map[string]string) []byte {
	a := &area{data: make([]byte, areaSize-areaHead), used: nodeSize + valueSize}
	for name, value := range values {
		a.add(name, value)
	}
	var out bytes.Buffer
	head := make([]byte, areaHead)
	for i, v := range []uint32{uint32(a.used), 0, areaMagic, areaVersion} {
		binary.LittleEndian.PutUint32(head[4*i:], v)
	}
	out.Write(head)
	out.Write(a.data)
	return out.Bytes()
}

// area is the part after the head. References are offsets in it; 0 is none.
type area struct {
	data []byte
	used int
}

// The fields of a node.
const (
	nodeLength   = 0
	nodeProperty = 4
	nodeLeft     = 8
	nodeRight    = 12
	nodeChildren = 16
)

func (a *area) get(at int) int        { return int(binary.LittleEndian.Uint32(a.data[at:])) }
func (a *area) set(at int, value int) { binary.LittleEndian.PutUint32(a.data[at:], uint32(value)) }

func (a *area) allocate(size int) int {
	at := a.used
	a.used += (size + 3) &^ 3
	return at
}

func (a *area) newNode(name string) int {
	at := a.allocate(nodeSize + len(name) + 1)
	a.set(at+nodeLength, len(name))
	copy(a.data[at+nodeSize:], name)
	return at
}

// child returns the node of a part below a node, and adds it if necessary.
func (a *area) child(parent int, name string) int {
	for field := parent + nodeChildren; ; {
		at := a.get(field)
		if at == 0 {
			at = a.newNode(name)
			a.set(field, at)
			return at
		}
		n := a.get(at + nodeLength)
		has := string(a.data[at+nodeSize : at+nodeSize+n])
		switch {
		case has == name:
			return at
		case len(name) < n || len(name) == n && name < has:
			field = at + nodeLeft
		default:
			field = at + nodeRight
		}
	}
}

func (a *area) add(name, value string) {
	node := 0
	for part := range strings.SplitSeq(name, ".") {
		node = a.child(node, part)
	}
	at := a.allocate(4 + valueSize + len(name) + 1)
	a.set(at, len(value)<<24) // the serial number has the length
	copy(a.data[at+4:], value)
	copy(a.data[at+4+valueSize:], name)
	a.set(node+nodeProperty, at)
}
