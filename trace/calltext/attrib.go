package calltext

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Attrib returns the name of the vertex attribute whose location the recorder queried after a link with this call of
// glGetAttribLocation; "" for a call of the program, and for an attribute that it cannot bind.
func Attrib(f *file.File, c *file.Call) (string, error) {
	name := c.Args[1]
	if !c.Synthetic() || c.Attach() || int32(c.Result.Bits) < 0 || !name.HasData() {
		return "", nil
	}
	const mostName = 1024
	text, err := Text(f.Payload, name.Data, mostName)
	if strings.HasPrefix(text, "gl_") {
		return "", err
	}
	return text, err
}
