package gen

import (
	"path"
	"slices"

	"github.com/dave/jennifer/jen"
)

// ExportsFile is the file in a set's directory that exports its functions if they have the names of hooks in
// package main.
const ExportsFile = "zz_generated_exports.go"

// Exports prints these files.
func Exports(p *Plan) ([]File, error) {
	var files []File
	for i := range p.goSets {
		s := &p.goSets[i]
		if s.Exports == nil {
			continue
		}
		content, err := printGo(p, emitExports(p, s))
		if err != nil {
			return nil, err
		}
		files = append(files, NewFile(path.Join(s.Folder, ExportsFile), content, false))
	}
	return files, nil
}

func emitExports(p *Plan, s *GoSet) *jen.File {
	f := p.generated(s.Folder, s.Package)
	if len(s.Exports) > 0 {
		use(f, p.Module+"/gles")
	}
	f.Comment("// The hooks of this package, by the names that a hook set has for them.")
	f.Line()
	if slices.Contains(s.Exports, goInitialize) {
		f.Func().Add(text("%s(l *gles.Layer)", goSetInitialize)).Block(text("%s(l)", goInitialize))
		f.Line()
	}
	for _, c := range p.filter(func(c *Command) bool { return slices.Contains(s.Exports, c.Name) }) {
		call := text("%s(%s)", c.Name, join(withNext("next", c.GoArgs)))
		result := ""
		if !c.Void() {
			call, result = jen.Return(call), " "+c.GlesResult()
		}
		f.Func().Add(text("%s(%s)%s", c.Go, c.HookParams(), result)).Block(call)
		f.Line()
	}
	return f
}
