package project

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
)

// goSource is a copied Go file.
type goSource struct {
	text  []byte
	files *token.FileSet
	tree  *ast.File
}

// readGo parses a Go file. The name is for messages.
func readGo(name string, text []byte) (*goSource, error) {
	s := &goSource{text: text, files: token.NewFileSet()}
	var err error
	if s.tree, err = parser.ParseFile(s.files, name, text, parser.ParseComments|parser.SkipObjectResolution); err != nil {
		return nil, &Error{What: name, Why: err.Error(), Advice: "correct the file, then run gleslayergen combine again"}
	}
	return s, nil
}

// onlyMain reports whether the file has only an empty function main and imports.
func (s *goSource) onlyMain() bool {
	for _, decl := range s.tree.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv != nil || d.Name.Name != "main" || d.Body == nil || len(d.Body.List) > 0 {
				return false
			}
		case *ast.GenDecl:
			if d.Tok != token.IMPORT {
				return false
			}
		}
	}
	return true
}

// ignored reports whether the file has the build tag ignore, as tools next to a package do.
func (s *goSource) ignored() bool {
	for _, group := range s.tree.Comments {
		if group.Pos() > s.tree.Package {
			return false
		}
		for _, line := range group.List {
			expr, err := constraint.Parse(line.Text)
			if err == nil && !expr.Eval(func(tag string) bool { return tag != "ignore" }) {
				return true
			}
		}
	}
	return false
}

// imports calls each for the paths that the file imports.
func (s *goSource) imports(each func(path string, at *ast.BasicLit) error) error {
	for _, spec := range s.tree.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return err
		}
		if err := each(path, spec.Path); err != nil {
			return err
		}
	}
	return nil
}

// rewrite returns the text with the package name pkg, unless it is empty, and with moved imports. It does not
// change other bytes.
func (s *goSource) rewrite(pkg string, moved func(path string) string) ([]byte, error) {
	var out bytes.Buffer
	done := 0
	replace := func(node ast.Node, by string) {
		from, to := s.offset(node.Pos()), s.offset(node.End())
		out.Write(s.text[done:from])
		out.WriteString(by)
		done = to
	}
	if pkg != "" {
		replace(s.tree.Name, pkg)
	}
	err := s.imports(func(path string, at *ast.BasicLit) error {
		if to := moved(path); to != path {
			replace(at, strconv.Quote(to))
		}
		return nil
	})
	out.Write(s.text[done:])
	return out.Bytes(), err
}

func (s *goSource) offset(p token.Pos) int { return s.files.PositionFor(p, false).Offset }

// embeds returns the patterns of go:embed directives.
func (s *goSource) embeds() ([]string, error) {
	var patterns []string
	for _, group := range s.tree.Comments {
		for _, line := range group.List {
			rest, ok := strings.CutPrefix(line.Text, "//go:embed")
			if !ok || strings.TrimLeft(rest, " \t") == rest {
				continue
			}
			words, err := embedWords(rest)
			if err != nil {
				return nil, &Error{What: s.files.PositionFor(line.Pos(), false).String(), Why: err.Error(), Advice: "correct the directive, then run gleslayergen combine again"}
			}
			patterns = append(patterns, words...)
		}
	}
	return patterns, nil
}

// embedWords splits the patterns of a go:embed directive, each of which can be quoted.
func embedWords(list string) ([]string, error) {
	var words []string
	for list = strings.TrimSpace(list); list != ""; list = strings.TrimSpace(list) {
		quoted, err := strconv.QuotedPrefix(list)
		if err != nil && (list[0] == '"' || list[0] == '`') {
			return nil, fmt.Errorf("go:embed: invalid quoted string: %s", list)
		}
		if err == nil {
			word, err := strconv.Unquote(quoted)
			if err != nil {
				return nil, err
			}
			words, list = append(words, word), list[len(quoted):]
			continue
		}
		word := strings.Fields(list)[0]
		words, list = append(words, word), list[len(word):]
	}
	return words, nil
}
