package vet

import (
	"go/ast"
	"go/token"
	"path/filepath"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// directive starts a comment with which an author suppresses a finding:
//
//	//gleslayer:ok CHECK REASON
//
// After code it covers that line; on its own line it covers the next line; in a doc comment it covers the
// function.
const directive = "//gleslayer:ok"

// source holds what the checks need from the source text: suppressions and the positions of calls.
type source struct {
	fset  *token.FileSet
	ok    []suppression
	calls map[token.Pos]token.Pos // from the opening parenthesis, where SSA positions a call, to the start of the call
}

// suppression silences one check in a range of lines of a file.
type suppression struct {
	check, file string
	first, last int
	reason      bool // without a reason the suppression has no effect
}

var directives = &analysis.Analyzer{
	Name:       "directives",
	Doc:        "read the comments that suppress findings",
	Run:        readSource,
	ResultType: reflect.TypeFor[*source](),
}

func readSource(pass *analysis.Pass) (any, error) {
	s := &source{fset: pass.Fset, calls: map[token.Pos]token.Pos{}}
	for _, file := range pass.Files {
		code := map[int]bool{}
		docs := map[*ast.CommentGroup]*ast.FuncDecl{}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case nil, *ast.Comment:
				return false
			case *ast.CommentGroup:
				return false
			case *ast.CallExpr:
				s.calls[n.Lparen] = n.Pos()
			case *ast.FuncDecl:
				if n.Doc != nil {
					docs[n.Doc] = n
				}
			}
			if _, whole := n.(*ast.File); !whole {
				code[s.line(n.Pos())], code[s.line(n.End()-1)] = true, true
			}
			return true
		})
		for _, group := range file.Comments {
			s.read(group, docs[group], code)
		}
	}
	return s, nil
}

func (s *source) line(pos token.Pos) int { return s.fset.Position(pos).Line }

// read collects the directives in a comment group; function is set if the group is its doc comment.
func (s *source) read(group *ast.CommentGroup, function *ast.FuncDecl, code map[int]bool) {
	for _, c := range group.List {
		rest, ok := strings.CutPrefix(c.Text, directive)
		words := strings.Fields(rest)
		if !ok || len(words) == 0 {
			continue
		}
		line := s.line(c.Pos())
		a := suppression{words[0], s.fset.Position(c.Pos()).Filename, line, line, len(words) > 1}
		switch {
		case function != nil:
			a.first, a.last = s.line(function.Pos()), s.line(function.End())
		case !code[line]:
			a.last = s.line(group.End()) + 1
		}
		s.ok = append(s.ok, a)
	}
}

// suppressed reports whether a directive covers check at pos, and whether a directive there lacks its reason.
func (s *source) suppressed(check string, pos token.Pos) (ok, bare bool) {
	at := s.fset.Position(pos)
	for _, a := range s.ok {
		if a.check == check && a.file == at.Filename && a.first <= at.Line && at.Line <= a.last {
			ok, bare = ok || a.reason, bare || !a.reason
		}
	}
	return ok, bare
}

// authored reports whether pos is in a file that the author writes and that is part of the layer.
func (s *source) authored(pos token.Pos) bool {
	name := filepath.Base(s.fset.Position(pos).Filename)
	return !strings.HasPrefix(name, "zz_generated_") && !strings.HasSuffix(name, "_test.go")
}

// report reports a finding, unless it is in a generated file or suppressed.
func report(pass *analysis.Pass, pos token.Pos, message string) {
	s := pass.ResultOf[directives].(*source)
	if begin, ok := s.calls[pos]; ok {
		pos = begin
	}
	ok, bare := s.suppressed(pass.Analyzer.Name, pos)
	if ok || !s.authored(pos) {
		return
	}
	if bare {
		message += " (the comment " + directive + " " + pass.Analyzer.Name + " has no effect without a reason)"
	}
	pass.Report(analysis.Diagnostic{Pos: pos, Message: message})
}
