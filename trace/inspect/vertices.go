package inspect

// Transformed has the outputs of the vertex shader of a draw.
type Transformed struct {
	Vertices  int      `json:"vertices"`  // of each instance, in the order of the draw
	Instances int      `json:"instances"` // 1 for a draw without instances
	Outputs   []Output `json:"outputs"`   // gl_Position first
	LeftOut   []string `json:"left_out"`  // names of outputs that exceed the limits of the driver
}

// Output is an output of a vertex shader.
type Output struct {
	Name   string      `json:"name"`
	Type   string      `json:"type"`   // in GLSL ES: vec4, mat3, uint
	Values [][]float64 `json:"values"` // of each vertex of the first instance, then those of the second one, and so on
}
