package record

import "encoding/binary"

// message is a protobuf message that grows by one field at a time. As in proto3, fields with the value zero are
// left out.
type message []byte

func (m *message) number(field int, v uint64) {
	if v != 0 {
		*m = binary.AppendUvarint(binary.AppendUvarint(*m, uint64(field)<<3), v)
	}
}

func (m *message) flag(field int, v bool) {
	if v {
		m.number(field, 1)
	}
}

func (m *message) text(field int, s string) {
	if s != "" {
		m.bytes(field, []byte(s))
	}
}

func (m *message) bytes(field int, b []byte) {
	*m = binary.AppendUvarint(binary.AppendUvarint(*m, uint64(field)<<3|2), uint64(len(b)))
	*m = append(*m, b...)
}

// definition returns a command as message Function of gltrace.proto.
func definition(c *Command, captures []Capture) []byte {
	var m message
	m.number(1, uint64(c.ID))
	m.text(2, c.Name)
	for i, v := range c.Params {
		m.bytes(3, parameter(v, captures[i]))
	}
	if !c.void() {
		result := c.Result
		result.Name = ""
		m.bytes(4, parameter(result, captures[len(c.Params)]))
	}
	return m
}

// parameter returns a value as message Parameter of gltrace.proto.
func parameter(v Value, d Capture) []byte {
	var m message
	m.text(1, v.Name)
	m.text(2, v.Type.String())
	m.text(3, v.Group)
	m.number(4, cellKinds[v.Class].number)
	m.flag(5, v.Bits)
	m.text(6, d.Size)
	m.flag(7, d.Missing)
	m.flag(8, d.Out)
	m.text(9, d.Element)
	return m
}
