package main

import (
	"sync"

	"layer/gles"
	"layer/helper"
)

var (
	once  sync.Once
	later func()
	words string
)

func init() {
	words = helper.Words()
	later = func() { gles.GLFinish() } // called later
}

func init() {
	gles.GLFinish() //gleslayer:ok initialize on the desktop only
}

// A hook may do what onInitialize may not.
func glFlush(next gles.GLFlushFunc) {
	once.Do(prepare)
	gles.GLFinish()
	later()
	next()
}

type tracker struct{}

// onInitialize with another signature is not called by the layer.
func (tracker) onInitialize() { gles.GLFinish() }
