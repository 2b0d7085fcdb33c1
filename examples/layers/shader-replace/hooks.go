//go:build ignore

// The layer replaces shaders. It logs a hash of the source of each shader; if the directory of the setting "shaders" has a
// file with the hash as its name and the suffix .glsl, the driver receives the content of that file.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"

	"layer/gles"
)

// shaderDir is the directory of the replacements; "" replaces nothing.
var shaderDir string

func onInitialize(l *gles.Layer) {
	shaderDir, _ = gles.Setting("shaders")
}

// glShaderSource passes the replacement of a shader to the driver, if there is one.
func glShaderSource(next gles.GLShaderSourceFunc, shader gles.GLuint, count gles.GLsizei, string_ **gles.GLchar, length *gles.GLint) {
	source := strings.Join(gles.Strings(count, string_, length), "")
	name := shaderName(source)
	text, err := os.ReadFile(filepath.Join(shaderDir, name+".glsl"))
	if shaderDir == "" || err != nil {
		gles.Logf("shader %d: %s, %d bytes", shader, name, len(source))
		next(shader, count, string_, length)
		return
	}
	gles.Logf("shader %d: %s, replaced", shader, name)
	var m gles.Memory
	defer m.Free()
	next(shader, 1, m.Strings(string(text)), nil)
}

// shaderName returns the first 16 hex digits of the SHA-256 of a source.
func shaderName(source string) string {
	sum := sha256.Sum256([]byte(source))
	return hex.EncodeToString(sum[:8])
}
