//go:build ignore

// The layer reports calls in an order that draws nothing, or that draws with an object that the app deleted.
package main

import (
	"fmt"
	"sync"

	"layer/gles"
)

func onInitialize(l *gles.Layer) {}

// mistakes receives each mistake once.
var mistakes = func(what string) { gles.Logf("mistake: %s", what) }

// current has the program and the program pipeline that a context draws with.
type current struct{ program, pipeline gles.GLuint }

// state has what each context draws with, the deleted programs, and the reported mistakes.
var state = struct {
	sync.Mutex
	contexts map[gles.EGLContext]current
	deleted  map[gles.GLuint]bool
	reported map[string]bool
}{contexts: map[gles.EGLContext]current{}, deleted: map[gles.GLuint]bool{}, reported: map[string]bool{}}

// report reports a mistake, if it is new. The caller holds the lock.
func report(format string, args ...any) {
	if what := fmt.Sprintf(format, args...); !state.reported[what] {
		state.reported[what] = true
		mistakes(what)
	}
}

// change changes what the current context draws with.
func change(edit func(c *current)) {
	state.Lock()
	defer state.Unlock()
	c := state.contexts[gles.CurrentContext()]
	edit(&c)
	state.contexts[gles.CurrentContext()] = c
}

func glUseProgram(next gles.GLUseProgramFunc, program gles.GLuint) {
	change(func(c *current) {
		if c.program = program; state.deleted[program] {
			report("glUseProgram(%d): the program was deleted", program)
		}
	})
	next(program)
}

func glBindProgramPipeline(next gles.GLBindProgramPipelineFunc, pipeline gles.GLuint) {
	change(func(c *current) { c.pipeline = pipeline })
	next(pipeline)
}

func glCreateProgram(next gles.GLCreateProgramFunc) gles.GLuint {
	program := next() // it can have the name of a deleted one
	state.Lock()
	defer state.Unlock()
	delete(state.deleted, program)
	return program
}

func glDeleteProgram(next gles.GLDeleteProgramFunc, program gles.GLuint) {
	state.Lock()
	if program != 0 {
		state.deleted[program] = true
	}
	state.Unlock()
	next(program)
}

// checkDraw reports a draw call without a program.
func checkDraw(function string) {
	state.Lock()
	defer state.Unlock()
	if state.contexts[gles.CurrentContext()] == (current{}) {
		report("%s: no program is in use, so nothing is drawn", function)
	}
}

func glDrawArrays(next gles.GLDrawArraysFunc, mode gles.GLenum, first gles.GLint, count gles.GLsizei) {
	checkDraw("glDrawArrays")
	next(mode, first, count)
}

func glDrawElements(next gles.GLDrawElementsFunc, mode gles.GLenum, count gles.GLsizei, typeArg gles.GLenum, indices gles.Ptr) {
	checkDraw("glDrawElements")
	next(mode, count, typeArg, indices)
}
