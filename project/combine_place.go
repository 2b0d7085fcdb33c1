package project

import (
	"bytes"
	"fmt"
	pathpkg "path"
	"slices"
)

// take gives source code its place. In core and gles the parts share a folder: of two files of one name, the second has the name
// of its part in front, for their code does not care. No underscore stands between: what is behind the first one may say for
// which system Go builds a file.
func (c *combiner) take(p *part, path, name string, text []byte) error {
	if isHeader(path) {
		return c.keep(p, path, name, text)
	}
	to := p.place(path)
	for c.another(to, name, text) {
		dir, base := pathpkg.Split(to)
		to = dir + p.packageName() + base
	}
	c.files[to] = source{name, text}
	return nil
}

// keep gives a file its place by its own name, for code says that name.
func (c *combiner) keep(p *part, path, name string, text []byte) error {
	to := p.place(path)
	if c.another(to, name, text) {
		return &Error{What: name, Why: fmt.Sprintf("%s is another file of that name, and both would stand in %s/", c.files[to].from, pathpkg.Dir(to)), Advice: "rename one of them"}
	}
	if _, taken := c.files[to]; !taken {
		c.files[to] = source{name, text}
	}
	return nil
}

// place is where a file of the part stands, unless the name is taken.
func (p *part) place(path string) string {
	return pathpkg.Join(p.moved(pathpkg.Dir(path)), pathpkg.Base(path))
}

// another reports whether a place is taken by a file with other text. One that is embedded stands there before it is rewritten.
func (c *combiner) another(to, name string, text []byte) bool {
	there, taken := c.files[to]
	return taken && there.from != name && !bytes.Equal(there.content, text)
}

func isHeader(name string) bool {
	return slices.Contains([]string{".h", ".hh", ".hpp", ".hxx"}, pathpkg.Ext(name))
}
