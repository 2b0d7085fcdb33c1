package main

import (
	"layer/gles"
	"layer/helper"
)

func onInitialize(l *gles.Layer) {
	gles.GLFinish()                  // want `^gles.GLFinish is called during initialization: Android's loader holds its lock`
	helper.Deep()                    // want `^helper.Deep, which leads to gles.GLFinish, is called during initialization`
	if gles.GL_KHR_debug.Present() { // want `Present is called during`
		prepare() // want `^prepare, which leads to gles.GLFinish, is called`
	}
	func() {
		gles.GLFinish() // want `^gles.GLFinish is called during`
	}()
	defer gles.GLFinish() // want `^gles.GLFinish is called during`
}

// OnInitialize is the function's name in a hook package.
func OnInitialize(l *gles.Layer) {
	gles.GLFinish() // want `^gles.GLFinish is called during initialization`
}

func prepare() { gles.GLFinish() }

func init() {
	_ = gles.CurrentContext() // want `CurrentContext is called during`
}

func main() {}
