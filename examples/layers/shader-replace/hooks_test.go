//go:build ignore

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"layer/core/fakedriver"
	"layer/gles"
)

func TestReplace(t *testing.T) {
	const source, better = "void main() {}", "void main() { discard; }"
	received := ""
	app := fakedriver.Load(t, &fakedriver.Driver{GLShaderSource: func(_ gles.GLuint, count gles.GLsizei, text **gles.GLchar, length *gles.GLint) {
		received = strings.Join(gles.Strings(count, text, length), "")
	}})
	send := func() string {
		var m gles.Memory
		defer m.Free()
		app.GLShaderSource(1, 1, m.Strings(source), nil)
		return received
	}
	if got := send(); got != source {
		t.Errorf("without a directory: %q", got)
	}
	shaderDir = t.TempDir()
	if got := send(); got != source {
		t.Errorf("without a file: %q", got)
	}
	if err := os.WriteFile(filepath.Join(shaderDir, shaderName(source)+".glsl"), []byte(better), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := send(); got != better {
		t.Errorf("with a file: %q", got)
	}
}
