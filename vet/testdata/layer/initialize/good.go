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
	later = func() { gles.GlFinish() } // not now
}

func init() {
	gles.GlFinish() //gleslayer:ok initialize on the desktop only
}

// A hook may do what onInitialize may not.
func glFlush(next gles.GlFlushFunc) {
	once.Do(prepare)
	gles.GlFinish()
	later()
	next()
}

type tracker struct{}

// onInitialize of another is no set-up of the layer.
func (tracker) onInitialize() { gles.GlFinish() }
