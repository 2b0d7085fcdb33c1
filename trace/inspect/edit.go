package inspect

import (
	"time"

	"github.com/gleslayergen/gleslayergen/trace/images"
)

// Shader identifies a shader by its program at a call.
type Shader struct {
	Program uint32 // name in the recording, in the share group of the context of the call
	Stage   uint32 // GL_VERTEX_SHADER and so on
}

// Edited is a frame with another source of a shader.
type Edited struct {
	Failed bool          `json:"failed"` // the shader was not compiled, or the program not linked: there is only the log
	Log    string        `json:"log"`    // of the compiler and linker
	Lines  []Message     `json:"lines"`  // messages of the log about lines of the source
	Image  *images.Image `json:"image,omitempty"`
	Before time.Duration `json:"before"` // ns: time of the GPU for the frame with the recorded source
	After  time.Duration `json:"after"`  // ns: with the new source
}

// Message is a message of a compiler.
type Message struct {
	Line int    `json:"line"` // from 1
	Text string `json:"text"`
}
