package gen

import (
	"encoding/binary"
	"slices"

	"github.com/gleslayergen/gleslayergen/registry"
)

// message is a protobuf message that grows by a field at a time. Fields with the value zero are left out, as proto3 has it.
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

// Definitions are the functions that a recorder can tell of, by their names, each as it writes it: as message Function of
// gltrace.proto. It is no method, so that no template sees it.
func Definitions(p *Plan) map[string][]byte {
	all := map[string][]byte{}
	for _, c := range slices.Concat(p.recorded(), p.pseudo) {
		all[c.Name] = c.recording.Definition
	}
	return all
}

// definition is a command as message Function of gltrace.proto.
func (p *Plan) definition(r *registry.Registry, c *Command, captures []capture) []byte {
	var m message
	m.number(1, uint64(c.ID))
	m.text(2, c.Name)
	for i, v := range c.Params {
		m.bytes(3, p.parameter(r, v, captures[i]))
	}
	if !c.Void() {
		result := c.Result
		result.Name = ""
		m.bytes(4, p.parameter(r, result, captures[len(c.Params)]))
	}
	return m
}

// parameter is a value as message Parameter of gltrace.proto.
func (p *Plan) parameter(r *registry.Registry, v Value, d capture) []byte {
	group, bits := v.Group, false
	if v.reading.kind == "enum" || v.reading.kind == "bits" || v.reading.kind == "attribs" {
		group, bits = v.reading.group, v.reading.kind == "bits"
	}
	if g, ok := r.Group(group); ok {
		bits = bits || g.Bitmask
	}
	var m message
	m.text(1, v.Name)
	m.text(2, v.CType)
	m.text(3, group)
	m.number(4, cellKinds[v.Class].number)
	m.flag(5, bits)
	m.text(6, d.words)
	m.flag(7, d.missing)
	m.flag(8, d.out)
	m.text(9, d.element)
	return m
}
