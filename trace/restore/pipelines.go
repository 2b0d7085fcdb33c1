package restore

import (
	"bytes"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// stages has the bits of glUseProgramStages by the values of glGetProgramPipelineiv: GL_VERTEX_SHADER, and so on.
var stages = map[uint64]uint64{0x8B31: 1, 0x8B30: 2, 0x8DD9: 4, 0x8E88: 8, 0x8E87: 16, 0x91B9: 32}

const activeProgram = 0x8259

// pipelineValue sets the programs of a pipeline.
func pipelineValue(x *Restorer, _ *restored, c *file.Call) error {
	list, err := x.elements(c, 2)
	if len(list) == 0 || Number(list[0]) == 0 {
		return err
	}
	pipeline, program := Arg{"pipeline", c.Args[0].Uint()}, Arg{"program", Number(list[0])}
	if bit, ok := stages[c.Args[1].Uint()]; ok {
		x.call(c, "glUseProgramStages", nil, pipeline, Arg{"stages", bit}, program)
	} else if c.Args[1].Uint() == activeProgram {
		x.call(c, "glActiveShaderProgram", nil, pipeline, program)
	}
	return err
}

// objectLabel sets the label of an object.
func objectLabel(function string) func(*Restorer, *restored, *file.Call) error {
	return func(x *Restorer, _ *restored, c *file.Call) error {
		if !c.Args[4].HasData() {
			return nil
		}
		label, err := x.file.Payload(c.Args[4].Data.Payloads)
		if err == nil {
			x.call(c, function, nil, Arg{"identifier", x.symbol(c, 0)}, Arg{"name", c.Args[1].Uint()}, Arg{"length", -1}, Arg{"label", string(bytes.TrimSuffix(label, []byte{0}))})
		}
		return err
	}
}
