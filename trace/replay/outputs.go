package replay

import (
	"encoding/binary"
	"errors"
)

// Output is an output of a vertex shader.
type Output struct {
	Name string
	Type uint32 // GL_FLOAT_VEC4 and so on
	Size int    // of an array; 1 for others
}

var errOutputs = errors.New("the player returned outputs of a shader that are not valid")

// ParseOutputs parses the result of Outputs: the number of components that can be captured, and the outputs. There are none before
// OpenGL ES 3.1.
func ParseOutputs(words []byte) (components int, list []Output, err error) {
	const head = 12
	le := binary.LittleEndian
	if len(words) < 4 {
		return 0, nil, errOutputs
	}
	components, words = int(int32(le.Uint32(words))), words[4:]
	for len(words) > 0 {
		if len(words) < head {
			return 0, nil, errOutputs
		}
		o, length := Output{Type: le.Uint32(words), Size: int(int32(le.Uint32(words[4:])))}, uint64(le.Uint32(words[8:]))
		words = words[head:]
		padded := (length + 3) / 4 * 4
		if padded > uint64(len(words)) || o.Size < 0 {
			return 0, nil, errOutputs
		}
		o.Name, o.Size = string(words[:length]), max(o.Size, 1)
		list, words = append(list, o), words[padded:]
	}
	return components, list, nil
}
