package vet

import (
	"go/ast"
	"go/token"
	"path/filepath"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// directive begins the comment by which an author answers for something:
//
//	//gleslayer:ok CHECK REASON
//
// behind the code it means its line, on a line of its own the next one, in a function's comment the function.
const directive = "//gleslayer:ok"

// source is what the checks need to know of the text: what authors answer for, and where calls begin.
type source struct {
	fset  *token.FileSet
	ok    []answer
	calls map[token.Pos]token.Pos // from the bracket, which is where SSA puts a call
}

// answer silences a check between two lines of a file.
type answer struct {
	check, file string
	first, last int
	reason      bool // without one it does not count
}

var directives = &analysis.Analyzer{
	Name:       "directives",
	Doc:        "what authors answer for",
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

// read finds the directives of a comment, which may be that of a function.
func (s *source) read(group *ast.CommentGroup, function *ast.FuncDecl, code map[int]bool) {
	for _, c := range group.List {
		rest, ok := strings.CutPrefix(c.Text, directive)
		words := strings.Fields(rest)
		if !ok || len(words) == 0 {
			continue
		}
		line := s.line(c.Pos())
		a := answer{words[0], s.fset.Position(c.Pos()).Filename, line, line, len(words) > 1}
		switch {
		case function != nil:
			a.first, a.last = s.line(function.Pos()), s.line(function.End())
		case !code[line]:
			a.last = s.line(group.End()) + 1
		}
		s.ok = append(s.ok, a)
	}
}

// answered reports whether somebody answers for what check finds at pos; bare, that he does not say why.
func (s *source) answered(check string, pos token.Pos) (ok, bare bool) {
	at := s.fset.Position(pos)
	for _, a := range s.ok {
		if a.check == check && a.file == at.Filename && a.first <= at.Line && at.Line <= a.last {
			ok, bare = ok || a.reason, bare || !a.reason
		}
	}
	return ok, bare
}

// authored reports whether pos is in a file that its author writes and Android sees.
func (s *source) authored(pos token.Pos) bool {
	name := filepath.Base(s.fset.Position(pos).Filename)
	return !strings.HasPrefix(name, "zz_generated_") && !strings.HasSuffix(name, "_test.go")
}

// report reports a finding, unless it is none of the author's or he answers for it.
func report(pass *analysis.Pass, pos token.Pos, message string) {
	s := pass.ResultOf[directives].(*source)
	if begin, ok := s.calls[pos]; ok {
		pos = begin
	}
	ok, bare := s.answered(pass.Analyzer.Name, pos)
	if ok || !s.authored(pos) {
		return
	}
	if bare {
		message += " (" + directive + " " + pass.Analyzer.Name + " wants a reason behind it)"
	}
	pass.Report(analysis.Diagnostic{Pos: pos, Message: message})
}
