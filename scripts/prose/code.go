package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"
)

// goTexts returns the comments of a Go file and, if wanted, its string literals of at least three words. A sum of literals is
// one text.
func goTexts(source string, literals bool) []text {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil // go vet reports it
	}
	if ast.IsGenerated(file) {
		return nil
	}
	var p paragraphs
	for _, group := range file.Comments {
		p.comment(set.Position(group.Pos()).Line, group.Text())
	}
	if !literals {
		return p.done()
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.Field:
			n.Tag = nil
		case *ast.BinaryExpr:
			if words, ok := literal(n); ok {
				p.comment(set.Position(n.Pos()).Line, words)
				return false
			}
		case *ast.BasicLit:
			if words, ok := literal(n); ok {
				p.comment(set.Position(n.Pos()).Line, words)
			}
		}
		return true
	})
	return p.done()
}

// literal returns the value of a string literal, or of a sum of string literals.
func literal(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		words, err := strconv.Unquote(e.Value)
		return words, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		x, ok1 := literal(e.X)
		y, ok2 := literal(e.Y)
		return x + y, ok1 && ok2
	case *ast.ParenExpr:
		return literal(e.X)
	}
	return "", false
}

// comment adds the paragraphs of a comment or a literal, without the lines that are indented, which are code.
func (p *paragraphs) comment(line int, words string) {
	p.end()
	for i, w := range strings.Split(words, "\n") {
		if strings.HasPrefix(w, "\t") || strings.HasPrefix(w, "    ") {
			p.end()
			continue
		}
		p.add(line+i, strings.ReplaceAll(w, "\x00", ""))
	}
	p.end()
}

// token of a language of C's family: a comment, or a string on one line.
var cToken = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*(?:\n[ \t]*//[^\n]*)*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|` + "`[^`]*`")

var commentMark = regexp.MustCompile(`(?m)^[ \t]*(?://+|/?\*+/?)[ \t]?|\*/`)

// blockTexts returns the comments and strings of a file in C, C++, JavaScript, CSS or a template of one.
func blockTexts(source string) []text {
	var p paragraphs
	for _, at := range cToken.FindAllStringIndex(source, -1) {
		words := source[at[0]:at[1]]
		if words[0] == '/' {
			words = commentMark.ReplaceAllString(words, "")
		} else {
			words = strings.ReplaceAll(words[1:len(words)-1], `\n`, " ")
		}
		p.comment(1+strings.Count(source[:at[0]], "\n"), words)
	}
	return p.done()
}
