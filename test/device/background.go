package device

import (
	"context"
	"io"
	"sync"

	"mvdan.cc/sh/v3/syntax"
)

// heldOutput is an output of a shell session. The session ends when the last process has closed it.
type heldOutput struct {
	io.Writer
	outputCount *outputCount
}

// outputCount counts the processes that have an output open.
type outputCount struct {
	mu   sync.Mutex
	n    int
	none chan struct{} // closed when the count is 0
}

func newOutputCount() *outputCount {
	h := &outputCount{none: make(chan struct{})}
	close(h.none)
	return h
}

func (h *outputCount) add(n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.n == 0 && n > 0 {
		h.none = make(chan struct{})
	}
	if h.n += n; h.n == 0 {
		close(h.none)
	}
}

func (h *outputCount) wait(ctx context.Context) {
	h.mu.Lock()
	none := h.none
	h.mu.Unlock()
	select {
	case <-none:
	case <-ctx.Done():
	}
}

// holdProgram is a program that only holdOutputs calls. Its arguments are "+" or "-", and the outputs.
const holdProgram = "(hold)"

// holdOutputs makes each background command keep open the outputs that it does not redirect, from before its
// start to its end: CMD & becomes { hold; { (CMD); release; } & }.
func holdOutputs(file *syntax.File) {
	var background []*syntax.Stmt
	syntax.Walk(file, func(node syntax.Node) bool {
		if s, ok := node.(*syntax.Stmt); ok && s.Background {
			background = append(background, s)
		}
		return true
	})
	for _, s := range background {
		inner := *s
		inner.Background = false
		outputs := openOutputs(s.Redirs)
		if len(outputs) == 0 {
			continue
		}
		job := &syntax.Stmt{Background: true, Cmd: &syntax.Block{Stmts: []*syntax.Stmt{
			{Cmd: &syntax.Subshell{Stmts: []*syntax.Stmt{&inner}}}, holdCall("-", outputs)}}}
		*s = syntax.Stmt{Position: s.Position, Cmd: &syntax.Block{Stmts: []*syntax.Stmt{holdCall("+", outputs), job}}}
	}
}

// openOutputs returns the outputs that a command does not redirect.
func openOutputs(redirs []*syntax.Redirect) []string {
	out, err := true, true
	for _, r := range redirs {
		switch {
		case r.Op == syntax.RdrIn || r.Op == syntax.Hdoc || r.Op == syntax.DashHdoc || r.Op == syntax.WordHdoc:
		case r.N != nil && r.N.Value == "2" && r.Op == syntax.DplOut:
			err = out
		case r.N != nil && r.N.Value == "2":
			err = false
		case r.Op == syntax.RdrAll || r.Op == syntax.AppAll:
			out, err = false, false
		default:
			out = false
		}
	}
	var words []string
	if out {
		words = append(words, "1")
	}
	if err {
		words = append(words, "2")
	}
	return words
}

func holdCall(sign string, outputs []string) *syntax.Stmt {
	call := &syntax.CallExpr{}
	for _, word := range append([]string{holdProgram, sign}, outputs...) {
		call.Args = append(call.Args, &syntax.Word{Parts: []syntax.WordPart{&syntax.Lit{Value: word}}})
	}
	return &syntax.Stmt{Cmd: call}
}

// hold implements holdProgram.
func (p *process) hold() {
	n := 1
	if p.args[1] == "-" {
		n = -1
	}
	for _, number := range p.args[2:] {
		w := p.out
		if number == "2" {
			w = p.err
		}
		if h, ok := w.(*heldOutput); ok {
			h.outputCount.add(n)
		}
	}
}
