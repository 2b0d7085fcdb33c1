package project

import (
	"bytes"
	"fmt"
	pathpkg "path"
	"slices"
)

// addSource adds a source file. In core and gles, the projects share a directory: if the name exists, the package
// name of the project is prefixed. It is not separated by an underscore, because Go reads GOOS and GOARCH
// from the name after one.
func (c *combiner) addSource(p *part, path, name string, text []byte) error {
	if isHeader(path) {
		return c.addFile(p, path, name, text)
	}
	to := p.place(path)
	for c.isTaken(to, name, text) {
		dir, base := pathpkg.Split(to)
		to = dir + p.packageName() + base
	}
	c.files[to] = source{name, text}
	return nil
}

// addFile adds a file under its own name, because code refers to the name.
func (c *combiner) addFile(p *part, path, name string, text []byte) error {
	to := p.place(path)
	if c.isTaken(to, name, text) {
		return &Error{What: name, Why: fmt.Sprintf("\"combine\" must write both this file and %s to %s/, but they have the same name and different content", c.files[to].from, pathpkg.Dir(to)), Advice: "rename one of the two files"}
	}
	if _, taken := c.files[to]; !taken {
		c.files[to] = source{name, text}
	}
	return nil
}

// place returns the path of a file in the new project, unless the name is taken.
func (p *part) place(path string) string {
	return pathpkg.Join(p.moved(pathpkg.Dir(path)), pathpkg.Base(path))
}

// isTaken reports whether a path is taken by a file with different content. An embedded source file is added
// once before it is rewritten.
func (c *combiner) isTaken(to, name string, text []byte) bool {
	there, taken := c.files[to]
	return taken && there.from != name && !bytes.Equal(there.content, text)
}

func isHeader(name string) bool {
	return slices.Contains([]string{".h", ".hh", ".hpp", ".hxx"}, pathpkg.Ext(name))
}
