package main

import (
	"layer/gles"
	"layer/helper"
)

func onInitialize(l *gles.Layer) {
	gles.GlFinish()                  // want `^gles.GlFinish is called while the layer is set up: Android's loader holds its lock`
	helper.Deep()                    // want `^helper.Deep, which leads to gles.GlFinish, is called while the layer is set up`
	if gles.GL_KHR_debug.Present() { // want `Present is called while`
		prepare() // want `^prepare, which leads to gles.GlFinish, is called`
	}
	func() {
		gles.GlFinish() // want `^gles.GlFinish is called while`
	}()
	defer gles.GlFinish() // want `^gles.GlFinish is called while`
}

// OnInitialize is what a hook set calls it.
func OnInitialize(l *gles.Layer) {
	gles.GlFinish() // want `^gles.GlFinish is called while the layer is set up`
}

func prepare() { gles.GlFinish() }

func init() {
	_ = gles.CurrentContext() // want `CurrentContext is called while`
}

func main() {}
