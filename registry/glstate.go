package registry

import "embed"

//go:embed glstate
var glState embed.FS

// StateTable returns a table about the state of OpenGL ES: nodes.tsv has its parts, rules.tsv the functions that
// change them. Each table begins with comments about its columns. StateTable panics for an unknown name.
func StateTable(name string) string {
	text, err := glState.ReadFile("glstate/" + name)
	if err != nil {
		panic(err) // the files are embedded
	}
	return string(text)
}
