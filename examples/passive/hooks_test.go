package main

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/examples/passive/core/fakedriver"
	"github.com/gleslayergen/gleslayergen/examples/passive/gles"
)

// Each intercepted command reaches the driver exactly once. Change this with your hooks.
func TestForwarding(t *testing.T) {
	driver := &fakedriver.Driver{}
	app := fakedriver.Load(t, driver)
	for _, name := range fakedriver.Intercepted {
		app.CallWithZeros(name)
		if n := driver.Calls(name); n != 1 {
			t.Errorf("%s reached the driver %d times, expected 1", name, n)
		}
	}
}

// A test is the driver below the layer and the app above it.
func TestEGLChooseConfig(t *testing.T) {
	called := false
	driver := &fakedriver.Driver{
		EGLChooseConfig: func(dpy gles.EGLDisplay, attribList *gles.EGLint, configs *gles.EGLConfig, configSize gles.EGLint, numConfig *gles.EGLint) gles.EGLBoolean {
			called = true
			return 0
		},
	}
	app := fakedriver.Load(t, driver)
	app.EGLChooseConfig(0, nil, nil, 0, nil)
	if !called {
		t.Error("eglChooseConfig did not reach the driver")
	}
}
