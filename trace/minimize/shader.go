package minimize

import (
	"bytes"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// shader is the text of a shader in a call of glShaderSource. Its parts are units that need the call.
type shader struct {
	call       uint32
	first      uint32     // unit of the first part
	parts      [][]byte   // together the text
	blocks     [][]uint32 // units from the start of a statement to the end of its block
	statements [][]uint32
}

// addShader adds the parts of a shader.
func (r *Recording) addShader(c *file.Call) error {
	v, known := c.Arg("string")
	if !strings.HasPrefix(c.Function.Name, "glShaderSource") || !known || !v.HasData() {
		return nil
	}
	data, err := r.f.Payload(v.Data.Payloads)
	if err != nil {
		return err
	}
	lengths, err := calltext.TextLengths(r.f.Payload, c)
	if err != nil {
		return err
	}
	var text []byte
	for one := range calltext.Texts(data, lengths) {
		text = append(text, one...)
	}
	s := shader{call: uint32(c.Index), first: uint32(len(r.needs)), parts: splitShader(text)}
	for range s.parts {
		r.needs = append(r.needs, []uint32{s.call})
	}
	s.group()
	r.shaders = append(r.shaders, s)
	return nil
}

// change replaces the text by that of the parts of a candidate.
func (s *shader) change(candidate file.Set, changes map[int]file.Change) {
	text, all := []byte{}, true
	for i, part := range s.parts {
		if candidate.Has(s.first + uint32(i)) {
			text = append(text, part...)
		} else {
			all = false
		}
	}
	if !all && candidate.Has(s.call) {
		changes[int(s.call)] = file.Change{Args: map[string]uint64{"count": 1}, Data: map[string][]byte{"string": append(text, 0), "length": nil}}
	}
}

// splitShader returns the parts of a shader: lines, and in them statements and the beginnings and ends of blocks.
func splitShader(text []byte) (parts [][]byte) {
	for line := range bytes.Lines(text) {
		if isDirective(line) {
			parts = append(parts, line)
			continue
		}
		depth, from := 0, 0 // depth of parentheses
		for i, c := range line {
			switch c {
			case '(':
				depth++
			case ')':
				depth--
			}
			if depth <= 0 && bytes.IndexByte([]byte(";{}"), c) >= 0 {
				parts, from = append(parts, line[from:i+1]), i+1
			}
		}
		switch rest := line[from:]; {
		case from > 0 && len(bytes.TrimSpace(rest)) == 0:
			last := &parts[len(parts)-1]
			*last = append((*last)[:len(*last):len(*last)], rest...)
		default:
			parts = append(parts, rest)
		}
	}
	return parts
}

func isDirective(part []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(part), []byte("#")) }

// deepest is the number of blocks around a block that is removed as a whole.
const deepest = 32

// group finds the statements and blocks.
func (s *shader) group() {
	var statement []uint32
	var open []int // index in parts of the first part of each open block
	for i, part := range s.parts {
		statement = append(statement, s.first+uint32(i))
		switch text := bytes.TrimSpace(part); {
		case bytes.HasSuffix(text, []byte("{")):
			open = append(open, int(statement[0]-s.first))
		case bytes.HasSuffix(text, []byte("}")):
			if n := len(open) - 1; n >= 0 {
				if n < deepest {
					s.blocks = append(s.blocks, s.run(open[n], i))
				}
				open = open[:n]
			}
		case bytes.HasSuffix(text, []byte(";")) || isDirective(text):
			s.statements = append(s.statements, statement)
		default:
			continue
		}
		statement = nil
	}
	if len(statement) > 0 {
		s.statements = append(s.statements, statement)
	}
}

// run returns the units of the parts from one to another.
func (s *shader) run(from, to int) (out []uint32) {
	for i := from; i <= to; i++ {
		out = append(out, s.first+uint32(i))
	}
	return out
}
